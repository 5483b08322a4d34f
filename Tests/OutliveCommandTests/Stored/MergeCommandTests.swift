import Foundation
import OutliveModel
import Testing

/// `outlive merge` and `outlive compare` on files, good and bad.
@Suite(.timeLimit(.minutes(5)))
struct MergeCommandTests {
    private let trial: Trial

    init() throws { trial = try Trial() }

    /// A run on a machine with so many processors.
    private func run(_ start: String, processors: Int = 2, leaks: [String] = []) -> Report {
        var report = Report(
            toolVersion: "0.1.0", startedAt: start,
            machine: Machine(
                system: "Debian", architecture: "x86_64", processor: nil, processors: processors, memoryBytes: 1),
            plan: Plan(launch: "app", ready: "notify", reset: "signal:HUP", done: "notify", seed: 1))
        report.watch = .watched
        report.soak = [SoakCycle(cycle: 1, seconds: 0.1)]
        report.findings = leaks.map { name in
            Finding(
                verdict: .leak,
                key: ComponentKey(
                    name: name, type: "App.\(name)",
                    site: RegistrationSite(fileID: "App/\(name).swift", line: 3, column: 1)),
                births: [Birth(generation: 1, count: 5)], live: [5], warmup: 0)
        }
        return report
    }

    private func store(_ report: Report, _ name: String) throws -> String {
        try JSONEncoder().encode(report).write(to: URL(fileURLWithPath: trial.file(name)))
        return trial.file(name)
    }

    private func report(_ name: String) throws -> Report {
        try JSONDecoder().decode(Report.self, from: Data(contentsOf: URL(fileURLWithPath: trial.file(name))))
    }

    @Test func `Reports of several machines merge into one, in any order and with repeats`()
        async throws
    {
        let first = try store(run("2026-01-01T00:00:00Z", leaks: ["Session"]), "a.json")
        let second = try store(run("2026-01-02T00:00:00Z", processors: 8, leaks: ["Session", "Feed"]), "b.json")
        let all = try await outlive(
            "merge", first, second, "--report", "json=\(trial.file("all.json"))", "--report", "text")
        #expect(all.status == 0, "\(all.errors)")
        #expect(all.lastLine == "2 runs on 2 machines: 2 resets, not compared with a relaunch; 0 fallbacks; 2 leaks")
        let merged = try report("all.json")
        #expect(merged.shards.map(\.machine.processors).sorted() == [2, 8])
        #expect(merged.findings.map(\.count) == [10, 5])
        let again = try await outlive(
            "merge", second, trial.file("all.json"), first, second, "--report", "json=\(trial.file("again.json"))")
        #expect(again.status == 0)
        #expect(again.output.isEmpty)
        #expect(try report("again.json") == merged)
    }

    @Test func `The exit code is that of the worst run on request`() async throws {
        let clean = try store(run("2026-01-01T00:00:00Z"), "a.json")
        let leaking = try store(run("2026-01-02T00:00:00Z", leaks: ["Session"]), "b.json")
        #expect(try await outlive("merge", clean, leaking).status == 0)
        #expect(try await outlive("merge", clean, leaking, "--exit-code").status == 1)
        #expect(try await outlive("merge", clean, "--exit-code").status == 0)
    }

    @Test func `A file that is no report is named in one line, and nothing is written`() async throws {
        let good = try store(run("2026-01-01T00:00:00Z"), "a.json")
        var later = run("2026-01-01T00:00:00Z")
        later.format = 99
        let bad = [
            (trial.file("missing.json"), "No such file"), ("/", "Is a directory"), ("/dev/null", "not valid JSON"),
            (try store(later, "later.json"), "format 99"),
            (try write("{\"format\":1}", "other.json"), "is missing"), (try write("", "empty.json"), "not valid JSON"),
        ]
        for (file, reason) in bad {
            for arguments in [["merge", good, file], ["compare", good, file], ["compare", file, good]] {
                let output = trial.file("out.json")
                let run = try await Started(Built.outlive, arguments + ["--report", "json=\(output)"]).end()
                #expect(run.status == 3, "\(arguments)")
                #expect(run.output.isEmpty)
                #expect(run.errors.split(separator: "\n").count == 1, "\(run.errors)")
                #expect(run.errors.contains(file == "/" ? "/" : file) && run.errors.contains(reason), "\(run.errors)")
                #expect(!FileManager.default.fileExists(atPath: output))
            }
        }
    }

    private func write(_ text: String, _ name: String) throws -> String {
        try Data(text.utf8).write(to: URL(fileURLWithPath: trial.file(name)))
        return trial.file(name)
    }

    @Test(arguments: [
        ["merge"], ["merge", "-", "-"], ["merge", "a", "--report", "pdf"], ["compare", "a"], ["compare", "-", "-"],
        ["compare", "a", "b", "--fail-on", "rain"], ["compare", "a", "b", "--max-slowdown", "-1"],
        ["compare", "a", "b", "--max-slowdown", "nan"], ["compare", "a", "b", "--report", "junit"],
    ])
    func `Wrong usage is refused in one line`(arguments: [String]) async throws {
        let run = try await Started(Built.outlive, arguments).end()
        #expect(run.status == 64)
        #expect(run.output.isEmpty)
        #expect(run.errors.split(separator: "\n").count == 1, "\(run.errors)")
    }

    @Test func `The output never overwrites an input`() async throws {
        let file = try store(run("2026-01-01T00:00:00Z"), "a.json")
        for arguments in [["merge", file], ["compare", file, file]] {
            let run = try await Started(Built.outlive, arguments + ["--report", "json=\(file)"]).end()
            #expect(run.status == 64)
            #expect(run.errors.contains("is the report"))
        }
        #expect(try report("a.json").startedAt == "2026-01-01T00:00:00Z")
    }

    @Test func `A new leak fails the comparison, by the policy`() async throws {
        let old = try store(run("2026-01-01T00:00:00Z", leaks: ["Session"]), "a.json")
        let new = try store(run("2026-01-02T00:00:00Z", leaks: ["Session", "Feed"]), "b.json")
        let run = try await outlive("compare", old, new)
        #expect(run.status == 1, "\(run.errors)")
        #expect(run.lastLine == "leaks: 1 new, 1 unchanged")
        #expect(try await outlive("compare", new, old).status == 0)
        #expect(try await outlive("compare", new, old, "--fail-on", "leak").status == 1)
        #expect(try await outlive("compare", old, new, "--fail-on", "never").status == 0)
        // Without times there is no interval, so it may be slower.
        #expect(try await outlive("compare", old, old, "--max-slowdown", "2").status == 2)
    }

    @Test func `A comparison is written in each format`() async throws {
        let file = try store(run("2026-01-01T00:00:00Z", leaks: ["Session"]), "a.json")
        let run = try await outlive(
            "compare", file, file, "--report", "json=\(trial.file("c.json"))", "--report",
            "markdown=\(trial.file("c.md"))")
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.output.isEmpty)
        let json = try Data(contentsOf: URL(fileURLWithPath: trial.file("c.json")))
        let comparison = try JSONDecoder().decode(ReportComparison.self, from: json)
        #expect(comparison.leaks.map(\.change) == [.unchanged])
        let object = try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
        #expect(object["outcome"] as? Int == 0)
        #expect(object["summary"] as? String == "leaks: 1 unchanged")
        #expect(try String(contentsOfFile: trial.file("c.md"), encoding: .utf8).hasPrefix("## ✅ Outlive: nothing new"))
    }

    @Test func `A failed later run fails the comparison`() async throws {
        let good = try store(run("2026-01-01T00:00:00Z"), "a.json")
        var failed = run("2026-01-02T00:00:00Z")
        failed.failures = [Failure(.died, "it died")]
        let bad = try store(failed, "b.json")
        #expect(try await outlive("compare", good, bad, "--fail-on", "never").status == 3)
        #expect(try await outlive("compare", bad, good).status == 0)
    }
}
