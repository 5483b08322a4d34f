import OutliveReport
import Testing

@testable import OutliveModel

/// The section that shows an earlier run beside this one.
@Suite struct ChangesPartTests {
    /// The cells of the row of a type in the table of leaks.
    private func row(_ type: String, of page: String) throws -> [String] {
        let row = try #require(
            page.split(separator: "<tr>").first { $0.contains("data-head=\"Cause\"") && $0.contains("\(type)</code>") })
        return row.matches(of: #/<(?:td|th)[^>]*>(.*?)<\/(?:td|th)>/#).map {
            String($0.output.1.replacing(#/<[^>]*>/#, with: ""))
        }
    }

    @Test func `The page shows new, gone and remaining leaks with amounts and bytes before and after`() throws {
        var comparison = ComparisonReportTests.everything
        comparison.leaks[3].old?.bytes = 1_500
        comparison.leaks[3].new?.bytes = 4_610
        let page = try Report.leaking.page(comparison: comparison)
        #expect(HTMLChecker(page).complaints == [])
        #expect(page.contains("<section id=\"changes\""))
        #expect(page.contains("<a href=\"#changes\">"))
        #expect(
            try row("Timer", of: page)
                == ["unchanged", "Timer", "leak", "72 alive", "72 alive", "1.50 kB", "4.61 kB"])
        #expect(try row("Feed", of: page).prefix(5) == ["worse", "Feed", "suspect → leak", "1 alive", "72 alive"])
        #expect(try row("Cache", of: page).suffix(4) == ["72 alive", "–", "–", "–"])
        #expect(page.contains("open descriptors: file /var/log/app.log"))
        #expect(page.contains("1.39x, 1.30-1.45"))
    }

    @Test func `A new cause is marked on its card, and its row links to the card`() throws {
        var comparison = ComparisonReportTests.everything
        let fingerprint = try #require(Report.leaking.causes.first).fingerprint
        comparison.leaks[0].fingerprint = fingerprint
        let page = try Report.leaking.page(comparison: comparison)
        let card = try #require(page.firstMatch(of: #/<details class="finding" id="cause-1"[\s\S]*?<\/summary>/#))
        #expect(card.output.contains("<span class=\"badge bad\">new</span>"))
        let changes = try #require(page.firstRange(of: "<section id=\"changes\""))
        #expect(page[changes.lowerBound...].contains("<a href=\"#cause-1\"><code>Session.onEvent: "))
    }

    @Test func `Without an earlier run there is no such section`() throws {
        #expect(!(try Report.leaking.page().contains("changes")))
    }

    @Test func `Names from an earlier report stay text`() throws {
        let nasty = "</script><img src=x onerror=alert(1)>\"'&\u{202E}\u{0}"
        var comparison = ComparisonReportTests.everything
        comparison.old.name = nasty
        comparison.old.startedAt = nasty
        comparison.notes = [nasty]
        comparison.leaks[0].culprit = nasty
        comparison.leaks[0].key.name = nasty
        comparison.leaks[0].key.site.fileID = nasty
        comparison.differences[0].subject = nasty
        let page = try Report.clean.page(comparison: comparison)
        let checker = HTMLChecker(page)
        #expect(checker.complaints == [])
        #expect(!checker.elements.contains("img"))
    }
}
