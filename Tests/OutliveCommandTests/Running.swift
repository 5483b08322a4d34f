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
    static let fixture = folder.appendingPathComponent("outlive-fixture").path
}

/// A program that was started and not yet waited for.
final class Started: @unchecked Sendable {
    let process = Process()
    private let output = Pipe()
    private let errors = Pipe()
    private let reading = DispatchGroup()
    private let lock = NSLock()
    private var read = (output: Data(), errors: Data())

    init(_ program: String, _ arguments: [String], environment: [String: String] = [:]) throws {
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        collect(output) { $0.output = $1 }
        collect(errors) { $0.errors = $1 }
    }

    private func collect(
        _ pipe: Pipe, into store: @escaping @Sendable (inout (output: Data, errors: Data), Data) -> Void
    ) {
        let handle = pipe.fileHandleForReading
        DispatchQueue.global().async(group: reading) { [self] in
            let data = handle.readDataToEndOfFile()
            lock.withLock { store(&read, data) }
        }
    }

    /// Waits for the end of the program and of its output.
    func end() async -> Run {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async { [self] in
                process.waitUntilExit()
                reading.wait()
                let (output, errors) = lock.withLock { read }
                continuation.resume(
                    returning: Run(
                        status: process.terminationReason == .exit
                            ? process.terminationStatus : -process.terminationStatus,
                        output: String(decoding: output, as: UTF8.self),
                        errors: String(decoding: errors, as: UTF8.self)))
            }
        }
    }
}

/// Runs `outlive` to its end.
func outlive(_ arguments: String..., environment: [String: String] = [:]) async throws -> Run {
    try await Started(Built.outlive, arguments, environment: environment).end()
}
