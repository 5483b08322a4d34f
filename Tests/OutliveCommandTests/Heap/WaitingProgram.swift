import Foundation
import OutliveModel
import Testing

/// The fixture, all tasks of which wait. It is killed with the last reference.
final class WaitingProgram: Sendable {
    let id: Int32
    private let process: Started
    /// The reader of the output, without which a program that writes more would end by SIGPIPE.
    private let output: FileHandle

    /// - Parameters:
    ///   - mode: The arguments of the fixture, separated by spaces.
    ///   - program: The fixture, or another build of it.
    init(
        _ mode: String, of program: String = Built.taskFixture, under command: [String] = [],
        environment: [String: String] = [:]
    ) async throws {
        let pipe = FileManager.default.temporaryDirectory.appendingPathComponent("outlive-\(UUID().uuidString)").path
        try #require(mkfifo(pipe, 0o600) == 0)
        defer { unlink(pipe) }
        let words = command + [program] + mode.split(separator: " ").map(String.init)
        process = try Started(
            "/bin/sh", ["-c", "exec \"$@\" >\"$0\"", pipe] + words, environment: environment)
        let (output, line) = try await awaiting {
            let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: pipe))
            return (handle, String(decoding: handle.availableData, as: UTF8.self))
        }
        self.output = output
        id = try #require(line.split(whereSeparator: \.isWhitespace).last.flatMap { Int32($0) })
    }

    deinit {
        kill(id, SIGKILL)
        process.process.terminate()
    }

    func tasks(_ options: String...) async throws -> TaskReport { try await tasks(options) }

    func tasks(_ options: [String]) async throws -> TaskReport { try await Self.tasks(of: "\(id)", options) }

    /// Returns the tasks of a process, a snapshot or a core file.
    static func tasks(of target: String, _ options: [String] = []) async throws -> TaskReport {
        let run = try await Started(Built.outlive, ["tasks", target, "--report", "json"] + options).end()
        try #require(run.status == 0, "\(run.errors)")
        return try JSONDecoder().decode(TaskReport.self, from: Data(run.output.utf8))
    }
}
