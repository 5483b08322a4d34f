import Foundation

/// A run of a built program, to its end.
struct Run {
    let status: Int32
    let output: String
    let errors: String

    /// The last line of standard output that is not empty.
    var lastLine: String {
        output.split(separator: "\n").last.map(String.init) ?? ""
    }
}

/// The programs that are built beside the tests.
enum Built {
    static let folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    static let outlive = folder.appendingPathComponent("outlive").path
    static let noteService = folder.appendingPathComponent("note-service").path
    static let heapFixture = folder.appendingPathComponent("heap-fixture").path
    static let taskFixture = folder.appendingPathComponent("task-fixture").path
    static let stateFixture = folder.appendingPathComponent("state-fixture").path
    static let fixture = folder.appendingPathComponent("outlive-fixture").path
    static let corpusRunner = folder.appendingPathComponent("corpus-runner").path
}

/// A program that was started and not yet waited for.
final class Started: @unchecked Sendable {
    let process = Process()
    private let output = Pipe()
    private let errors = Pipe()
    private let reading = DispatchGroup()
    private let exited = DispatchGroup()
    private let lock = NSLock()
    private var read = (output: Data(), errors: Data())

    init(_ program: String, _ arguments: [String], environment: [String: String] = [:]) throws {
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = errors
        exited.enter()
        process.terminationHandler = { [exited] _ in exited.leave() }
        try process.run()
        collect(output) { $0.output = $1 }
        collect(errors) { $0.errors = $1 }
    }

    private func collect(
        _ pipe: Pipe, into store: @escaping @Sendable (inout (output: Data, errors: Data), Data) -> Void
    ) {
        let handle = pipe.fileHandleForReading
        DispatchQueue(label: "outlive.test.read").async(group: reading) { [self] in
            let data = handle.readDataToEndOfFile()
            // Foundation keeps the pipes of an ended process open.
            try? handle.close()
            lock.withLock { store(&read, data) }
        }
    }

    /// Waits for the end of the program and of its output.
    func end() async throws -> Run {
        try await awaiting { [self] in
            // `waitUntilExit` polls, which is expensive with many tests at once.
            exited.wait()
            reading.wait()
            let (output, errors) = lock.withLock { read }
            return Run(
                status: process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus,
                output: String(decoding: output, as: UTF8.self), errors: String(decoding: errors, as: UTF8.self))
        }
    }
}

/// Waits for something on a thread of its own: the few threads that tests run on must not be kept waiting.
func awaiting<Value: Sendable>(_ wait: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        DispatchQueue(label: "outlive.test.wait").async { continuation.resume(with: Result(catching: wait)) }
    }
}

/// Reads a named pipe to its end, which comes when all that write to it have closed it.
func contents(ofPipe path: String) async throws -> String {
    try await awaiting {
        let pipe = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
        return String(decoding: try pipe.readToEnd() ?? Data(), as: UTF8.self)
    }
}

/// Runs `outlive` to its end.
func outlive(_ arguments: String..., environment: [String: String] = [:]) async throws -> Run {
    try await Started(Built.outlive, arguments, environment: environment).end()
}
