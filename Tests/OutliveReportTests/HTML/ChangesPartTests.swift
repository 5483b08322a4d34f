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

    @Test func `The page shows new, more and gone allocations with their functions, as the text does`() throws {
        let comparison = ComparisonReportTests.everything
        let page = try Report.leaking.page(comparison: comparison)
        #expect(page.contains("<h3>Allocations: 41 → 43 allocations per cycle"))
        let rows = page.split(separator: "<tr>").filter { $0.contains("data-head=\"Allocated in\"") }.map { row in
            row.matches(of: #/<(?:td|th)[^>]*>(.*?)<\/(?:td|th)>/#).map {
                String($0.output.1.replacing(#/<[^>]*>/#, with: ""))
            }
        }
        #expect(
            rows.first == [
                "new", "0 → 3", "+192 B", "Swift._ContiguousArrayStorage&lt;Swift.Int&gt;",
                "RouteTable.match(_:) (Router.swift:81)", "Router.handle(_:)",
            ])
        #expect(rows.map { $0[0] } == ["new", "more", "gone"])
        #expect(page.contains("matched by type, function and callers"))
    }

    @Test func `The page of a run of arms shows what changed from the first arm to each other one`() throws {
        var report = Report.arms
        let names = report.plan.comparedArms.map(\.name)
        report.allocations = [.routing(isLater: false, arm: names[1]), .routing(isLater: true, arm: names[2])]
        let page = try report.page()
        #expect(HTMLChecker(page).complaints == [])
        #expect(page.contains("<h3>Allocations of template → truncate: 41 → 43 allocations per cycle"))
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
