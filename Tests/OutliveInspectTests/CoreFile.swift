#if os(Linux)
import COutliveInspect
import Foundation
import Testing

/// A core file that a test writes, removed with the last reference.
final class CoreFile: @unchecked Sendable {
    /// The order of its parts, named after the program that writes them so.
    enum Order: String, CaseIterable {
        /// Notes first, content at whole pages.
        case kernel
        /// Notes last, content at any offset.
        case gcore
    }

    let path = FileManager.default.temporaryDirectory.appendingPathComponent("outlive-\(UUID().uuidString)").path
    let descriptor: Int32

    /// Writes a core file of a process.
    ///
    /// - Parameters:
    ///   - writer: The program `cores`.
    ///   - filter: As `/proc/PID/coredump_filter`: 0x01 is private memory, 0x10 the first page of each module.
    init(of program: InspectedProgram, _ order: Order, filter: Int = 0x33, writer: CProgram) async throws {
        let path = self.path, executable = URL(fileURLWithPath: writer.path)
        try await program.onQueue { program in
            let process = Process()
            process.executableURL = executable
            process.arguments = ["\(program.id)", path, order.rawValue, "\(filter)"]
            try process.run()
            process.waitUntilExit()
            try #require(process.terminationStatus == 0)
        }
        descriptor = open(path, O_RDWR | O_CLOEXEC)
        try #require(descriptor >= 0)
    }

    deinit {
        close(descriptor)
        unlink(path)
    }

    /// The program that writes core files.
    static func writer() async throws -> CProgram { try await built.value }

    // Built once, and removed at the end of the tests.
    private static let built = Task {
        let program = try await CProgram(
            "cores", with: ["COutliveInspect/Source", "COutliveObjects/Memory"],
            options: ["modules", "elf"].map {
                CProgram.sources.appendingPathComponent("COutliveObjects/Types/\($0).c").path
            })
        builtPath = program.path
        atexit { unlink(CoreFile.builtPath) }
        return program
    }
    nonisolated(unsafe) private static var builtPath = ""

    /// The folders of all that reads a core file.
    static let allFolders =
        ["Inspect", "Malloc", "Source"].map { "COutliveInspect/\($0)" }
        + ["File", "Memory", "Objects", "Reader", "State", "Types"].map { "COutliveObjects/\($0)" }

    var size: Int { lseek(descriptor, 0, SEEK_END) }

    /// Inspects the file, blocking the calling thread.
    func inspect(
        root: String? = nil, withGraph: Bool = false, withMemory: Bool = false
    ) throws -> (result: outl_inspect_result, snapshot: [UInt8]) {
        var order = outl_inspect_order()
        order.core = descriptor
        (order.with_graph, order.with_memory) = (withGraph, withMemory)
        guard let root else { return try InspectedProgram.inspect(order) }
        return try root.withCString {
            order.root = $0
            return try InspectedProgram.inspect(order)
        }
    }

    // MARK: Changes

    func bytes(at offset: Int, count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { $1 = max(0, pread(descriptor, $0.baseAddress, count, offset)) }
    }

    func write(_ bytes: [UInt8], at offset: Int) {
        #expect(pwrite(descriptor, bytes, bytes.count, offset) == bytes.count)
    }

    func truncate(to size: Int) { #expect(ftruncate(descriptor, size) == 0) }
}
#endif
