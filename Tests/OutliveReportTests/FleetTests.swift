import OutliveModel
import Testing

@testable import OutliveReport

/// Merged runs of several machines and days: since when, and on which of them.
@Suite struct FleetTests {
    private func words(_ text: String) -> String { text.split(whereSeparator: \.isWhitespace).joined(separator: " ") }

    @Test func `The history has a cell for each machine and day on which something ran`() throws {
        let history = FleetHistory.fleet
        #expect(history.places == (0..<4).map { "ci-runner-0\($0)" })
        #expect(history.columns.map { "\($0.lowerBound)" } == (2...6).map { "2026-01-0\($0)" })
        let row = try #require(history.rows.first)
        #expect(row.cells[0].map { $0?.seen } == [0, 0, 0, 0, 0])
        #expect(row.cells[1].map { $0?.seen } == [0, 0, 1, 1, 1])
        #expect(row.cells.joined().allSatisfy { $0?.runs == 1 })
        let seen = history.sightings(of: row)
        #expect(seen.map(\.place) == ["ci-runner-01", "ci-runner-03"])
        #expect(seen.map { "\($0.first) \($0.last) \($0.seen) of \($0.runs)" }[0] == "2026-01-04 2026-01-06 3 of 5")
    }

    @Test func `A machine without a run on a day has no cell then`() throws {
        var report = Report.fleet
        report.shards.removeAll { $0.host == "ci-runner-02" && $0.day != CalendarDay("2026-01-03") }
        let history = try #require(FleetHistory(Presentation(report).causes, in: report.shards))
        #expect(history.rows[0].cells[2].map { $0 == nil } == [true, false, true, true, true])
    }

    @Test func `Many days share columns, and starts that are no dates are left out`() throws {
        var report = Report.fleet
        report.shards[0].startedAt = "2024-01-01T00:00:00Z"
        report.shards[1].startedAt = "yesterday"
        let history = try #require(FleetHistory(Presentation(report).causes, in: report.shards))
        #expect(history.columns.count <= 62 && history.days(0).hasPrefix("2024-01-01 to "))
        #expect(history.rows[0].cells.joined().reduce(0) { $0 + ($1?.runs ?? 0) } == 19)
    }

    @Test func `One machine on one day has no history`() {
        let merged = Report.leaking.asMerged
        #expect(FleetHistory(Presentation(merged).causes, in: merged.shards) == nil)
    }

    @Test func `Text names hosts and dates, in the order of the runs, and since when a cause is seen`() throws {
        let text = Report.fleet.text(TextStyle(width: 120))
        #expect(text.contains("20 runs on 4 machines"))
        let rows = text.split(separator: "\n").filter { $0.contains("ci-runner") && $0.contains("7.4x faster") }
        #expect(rows.count == 20)
        let starts = rows.compactMap { $0.firstMatch(of: #/01-\d\d \d\d:\d\d/#)?.output }
        #expect(starts.count == 20 && starts == starts.sorted())
        #expect(words(text).contains("since 2026-01-04 01:04, last 2026-01-06 03:04, on 2 of 4 machines"))
        #expect(text.contains("ci-runner-00, ci-runner-01, ci-runner-02, ci-runner-03: Debian GNU/Linux 12"))
    }

    @Test(arguments: [60, 80, 200])
    func `The columns of runs are apart at every width`(width: Int) throws {
        var report = Report.fleet
        for index in report.shards.indices {
            report.shards[index].host = "a-host-with-a-very-long-name-\(index)"
            report.shards[index].plan.arms = Report.arms.plan.arms
            report.shards[index].comparison = Report.arms.comparison
        }
        let text = report.text(TextStyle(width: width))
        let start = try #require(text.firstRange(of: "\nRuns"))
        for line in text[start.lowerBound...].split(separator: "\n").prefix(40) {
            #expect(columns(of: line) <= width)
        }
        #expect(!text.contains(#/ms[a-z]/#) && !text.contains(#/\dtruncate/#))
    }

    @Test func `The worst of many runs are shown, by their start`() {
        let runs = Report.fleet.shards
        let table = RunsTable(runs, limit: 6)
        #expect(table.rows.allSatisfy { $0.shard.outcome != .clean } && table.others == 14)
        #expect(table.rows.map(\.shard.startedAt) == table.rows.map(\.shard.startedAt).sorted())
    }

    @Test func `The page has the picture, and the runs of a cause with their hosts and starts`() throws {
        let page = try Report.fleet.page()
        #expect(HTMLChecker(page).complaints == [])
        #expect(page.contains("<section id=\"history\"") && page.contains("20 runs on 4 machines"))
        #expect(page.contains("ci-runner-01, 2026-01-04: in 1 of 1 run, at most 72 alive"))
        #expect(page.contains("ci-runner-01, 2026-01-03: not in 1 run"))
        #expect(page.contains("2026-01-04 01:04"))
    }
}
