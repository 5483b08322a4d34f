import Foundation
import OutliveModel
import OutliveTestSupport
import Testing

@testable import OutliveReport

/// The picture of `--export flamegraph` in a browser.
@Suite(.serialized, .enabled(if: Browser.path != nil, "chromium is not installed (apt-get install chromium)"))
struct FlameGraphBrowserTests {
    /// The first lines of the titles of the calls that are shown.
    private static let shown = """
        [...document.querySelectorAll('svg.call')].filter(call => call.style.display !== 'none')
          .map(call => call.querySelector('title').textContent.split('\\n')[0]).sort().join(', ')
        """

    private func browse(_ test: (Browser) async throws -> Void) async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "outlive-\(UUID().uuidString).svg")
        defer { try? FileManager.default.removeItem(at: file) }
        let (main, load) = (
            Frame.named(1, "App.main() -> ()", line: 1), Frame.named(2, "App.Load.all() -> ()", line: 2)
        )
        let render = Frame.named(3, "App.Render.all() -> ()", line: 3)
        let stacks = [
            ([Frame.named(4, "App.Load.part() -> ()", line: 4), load, main], 400),
            ([Frame.named(5, "App.Load.rest() -> ()", line: 5), load, main], 200),
            ([Frame.named(6, "App.Render.part() -> ()", line: 6), render, main], 300),
            ([Frame.named(7, "App.Render.rest() -> ()", line: 7), render, main], 100),
        ].map { LiveStack(Backtrace(frames: $0.0), objects: 1, bytes: $0.1) }
        try Data(FlameGraph(AllocationProfile(stacks, title: "app")).text.utf8).write(to: file)
        try await Browser.run { browser in
            try await browser.watch()
            try await browser.show(width: 1_280, height: 900, scheme: "light")
            try await browser.go(to: file.absoluteString)
            _ = try await browser.value(of: "document.querySelectorAll('svg.call').length === 8 && 'drawn'")
            try await test(browser)
            #expect(browser.complaints == [])
        }
    }

    @Test func `A call that is zoomed is shown with its callers and its callees alone`() async throws {
        try await browse { browser in
            func zoom(_ name: String) async throws {
                _ = try await browser.value(
                    of: """
                        [...document.querySelectorAll('svg.call')]
                          .find(call => call.querySelector('title').textContent.startsWith('\(name)'))
                          .dispatchEvent(new MouseEvent('click')) && 'clicked'
                        """)
            }
            try await zoom("Render.part")
            #expect(try await browser.value(of: Self.shown) == "Render.all(), Render.part(), all, main()")
            try await zoom("Load.all")
            #expect(try await browser.value(of: Self.shown) == "Load.all(), Load.part(), Load.rest(), all, main()")
            try await zoom("all")
            #expect(try await browser.value(of: Self.shown).split(separator: ",").count == 8)
        }
    }

    @Test func `A search marks calls, and counts bytes of nested ones once`() async throws {
        try await browse { browser in
            _ = try await browser.value(of: "document.querySelector('input').focus() || 'focused'")
            try await browser.type("load")
            let status = "document.querySelector('text.status').textContent"
            #expect(try await browser.value(of: status) == "3 calls found, 60.0% of the bytes")
            #expect(try await browser.value(of: "document.querySelectorAll('.call.found').length + ''") == "3")
            try await browser.press("Escape")
            #expect(try await browser.value(of: status).hasPrefix("live bytes by allocation stack"))
        }
    }
}
