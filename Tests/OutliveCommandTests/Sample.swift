import Foundation
import OutliveModel

/// A folder of its own for a test, removed with it.
final class Scratch: Sendable {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "outlive-test-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    func file(_ name: String) -> String { "\(path)/\(name)" }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }
}

/// The sample service under `outlive bench`, with few notes and few cycles.
struct SampleBench {
    let scratch: Scratch
    let data: String

    init() async throws {
        scratch = try Scratch()
        data = scratch.file("notes.json")
        let made = try await Started(Built.noteService, ["generate", "--count", "200", "--output", data]).end()
        guard made.status == 0 else { throw MissingSample(reason: made.errors) }
    }

    struct MissingSample: Error {
        let reason: String
    }

    /// Runs the benchmark to its end; later options win over the usual ones of the test.
    func run(service: [String] = [], _ options: [String] = []) async throws -> (run: Run, report: Report) {
        let json = scratch.file("report.json")
        let launch = [Built.noteService, "serve", "--port", "{port}", "--data", data] + service
        let usual = [
            "bench", "--launch", launch.map { "'\($0)'" }.joined(separator: " "), "--ready", "notify",
            "--reset", "signal:RTMIN+1", "--work", "exec:'\(Built.noteService)' work --port {port}",
            "--probe", "http://127.0.0.1:{port}/state", "--leaks", "require", "--report", "text",
            "--report", "json=\(json)",
        ]
        let run = try await Started(Built.outlive, usual + options).end()
        let report = try JSONDecoder().decode(Report.self, from: Data(contentsOf: URL(fileURLWithPath: json)))
        return (run, report)
    }
}
