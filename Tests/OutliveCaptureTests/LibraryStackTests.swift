#if os(Linux)
import Foundation
import OutliveHeap
import Testing

/// The stacks of blocks that libraries without frame pointers allocate for the program.
struct LibraryStackTests {
    private static let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Fixtures/HeapTrials/libraries.c").path

    /// A block of the fixture, and the function that called the library.
    private struct Block {
        var name: String
        var address: UInt64
        var caller: Range<UInt64>

        init(_ line: Substring) throws {
            let words = line.split(separator: " ")
            let numbers = words.dropFirst().compactMap { UInt64($0) }
            try #require(words.count == 4 && numbers.count == 3 && numbers[1] < numbers[2], "\(line)")
            (name, address, caller) = (String(words[0]), numbers[0], numbers[1]..<numbers[2])
        }
    }

    private static func build(in folder: Folder) async throws -> String {
        let library = try await Toolchain.buildC(
            source, in: folder.url, options: ["-DLIBRARY", "-shared", "-fPIC", "-fomit-frame-pointer"])
        return try await Toolchain.buildC(source, in: folder.url, options: [library, "-fno-omit-frame-pointer"])
    }

    @Test(arguments: [16, 2])
    func `A block that a library allocates has the stack through that library to its exact caller`(
        frames: Int
    ) async throws {
        let folder = try Folder()
        let watched = try WatchedProgram(
            arguments: [], executable: try await Self.build(in: folder),
            environment: ["OUTLIVE_HEAP_FRAMES": "\(frames)"])
        let ending = await watched.end()
        #expect(ending.status == 0 && ending.errors == "", "\(ending.errors)")
        let blocks = try ending.output.split(separator: "\n").map(Block.init)
        let decoy = try #require(blocks.first).caller
        let snapshot = try watched.finishedSnapshot("request-2")
        let program = try #require(snapshot.modules.first { $0.addresses.contains(blocks[1].caller.lowerBound) })
        #expect(Set(blocks.map(\.name)).count == 15 && blocks.count == 14 * 6 + 1)
        for block in blocks.dropFirst() {
            let node = try #require(snapshot.node(at: block.address), "\(block.name)")
            let stack = snapshot.frames(ofStack: Int(snapshot.nodes[node].stack))
            #expect(!stack.contains { decoy.contains($0) || $0 == decoy.upperBound }, "\(block.name)")
            #expect(stack.count <= frames)
            let own = stack.filter { program.addresses.contains($0) }
            // Without call frame information the function that called the library is lost, or an old word found.
            let isExact = block.name != "blind"
            if frames == 16 {
                // The function, `call` and `main`.
                #expect(isExact ? own.count == 3 : own.count >= 2, "\(block.name): \(own)")
            } else if ["kept", "data", "copy"].contains(block.name) {
                #expect(!own.isEmpty, "\(block.name)")
            }
            // A return address can be the end of its function.
            if isExact, let first = own.first {
                #expect(block.caller.contains(first - 1), "\(block.name): \(first) is not in \(block.caller)")
            }
        }
    }

    private static func run(_ trials: [String], options: [String] = []) async throws {
        let folder = try Folder()
        let program = try await Toolchain.buildTrial(
            "frames.c", of: ["cfi", "unwind", "walk"].map { "../../Application/COutlive/outl_\($0).c" }, in: folder.url,
            options: ["-fno-omit-frame-pointer"] + options)
        try await Toolchain.run(trials: trials, of: program)
    }

    @Test
    func `Callers in the C library are those of its own unwinder, and damaged information is survived`() async throws {
        try await Self.run(["walks", "rules", "damage", "threads"])
    }

    @Test func `A proven walk finds the whole stack, and a signal handler's stack is not proven`() async throws {
        try await Self.run(["whole"])
    }

    @Test(arguments: [["-fsanitize=thread", "-ldispatch", "-lBlocksRuntime"], ["-fsanitize=address,undefined"]])
    func `The search for callers has no race and no access out of bounds`(options: [String]) async throws {
        try await Self.run(["walks", "rules", "damage", "threads"], options: options)
    }
}
#endif
