import Foundation
import OutliveModel
import OutliveReport
import Testing

/// The lines for databases.
@Suite struct NDJSONTests {
    @Test(arguments: [Report.clean, .leaking, .bleeding, .failed, .heapLeaking, Self.stuck, .merged])
    func `Every line has the same keys, and every run a line`(report: Report) throws {
        let rows = try rows(report)
        #expect(Set(rows.map { $0.keys.sorted() }).count == 1)
        let runs = rows.filter { $0["kind"] as? String == "run" }
        #expect(runs.count == max(1, report.shards.count))
        #expect(Set(rows.map { $0["run"] as? String }) == Set(runs.map { $0["run"] as? String }))
    }

    @Test func `The lines of runs are those of their merged report, but for stuck tasks`() throws {
        let single = try Report.mergedRuns.flatMap { try lines($0) }
        let merged = try lines(.merged)
        func runs(_ lines: [String]) -> Set<String> { Set(lines.filter { $0.contains(#""kind":"run""#) }) }
        #expect(runs(single) == runs(merged))
        #expect(single.count == merged.count)
        #expect(!(try lines(Self.stuck)).filter { $0.contains(#""kind":"stuck""#) }.isEmpty)
        #expect(try lines(Self.stuck.asMerged).allSatisfy { !$0.contains(#""kind":"stuck""#) })
    }

    @Test func `A cause has a line in each run that has it, with the host and the verdict of that run`() throws {
        var other = Report.leaking
        other.host = "b"
        other.startedAt = "2026-01-09T00:00:00Z"
        for index in other.findings.indices { other.findings[index].verdict = .suspect }
        var first = Report.leaking
        first.host = "a"
        let rows = try rows(first.asMerged.merged(with: other.asMerged)).filter { $0["kind"] as? String == "cause" }
        let leak = rows.filter { $0["fingerprint"] as? String == "6f1c3a" }
        let verdicts = leak.map { ($0["host"] as? String ?? "", $0["verdict"] as? String ?? "") }
        #expect(Dictionary(uniqueKeysWithValues: verdicts) == ["a": "leak", "b": "suspect"])
    }

    @Test(arguments: [("/opt/bin/app --port {port}", "app"), ("app", "app"), ("", "")])
    func `The program of an earlier report is the last component of the first word`(
        launch: String, program: String
    ) throws {
        var report = Report.clean
        report.plan.launch = launch
        #expect(try rows(report)[0]["program"] as? String == program)
    }

    @Test func `The program is the one that was measured, whatever the command begins with`() throws {
        var report = Report.clean
        report.plan.launch = "env A=1 /opt/bin/app"
        report.plan.program = "app"
        #expect(try rows(report)[0]["program"] as? String == "app")
    }

    private static var stuck: Report {
        var run = Report.clean
        run.plan.stuck = .fail
        run.stuckTasks = [TaskReportTests.stuck]
        return run
    }

    private func lines(_ report: Report) throws -> [String] {
        let text = String(decoding: try ReportFormat.ndjson.bytes(for: report), as: UTF8.self)
        #expect(text.hasSuffix("\n"))
        return text.split(separator: "\n").map(String.init)
    }

    private func rows(_ report: Report) throws -> [[String: Any]] {
        try lines(report).map { line in
            try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        }
    }
}
