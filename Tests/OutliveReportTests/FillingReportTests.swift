import OutliveModel
import Testing

@testable import OutliveReport

/// Stores that are probably not full yet: every format reports them, and none as a leak.
@Suite struct FillingReportTests {
    private var report: Report {
        var report = Report.traced
        report.slopes = []
        report.stuckTasks = nil
        var rows = Finding.traced("NoteService.Session", 50, bytes: 1_600, "0f1e", .cached)
        rows.live = [0, 0, 11, 20, 27, 33, 38, 42, 45, 48, 49, 50]
        rows.verdict = .filling
        var texts = Finding.traced(
            "Swift.__StringStorage", 50, bytes: 3_200, "5e6f", victimOf: "0f1e", .cached.to("String"))
        texts.verdict = .filling
        report.findings = [rows, texts]
        return report
    }

    private func text(_ format: ReportFormat) throws -> String {
        String(decoding: try format.bytes(for: report), as: UTF8.self)
    }

    @Test func `A run with a store that fills is clean, says so, and names what to do`() {
        #expect(report.outcome == .clean)
        #expect(report.causes.isEmpty)
        let text = report.text()
        #expect(text.contains("\nLeaks: none; 1 probably still filling\n"), "\(text)")
        #expect(
            text.contains(
                """
                  FILLING  static SessionCache.byUserAndDevice keeps 50 Session
                  Probably no leak: a store or pool that is not full yet, as its growth slows
                  down or comes in few steps. Give each cycle more work (a greater
                  --work-repeat), or run more cycles: a bound ends the growth.

                """), "\(text)")
        #expect(text.contains("by cycle    0 0 11 20 27 33 38 42 45 48 49 50 (first 2: warm-up)"), "\(text)")
        #expect(text.contains("0 leaks, 1 probably still filling"))
    }

    @Test(arguments: [ReportFormat.text, .json, .junit, .github, .markdown, .sarif, .ndjson, .html].map(\.name))
    func `Every format has the store, and none calls it a leak`(name: String) throws {
        let text = try text(#require(ReportFormat.named(name)))
        #expect(text.contains("byUserAndDevice"), "\(text)")
        #expect(text.lowercased().contains("filling"), "\(text)")
        #expect(text.contains("--work-repeat"), "\(text)")
        for word in [
            "\"verdict\": \"leak\"", "\"verdict\" : \"leak\"", "LEAK", "<failure", "::error", "\"level\": \"error\"",
        ]
        where name != "html" {
            #expect(!text.contains(word), "\(word): \(text)")
        }
    }

    @Test func `A stricter policy fails the run, and its reason is the store`() throws {
        var strict = report
        strict.plan.failOn = .suspect
        #expect(strict.outcome == .notClean)
        #expect(strict.failingCauses.map(\.verdict) == [.filling])
        let page = String(decoding: try ReportFormat.html.bytes(for: strict), as: UTF8.self)
        #expect(page.contains("Not clean: 1 probably still filling."))
    }

    @Test func `A page with a store that fills does not say that nothing leaked`() throws {
        let page = try text(.html)
        #expect(!page.contains("nothing leaked"))
        #expect(page.contains("nothing was found that fails a run"))
    }
}
