import OutliveModel
import OutliveReport
import Testing

/// A run without leaks whose memory grew must not appear clean in any format.
struct UnexplainedGrowthReportTests {
    private static let headline = "no leaking objects; memory grew 205 kB per cycle, unexplained"

    private var growing: Report {
        var report = Report.clean
        report.slopes[1] = Slope(
            metric: .residentBytes, perCycle: 205_000, interval: Interval(lower: 190_000, upper: 220_000),
            minimumEffect: 16_384, cycles: 40, course: .lasting)
        return report
    }

    private func text(_ report: Report, _ format: String) throws -> String {
        let format = try #require(ReportFormat.named(format))
        let bytes = try format.bytes(for: report, PresentationOptions(root: "/project"))
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test func `Unexplained growth leaves the answer open, and comes next in the summary line`() {
        #expect(growing.outcome == .clean)
        #expect(growing.summaryLine.hasPrefix("Unknown: \(Self.headline); reset 7.4x faster than relaunch"))
        #expect(growing.asMerged.summaryLine.contains(Self.headline))
    }

    @Test func `Unexplained growth claims nothing about unwatched objects, and names each metric`() {
        var report = growing
        report.watch = .notWatched
        report.slopes[4] = Slope(
            metric: .descriptors, perCycle: 1, interval: Interval(lower: 1, upper: 1), minimumEffect: 0.05, cycles: 40)
        #expect(
            report.summaryLine.hasPrefix(
                "Unknown: memory grew 205 kB per cycle, descriptors grew 1.0 per cycle, unexplained; reset"))
    }

    @Test func `Unexplained growth is the first line of the text, beside the leaks`() throws {
        let lines = try text(growing, "text").split(separator: "\n")
        #expect(lines.first == "No leaking objects; memory grew 205 kB per cycle, unexplained")
        #expect(
            lines.joined(separator: " ").contains(
                "Leaks: none; nothing outlived a reset; but memory grew 205 kB per cycle, unexplained"))
        #expect(lines.last?.hasPrefix("Unknown: \(Self.headline)") == true)
    }

    @Test func `Unexplained growth begins the output of the JUnit case, and is a failure if growth is`() throws {
        #expect(try text(growing, "junit").contains("<system-out>Unknown: \(Self.headline)"))
        var failing = growing
        failing.plan.growth = .fail
        #expect(failing.outcome == .notClean)
        #expect(try text(failing, "junit").contains("type=\"growth\""))
    }

    @Test func `Unexplained growth is a warning in Markdown and for GitHub, not a tick and a notice`() throws {
        let markdown = try text(growing, "markdown")
        #expect(markdown.hasPrefix("## ⚠️ Outlive"))
        #expect(markdown.contains("\nUnknown: \(Self.headline)"))
        #expect(try text(growing, "github").contains("::warning title=Outlive::Unknown: \(Self.headline)"))
        #expect(try text(Report.clean, "github").contains("::notice title=Outlive::"))
    }

    @Test func `Unexplained growth is amber on the page`() throws {
        let page = try text(growing, "html")
        #expect(page.contains("Clean: \(Self.headline)."))
        #expect(page.contains("<dd class=\"warn\">205 kB</dd>"))
        #expect(!page.contains("<section id=\"verdict\" class=\"good\""))
    }
}
