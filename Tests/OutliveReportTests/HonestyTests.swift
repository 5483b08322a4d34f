import OutliveModel
import Testing

@testable import OutliveReport

/// Reports state what took place, and nothing about what did not.
@Suite struct HonestyTests {
    private func text(_ report: Report, _ format: ReportFormat) throws -> String {
        String(decoding: try format.bytes(for: report), as: UTF8.self)
    }

    @Test(arguments: ReportFormat.all.map(\.name))
    func `Speed is not mentioned without a successful reset`(format: String) throws {
        // SARIF lists every rule, whether it was broken or not.
        let text = try text(.unresettable, #require(ReportFormat.named(format))).replacing("slower-than-gate", with: "")
        for word in ["slower", "46.5", "saves ", "costs ", "under the gate", "no interval", "reset, in relaunches"] {
            #expect(!text.contains(word), "\(word): \(text)")
        }
        #expect(!text.contains("x faster than relaunch,"))
    }

    @Test func `A gate without a successful reset is not judged, and the failure names the printing program`() throws {
        let text = Report.unresettable.text()
        #expect(
            Report.unresettable.summaryLine
                == "no result: the reset command 'app reset' ended with status 2: run it by hand")
        #expect(text.contains("the reset command printed last:\n    | usage: app reset NAME\n"), "\(text)")
        var soaked = Report.unresettable
        soaked.soak.append(SoakCycle(cycle: 2, seconds: 0.1))
        #expect(soaked.summaryLine.hasPrefix("1 reset, not compared with a relaunch; 7 fallbacks; 0 leaks;"))
        #expect(soaked.summaryLine.contains("; gate not judged: no reset succeeded; failed: "))
    }

    @Test(arguments: ReportFormat.all.map(\.name))
    func `A run without resets speaks of cycles`(format: String) throws {
        // The options of a run name the reset that there is not; the page has explanations for every run.
        let text = try text(.worked, #require(ReportFormat.named(format)))
        for word in ["per reset", "14 resets", "outlived a reset", "after the resets", "fallback", "too few resets"] {
            guard !["json", "csv"].contains(format) else { break }
            // The style sheet of the page names the mark of a fallback.
            if format == "html", word == "fallback" { continue }
            #expect(!text.contains(word), "\(word): \(text)")
        }
    }

    @Test func `A run of cycles names them in its table, its headline and its summary`() throws {
        let text = Report.worked.text()
        #expect(text.contains(/Soak: 14 cycles +first +last +per cycle/))
        #expect(text.hasSuffix("\n14 cycles; 0 leaks\n"), "\(text)")
        let page = try self.text(.worked, #require(ReportFormat.named("html")))
        #expect(page.contains("no leaks found in 14 cycles."))
    }

    @Test(
        arguments: [
            (nil, "the application"), (.work, "the work command"), (.probe, "the probe command"),
            (.reset, "the reset command"), (.tool, "the program"),
        ] as [(HelperCommand?, String)])
    func `The output of a failure is attributed to the program that printed it`(helper: HelperCommand?, words: String)
        throws
    {
        var report = Report.failed
        report.failures = [Failure(.command, "it failed", output: "one\ntwo\n", printedBy: helper)]
        for format in ["text", "markdown", "junit", "github", "sarif"] {
            let text = try text(report, #require(ReportFormat.named(format)))
            #expect(text.contains("\(words) printed last:"), "\(format): \(text)")
        }
        let page = try text(report, #require(ReportFormat.named("html")))
        #expect(page.contains("T\(words.dropFirst()) printed last:"))
    }

    @Test func `The reason of a trap is shown first, with its next lines and without the end of the dump`() throws {
        var report = Report.failed
        let dump = (1...200).map { "rax \($0)" }.joined(separator: "\n")
        report.failures = [Failure(.died, "'app' died", output: "a.swift:1: Fatal error: Index out of range\n" + dump)]
        let text = report.text()
        #expect(
            text.contains(
                "the application printed when it crashed:\n    | a.swift:1: Fatal error: Index out of range\n    | rax 1\n"
            ),
            "\(text)")
        #expect(text.contains("| rax 14\n") && !text.contains("| rax 15\n"))
    }

    @Test(arguments: [60, 70, 80, 200])
    func `Tables fit a narrow terminal, and none of their figures is lost`(width: Int) {
        for report in [Report.clean, .heapLeaking, .worked] {
            let text = report.text(TextStyle(width: width))
            let figures =
                SoakTable(report.runs[0], report.soak).rows.flatMap {
                    [$0.cells[0], $0.cells[2], $0.cells[3], $0.cells[4]]
                }
                + report.runs[0].timingRows().flatMap(\.cells)
            let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            for figure in figures { #expect(words.contains(figure), "\(figure) at \(width): \(text)") }
        }
    }
}
