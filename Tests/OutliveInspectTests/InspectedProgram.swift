#if os(Linux)
import COutliveInspect
import Foundation
import OutliveHeap
import OutliveTestSupport
import Testing

/// A program that is inspected, with its standard input and output.
///
/// It is killed with the last reference.
final class InspectedProgram: @unchecked Sendable {
    /// The folder of what SwiftPM built.
    static let built = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()

    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private let queue = DispatchQueue(label: "outlive.test.inspected-program")
    private var read = Data()

    /// - Parameter executable: A path, or the name of a product.
    init(_ executable: String, arguments: [String] = [], environment: [String: String] = [:]) throws {
        process.executableURL = URL(fileURLWithPath: executable, relativeTo: Self.built).absoluteURL
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardInput = input
        process.standardOutput = output
        try process.run()
    }

    // Without a process the identifier is 0, which stands for the group of this one.
    deinit { if id > 0 { kill(id, SIGKILL) } }

    var id: pid_t { process.processIdentifier }

    /// The next line of its output.
    func line() async throws -> String { try await onQueue { try $0.nextLine() } }

    /// Writes a byte to its input, and returns its next line as numbers.
    func answer() async throws -> [Int] {
        try await onQueue { program in
            program.input.fileHandleForWriting.write(Data([0]))
            return try program.nextLine().split(separator: " ").compactMap { Int($0) }
        }
    }

    /// The result of an inspection, and the bytes of the snapshot.
    func inspect(withGraph: Bool = false) async throws -> (result: outl_inspect_result, snapshot: [UInt8]) {
        try await onQueue { try Self.inspect($0.id, withGraph: withGraph) }
    }

    /// Inspects a process, blocking the calling thread.
    static func inspect(
        _ process: pid_t, withGraph: Bool = false
    ) throws -> (result: outl_inspect_result, snapshot: [UInt8]) {
        var order = outl_inspect_order()
        order.process = process
        order.with_graph = withGraph
        return try inspect(order)
    }

    /// Obeys an order, blocking the calling thread.
    static func inspect(_ order: outl_inspect_order) throws -> (result: outl_inspect_result, snapshot: [UInt8]) {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("outlive-\(UUID().uuidString)")
        let descriptor = open(file.path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        try #require(descriptor >= 0)
        defer {
            close(descriptor)
            unlink(file.path)
        }
        var order = order
        if order.seconds == 0 { order.seconds = 60 }
        if order.pause == 0 { order.pause = 5000 }
        order.output = descriptor
        var result = outl_inspect_result()
        _ = outl_inspect(&order, &result)
        return (result, [UInt8](try Data(contentsOf: file)))
    }

    /// The states of its threads, as in /proc, without those that change by themselves: running and waiting.
    var unusualStates: [String] {
        get throws {
            let folder = "/proc/\(id)/task"
            return try FileManager.default.contentsOfDirectory(atPath: folder).compactMap { thread in
                // A thread may have ended meanwhile.
                let file = "\(folder)/\(thread)/stat"
                guard let text = try? String(contentsOfFile: file, encoding: .utf8) else { return nil }
                let state = text.drop { $0 != ")" }.dropFirst(2).prefix(1)
                return ["R", "S", "D"].contains(state) ? nil : String(state)
            }
        }
    }

    // Blocks, which the few threads of tests may not.
    func onQueue<Value: Sendable>(
        _ work: @escaping @Sendable (InspectedProgram) throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result { try work(self) }) }
        }
    }

    private func nextLine() throws -> String {
        while true {
            if let end = read.firstIndex(of: 10) {
                defer { read = Data(read[(end + 1)...]) }
                return String(decoding: read[..<end], as: UTF8.self)
            }
            let more = output.fileHandleForReading.availableData
            try #require(!more.isEmpty, "the program ended")
            read += more
        }
    }
}

extension outl_inspect_result: @retroactive @unchecked Sendable {}

extension outl_inspect_result {
    /// The reason of a failure.
    var text: String { withUnsafeBytes(of: reason) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) } }
}

/// A program in C that tests build, in a folder of its own that is removed with it.
final class CProgram: Sendable {
    static let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Sources/Heap")

    let path: String

    /// - Parameters:
    ///   - name: The name of a file in `Fixtures/InspectTrials`.
    ///   - folders: The folders of modules whose sources are part of it.
    init(_ name: String, with folders: [String] = [], options: [String] = []) async throws {
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let source = tests.appendingPathComponent("Fixtures/InspectTrials/\(name).c").path
        path = FileManager.default.temporaryDirectory.appendingPathComponent("outlive-\(UUID().uuidString)").path
        let others = try folders.flatMap { folder in
            let url = Self.sources.appendingPathComponent(folder)
            return try FileManager.default.contentsOfDirectory(atPath: url.path).filter { $0.hasSuffix(".c") }
                .map { url.appendingPathComponent($0).path }
        }
        let includes = ["COutliveObjects", "COutliveInspect", "COutliveInspect/include"].map {
            "-I" + Self.sources.appendingPathComponent($0).path
        }
        let compiler = Process()
        compiler.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        compiler.arguments =
            ["clang", "-std=gnu17", "-D_GNU_SOURCE", "-O1", "-Wall", "-Wextra", "-o", path, source] + others + includes
            + options + ["-lpthread"]
        let status: Int32 = try await withCheckedThrowingContinuation { continuation in
            compiler.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
            do { try compiler.run() } catch { continuation.resume(throwing: error) }
        }
        try #require(status == 0, "\(name).c cannot be compiled")
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
#endif
