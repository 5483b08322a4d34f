import Foundation
import OutliveModel
import OutliveReport
import Testing

/// Known leaks in every format: apart from the others, with reason, owner and last day.
struct KnownLeaksReportTests {
    private func text(_ format: ReportFormat, _ report: Report = .knownLeaks) throws -> String {
        let bytes = try format.bytes(for: report, PresentationOptions(showsKnown: true))
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test func `The headline and the summary line count known leaks apart`() throws {
        let text = try text(.text)
        #expect(text.contains("Known leaks: 2 accepted, 1 expired, 1 unused"))
        #expect(
            text.hasSuffix("; 1 leak, 2 known; 1 known leak has expired\n"),
            "\(text)")
        var accepted = Report.leaking
        accepted.judge(
            by: [KnownLeak(match: KnownLeakMatch(type: "*"), reason: "all of it")], from: "k.yml",
            on: CalendarDay("2026-01-02")!)
        #expect(accepted.outcome == .clean || !accepted.stateDifferences.isEmpty || !accepted.failures.isEmpty)
        #expect(accepted.summaryLine.contains("0 leaks, "), "\(accepted.summaryLine)")
    }

    @Test(arguments: ["text", "markdown", "junit", "github", "json"])
    func `Every format says why a leak is accepted, by whom and until when`(name: String) throws {
        let format = try #require(ReportFormat.named(name))
        let text = try text(format).replacing(/\s+/, with: " ")
        for word in ["goes with the new", "store team", "2027-03-31", "one window only", "2025-12-31"] {
            #expect(text.contains(word), "\(name) has no \(word)")
        }
    }

    @Test(arguments: ["text", "markdown", "junit", "json"])
    func `Growth of libraries has its reason and the versions in which it was observed`(name: String) throws {
        let format = try #require(ReportFormat.named(name))
        let text = try text(format).replacing(/\s+/, with: " ")
        #expect(text.contains("Foundation keeps every Timer") && text.contains("6.3.1"), "\(text)")
        if name != "json" { #expect(text.contains("not with 6.4 of this run"), "\(text)") }
    }

    @Test func `A list is read back from JSON as it was written`() throws {
        let report = Report.knownLeaks
        let read = try Report(json: ReportFormat.json.bytes(for: report))
        #expect(read.known == report.known)
        #expect(read.findings == report.findings)
    }
}
