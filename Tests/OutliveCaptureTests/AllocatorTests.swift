#if os(Linux)
import Foundation
import OutliveHeap
import OutliveModel
import OutliveTestSupport
import Testing

/// Programs with another allocator, whose blocks are found by their usable sizes.
@Suite(.enabled(if: !OtherAllocator.installed.isEmpty, "neither jemalloc, mimalloc nor tcmalloc is installed"))
struct AllocatorTests {
    private static let trial = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Fixtures/HeapTrials/allocator.c").path

    /// The usable sizes of raw blocks by address.
    private static func blocks(_ snapshot: HeapSnapshot) -> [UInt64: UInt64] {
        let raw = snapshot.nodes.filter { snapshot.types[Int($0.type)].type == nil }
        return Dictionary(raw.map { ($0.address, UInt64($0.bytes)) }, uniquingKeysWith: { $1 })
    }

    private static func expectExactBlocks(of program: WatchedProgram) async throws {
        let ending = await program.end()
        try #require(ending.status == 0, "\(ending.errors)")
        #expect(ending.errors == "")
        #expect(try program.hello().controls == SelfCheck(leakFound: true, falseAlarm: false))
        let censuses = try (1...3).map { Self.blocks(try program.finishedSnapshot("request-\($0)")) }
        let lines = ending.output.split(separator: "\n").map { $0.split(separator: "\t") }
        var expected: [UInt64: UInt64] = [:]
        for line in lines { expected[try #require(UInt64(line[0], radix: 16))] = UInt64(line[1]) }
        #expect(expected.count == 4882)
        #expect(censuses[1].filter { censuses[0][$0.key] == nil } == expected)
        #expect(censuses[2] == censuses[0])
    }

    @Test(arguments: OtherAllocator.installed)
    func `Blocks of a preloaded allocator are recorded with their usable sizes, and forgotten when they are released`(
        allocator: OtherAllocator
    ) async throws {
        let folder = try Folder()
        let program = try await Toolchain.buildC(Self.trial, in: folder.url, options: ["-lstdc++"])
        try await Self.expectExactBlocks(
            of: WatchedProgram(arguments: [], executable: program, allocator: allocator.path))
    }

    @Test(arguments: OtherAllocator.installed)
    func `Blocks of an allocator that the program is linked with are recorded as if it were preloaded`(
        allocator: OtherAllocator
    ) async throws {
        let folder = try Folder()
        let library = try #require(allocator.path)
        let program = try await Toolchain.buildC(
            Self.trial, in: folder.url, options: ["-Wl,--no-as-needed", library, "-lstdc++"])
        try await Self.expectExactBlocks(of: WatchedProgram(arguments: [], executable: program))
    }

    @Test func `Blocks are recorded of an allocator whose usable sizes are those that were requested`() async throws {
        let folder = try Folder()
        let program = try await Toolchain.buildC(Self.trial, in: folder.url, options: ["-lstdc++"])
        let source = URL(fileURLWithPath: Self.trial).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("InspectTrials/bump.c").path
        let allocator = try await Toolchain.buildC(source, in: folder.url, options: ["-shared", "-fPIC", "-O2"])
        try await Self.expectExactBlocks(of: WatchedProgram(arguments: [], executable: program, allocator: allocator))
    }

    @Test(arguments: OtherAllocator.installed)
    func `After heavy churn with another allocator no object of any kind is missing or left over`(
        allocator: OtherAllocator
    ) async throws {
        let program = try WatchedProgram(
            arguments: ["churn", "5000"], executable: "heap-fixture", allocator: allocator.path)
        try await ExactnessTests.expectExactKinds(of: program)
    }

    @Test(arguments: OtherAllocator.installed)
    func `References and roots with another allocator are those with the C library's`(
        allocator: OtherAllocator
    ) async throws {
        let shapes = try await Shapes(of: "shapes", allocator: allocator.path)
        let (owner, helper) = (try shapes.node("heap_fixture.Owner"), try shapes.node("heap_fixture.Helper"))
        // Neither the free memory nor the records of the allocator hold the cycle.
        #expect(shapes.holders(of: owner) == [helper])
        #expect(shapes.holders(of: helper) == [owner])
        #expect(shapes.roots(of: owner).isEmpty && shapes.roots(of: helper).isEmpty)
        let registry = try shapes.node("heap_fixture.Registry")
        #expect(shapes.roots(of: registry).contains { $0.kind == .global })
        let item = try shapes.node("heap_fixture.Item")
        #expect(
            shapes.holders(of: item).map(shapes.name) == [
                "Swift._DictionaryStorage<Swift.String, heap_fixture.Slot>"
            ])
        let memory = try #require(shapes.holders(of: try shapes.node("heap_fixture.CHeld")).first)
        #expect(shapes.roots(of: memory).contains { $0.kind == .global })
        let lost = try shapes.node("heap_fixture.LostHeld")
        #expect(shapes.roots(of: lost).isEmpty)
        for name in ["heap_fixture.StackHeld", "heap_fixture.FirstHeld"] {
            #expect(shapes.roots(of: try shapes.node(name)).contains { $0.kind == .stack }, "\(name)")
        }
    }

    @Test(arguments: OtherAllocator.installed)
    func `Blocks of another allocator are sampled`(allocator: OtherAllocator) async throws {
        let program = try WatchedProgram(
            arguments: ["loop", "100000"], executable: "heap-fixture",
            environment: ["OUTLIVE_HEAP_SAMPLE": "1000", "OUTLIVE_HEAP_GRAPH": "1"], allocator: allocator.path)
        let ending = await program.end()
        #expect(ending.status == 0 && ending.errors == "")
        #expect(try program.hello().controls == SelfCheck(leakFound: true, falseAlarm: false))
        #expect(try program.finishedSnapshot("exit").header.reason == .exit)
    }

    @Test(arguments: OtherAllocator.installed)
    func `A static standard library with another allocator has the same objects`(
        allocator: OtherAllocator
    ) async throws {
        let folder = try Folder()
        let source = try folder.write(
            """
            final class Session { var names = ["a", "b"] }
            @main struct Main {
                nonisolated(unsafe) static var sessions: [Session] = []
                static func main() { for _ in 0..<1000 { sessions.append(Session()) } }
            }
            """, as: "static.swift")
        let program = try await Toolchain.buildSwift(source, in: folder.url, options: ["-static-stdlib"])
        let watched = try WatchedProgram(arguments: [], executable: program, allocator: allocator.path)
        let ending = await watched.end()
        #expect(ending.status == 0 && ending.errors == "")
        let rows = HeapCensus(try watched.finishedSnapshot("exit")).rows
        let sessions = rows.filter { $0.type.description.hasSuffix(".Session") }
        #expect(sessions.reduce(0) { $0 + $1.count } == 1000)
    }

    @Test(arguments: OtherAllocator.installed)
    func `An allocator that comes before the tier is refused with what to do`(allocator: OtherAllocator) async throws {
        let program = try WatchedProgram(
            "loop", "1000", environment: ["LD_PRELOAD": "\(try #require(allocator.path)):\(WatchedProgram.library)"])
        #expect(await program.end().output == "499500\n")
        let refusal = try #require(try program.hello().refusal)
        #expect(refusal.contains("its own malloc") && refusal.contains("after liboutlive_heap.so in LD_PRELOAD"))
    }
}
#endif
