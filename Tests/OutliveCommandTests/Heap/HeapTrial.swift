import Foundation
import OutliveModel
import OutliveTestSupport
import Testing

/// A run of `outlive run` in a folder of its own.
final class HeapTrial: Sendable {
    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
        try FileManager.default.createDirectory(atPath: file("t"), withIntermediateDirectories: true)
        _ = try HeapTierLibrary.path(in: Built.folder)
    }

    /// A file of the test.
    func file(_ name: String) -> String { scratch.file(name) }

    /// Returns the content of a file of the test.
    func text(_ name: String) -> String { (try? String(contentsOfFile: file(name), encoding: .utf8)) ?? "" }

    /// The environment of the commands, whose private folders are created where the test can find them.
    var environment: [String: String] { ["TMPDIR": file("t")] }

    /// Begins a run.
    func start(
        _ command: [String], options: [String] = [], environment: [String: String] = [:]
    ) throws -> Started {
        try Started(
            Built.outlive,
            ["run", "--report", "text", "--report", "json=\(file("report.json"))"] + options + ["--"] + command,
            environment: self.environment.merging(environment) { $1 })
    }

    /// Runs a command to its end.
    func run(_ command: [String], options: [String] = [], environment: [String: String] = [:]) async throws -> Run {
        try await start(command, options: options, environment: environment).end()
    }

    /// The JSON report.
    func report() throws -> CensusReport {
        try JSONDecoder().decode(
            CensusReport.self, from: Data(contentsOf: URL(fileURLWithPath: file("report.json"))))
    }

    /// Waits until a file of the test contains a text. The writer has no other way to report.
    func awaitText(_ text: String, in name: String) async throws {
        let deadline = ContinuousClock.now + .seconds(60)
        while !self.text(name).contains(text) {
            try #require(ContinuousClock.now < deadline, "\(name) never had \(text)")
            try await Task.sleep(for: .milliseconds(10))
        }
    }
}
