import Foundation
import OutliveTestSupport
import Testing

@testable import OutliveModel

/// The field above the causes, in a browser.
@Suite(.serialized, .enabled(if: Browser.path != nil, "chromium is not installed (apt-get install chromium)"))
struct SearchFieldBrowserTests {
    /// The titles of the cards that are shown.
    private static let shown = """
        ([...document.querySelectorAll('#leaks details.finding')].filter(card => card.checkVisibility())
          .map(card => card.id).join(' ') || 'none')
        """
    private static let count = "document.querySelector('#leaks .search output').textContent"

    /// Shows the page of many causes in a browser.
    private func browse(_ test: (Browser) async throws -> Void) async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "outlive-\(UUID().uuidString).html")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(try Report.manyCauses.page().utf8).write(to: file)
        try await Browser.run { browser in
            try await browser.watch()
            try await browser.show(width: 1_280, height: 900, scheme: "light")
            try await browser.go(to: file.absoluteString)
            _ = try await browser.value(of: "document.querySelector('#leaks .search:not([hidden])') && 'ready'")
            try await test(browser)
            #expect(browser.complaints == [])
        }
    }

    @Test func `Causes are filtered while the user types, by the keyboard alone`() async throws {
        try await browse { browser in
            let all = try await browser.value(of: Self.shown)
            #expect(all.split(separator: " ").count == 12)
            #expect(try await browser.value(of: Self.count) == "12 causes")
            var stops = 0
            while try await browser.value(of: "document.activeElement.type || 'none'") != "search", stops < 100 {
                try await browser.press("Tab")
                stops += 1
            }
            try await browser.type("KIND1")
            #expect(try await browser.value(of: Self.count) == "3 of 12 causes")
            #expect(try await browser.value(of: Self.shown).split(separator: " ").count == 3)
            // Every word must match.
            try await browser.type(" kind10")
            #expect(try await browser.value(of: Self.count) == "1 of 12 causes")
            try await browser.type("x")
            #expect(try await browser.value(of: Self.count) == "none of 12 causes")
            #expect(try await browser.value(of: Self.shown) == "none")
            try await browser.press("Escape")
            #expect(try await browser.value(of: Self.shown) == all)
        }
    }

    @Test func `A verdict can be chosen`() async throws {
        try await browse { browser in
            let choose = """
                (() => {
                  const select = document.querySelector('#leaks-kind');
                  select.value = 'suspect';
                  select.dispatchEvent(new Event('change'));
                  return 'chosen';
                })()
                """
            _ = try await browser.value(of: choose)
            #expect(try await browser.value(of: Self.count) == "4 of 12 causes")
        }
    }

    @Test func `A link to a cause that is filtered out ends the filter`() async throws {
        try await browse { browser in
            let type = """
                (() => {
                  const input = document.querySelector('#leaks-words');
                  input.value = 'no such cause';
                  input.dispatchEvent(new Event('input'));
                  return 'typed';
                })()
                """
            _ = try await browser.value(of: type)
            #expect(try await browser.value(of: Self.shown) == "none")
            let follow = "document.querySelector('.reasons a[href=\"#cause-2\"]').click() || 'followed'"
            _ = try await browser.value(of: follow)
            #expect(try await browser.value(of: Self.count) == "12 causes")
            #expect(
                try await browser.value(of: "document.querySelector('#cause-2').checkVisibility() && 'shown'")
                    == "shown")
        }
    }

    @Test func `A link to a cause that is shown leaves the filter as it is`() async throws {
        try await browse { browser in
            let choose = """
                (() => {
                  const select = document.querySelector('#leaks-kind');
                  select.value = 'suspect';
                  select.dispatchEvent(new Event('change'));
                  const link = document.createElement('a');
                  link.href = '#' + \(Self.shown).split(' ')[0];
                  document.body.append(link);
                  link.click();
                  return 'followed';
                })()
                """
            _ = try await browser.value(of: choose)
            #expect(try await browser.value(of: Self.count) == "4 of 12 causes")
        }
    }

    @Test func `After a print, the parts that were open are open, and the others are not`() async throws {
        try await browse { browser in
            let open = "[...document.querySelectorAll('main details')].map(part => Number(part.open)).join('')"
            let first = try await browser.value(
                of: "(document.querySelector('main details:not([open])').open = true, \(open))")
            #expect(first.contains("0") && first.contains("1"))
            let printed = try await browser.value(of: "(dispatchEvent(new Event('beforeprint')), \(open))")
            #expect(!printed.contains("0"))
            #expect(try await browser.value(of: "(dispatchEvent(new Event('afterprint')), \(open))") == first)
        }
    }

    @Test func `A print has all causes and no field`() async throws {
        try await browse { browser in
            let type = """
                (() => {
                  const input = document.querySelector('#leaks-words');
                  input.value = 'no such cause';
                  input.dispatchEvent(new Event('input'));
                  return 'typed';
                })()
                """
            _ = try await browser.value(of: type)
            try await browser.show(width: 794, height: 1_123, scheme: "light", media: "print")
            #expect(try await browser.value(of: Self.shown).split(separator: " ").count == 12)
            #expect(
                try await browser.value(of: "String(document.querySelector('.search').checkVisibility())") == "false")
        }
    }
}

extension Report {
    /// A run with 8 leaks and 4 suspects.
    fileprivate static var manyCauses: Report {
        var report = Report.leaking
        let finding = report.findings[0]
        report.findings = (0..<12).map { index in
            var other = finding
            other.key.name = "NoteService.Kind\(index)"
            other.fingerprint = "f\(index)"
            other.verdict = index < 8 ? .leak : .suspect
            other.traces = []
            return other
        }
        return report
    }
}
