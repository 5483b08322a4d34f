import Foundation
import OutliveModel
import Testing

/// `--reset http`: a program that links Outlive and announces where it listens.
struct AnnouncedResetTests {
    private func bench(_ flags: String, _ options: String...) async throws -> (run: Run, json: String) {
        let scratch = try Scratch()
        let json = scratch.file("report.json")
        let usual = [
            "bench", "--launch", "'\(Built.fixture)' host \(flags)", "--ready", "notify", "--reset", "http",
            "--report", "text", "--report", "json=\(json)",
        ]
        let run = try await Started(Built.outlive, usual + options).end()
        return (run, try String(contentsOfFile: json, encoding: .utf8))
    }

    @Test func `Resets over HTTP are measured and watched, and leave the state of a launch`() async throws {
        let (run, json) = try await bench(
            "--instance {instance}", "--pairs", "2", "--soak", "4", "--leaks", "require", "--probe", "exec:echo same")
        #expect(run.status == 0, "\(run.output)\(run.errors)")
        let report = try JSONDecoder().decode(Report.self, from: Data(json.utf8))
        let fidelity = try #require(report.fidelity)
        #expect(fidelity.failing.isEmpty, "\(run.output)")
        #expect(run.output.contains("14 of 14"), "\(run.output)")
        // Nothing of 43 characters of a token's alphabet is in a report, but for paths and names.
        #expect(!run.output.contains("OUTLIVE_TOKEN") && !json.contains("OUTLIVE_TOKEN"))
    }

    @Test func `A program that announces no URL cannot be reset so, and the run says what to do: exit 3`() async throws
    {
        let (run, _) = try await bench("--no-server", "--pairs", "3", "--soak", "0")
        #expect(run.status == 3, "\(run.output)\(run.errors)")
        #expect(run.output.contains("HTTPNotifier()"), "\(run.output)")
    }
}
