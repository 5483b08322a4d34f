import OutliveModel
import OutliveReport
import Testing

/// The table of raw samples, read back by a reader of RFC 4180.
@Suite struct CSVTests {
    @Test(arguments: [Report.clean, .leaking, .bleeding, .failed, .heapLeaking, .merged])
    func `Every row has a cell for every column of a constant heading`(report: Report) throws {
        let rows = try rows(report)
        #expect(
            rows[0].prefix(12) == [
                "row", "shard", "machine", "arm", "order", "pair", "cycle", "warmup", "seconds", "stop_seconds",
                "start_seconds", "fell_back",
            ])
        #expect(rows.allSatisfy { $0.count == rows[0].count })
        #expect(Set(rows[0]).count == rows[0].count)
    }

    @Test func `Every sample and every cycle is a row, with all digits of its numbers`() throws {
        var report = Report.clean
        report.samples = [
            Sample(
                arm: .launch, order: 0, pair: 3, warmup: true, seconds: 0.1 + 0.2, stopSeconds: 1e-7,
                startSeconds: 0.3, fellBack: false, outlier: true),
            Sample(arm: .reset, order: 1, seconds: .infinity, fellBack: true),
        ]
        let rows = try rows(report)
        #expect(rows.count == 1 + 2 + 50)
        let heading = rows[0]
        func cell(_ row: Int, _ column: String) throws -> String {
            rows[row][try #require(heading.firstIndex(of: column))]
        }
        #expect(try cell(1, "row") == "sample")
        #expect(try Double(cell(1, "seconds")) == 0.1 + 0.2)
        #expect(try Double(cell(1, "stop_seconds")) == 1e-7)
        #expect(try cell(1, "warmup") == "true")
        #expect(try cell(1, "cycle") == "")
        #expect(try cell(2, "seconds") == "Inf")
        #expect(try cell(2, "pair") == "")
        #expect(try cell(3, "row") == "cycle")
        #expect(try cell(3, "cycle") == "1")
        #expect(try cell(3, "resident_bytes") == "48100100")
    }

    @Test func `A merged report has a row for each run and arm, and cells that no spreadsheet would run`() throws {
        var report = Report.merged
        report.shards[0].machine.system = "=cmd|' /C calc'!A0"
        report.shards[1].machine.system = "a \"b\", c\r\nd"
        let rows = try rows(report)
        let column = try #require(rows[0].firstIndex(of: "machine"))
        #expect(rows.dropFirst().allSatisfy { $0[0] == "summary" })
        let compared = report.shards.count { $0.comparison != nil }
        #expect(rows.count { $0.contains("launch-stop") } == compared)
        for row in rows { #expect(!row[column].hasPrefix("=")) }
        let systems = rows.map { $0[column] }
        #expect(systems.contains { $0.hasPrefix("'=cmd|") } || report.shards[0].comparison == nil)
        #expect(systems.contains { $0.hasPrefix("a \"b\", c\\r\\nd, ") } || report.shards[1].comparison == nil)
    }

    /// The cells, by the rules of RFC 4180 and no others.
    private func rows(_ report: Report) throws -> [[String]] {
        let format = try #require(ReportFormat.named("csv"))
        let text = String(decoding: try format.bytes(for: report), as: UTF8.self)
        #expect(text.hasSuffix("\r\n"))
        var rows: [[String]] = []
        var row: [String] = []
        var cell = ""
        var isQuoted = false
        var scalars = Array(text.unicodeScalars)[...]
        while let scalar = scalars.popFirst() {
            switch scalar {
            case "\"" where isQuoted && scalars.first == "\"":
                cell.unicodeScalars.append(scalar)
                scalars.removeFirst()
            case "\"": isQuoted.toggle()
            case "," where !isQuoted:
                row.append(cell)
                cell = ""
            case "\r" where !isQuoted:
                try #require(scalars.popFirst() == "\n")
                rows.append(row + [cell])
                (row, cell) = ([], "")
            default: cell.unicodeScalars.append(scalar)
            }
        }
        #expect(row.isEmpty && cell.isEmpty && !isQuoted)
        return rows
    }
}
