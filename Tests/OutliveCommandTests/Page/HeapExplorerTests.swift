import Foundation
import OutliveTestSupport
import Testing

@testable import OutliveModel

/// The explorer page of a snapshot, in a browser.
@Suite(.serialized, .enabled(if: Browser.path != nil, "chromium is not installed (apt-get install chromium)"))
struct HeapExplorerTests {
    private let trial: HeapTrial

    init() throws { trial = try HeapTrial() }

    /// Takes two snapshots of a fixture and shows the page of the later one.
    private func browse(_ options: String..., test: (Browser) async throws -> Void) async throws {
        let started = try trial.start(
            [
                "sh", "-c", #"echo $$ >"$2"; exec "$0" end signal >"$1""#, Built.heapFixture, trial.file("out"),
                trial.file("pid"),
            ],
            options: ["--census", "signal"])
        try await trial.awaitText("ready", in: "out")
        let process = try #require(pid_t(trial.text("pid").trimmingCharacters(in: .whitespacesAndNewlines)))
        for name in ["one", "two"] {
            let census = try await outlive("census", "\(process)", "--graph", trial.file(name))
            try #require(census.status == 0, "\(census.errors)")
        }
        kill(process, SIGTERM)
        _ = try await started.end()
        let options = options.map { $0 == "one" ? trial.file("one") : $0 }
        let run = try await Started(
            Built.outlive, ["heap", trial.file("two"), "--report", "html=\(trial.file("page.html"))"] + options
        ).end()
        try #require(run.status == 0, "\(run.errors)")
        try await Browser.run { browser in
            try await browser.watch()
            try await browser.show(width: 1_280, height: 900, scheme: "light")
            try await browser.go(to: "file://\(trial.file("page.html"))")
            _ = try await browser.value(of: "document.querySelector('#map-view:not([hidden]) .box') && 'ready'")
            try await test(browser)
            #expect(browser.complaints == [])
            #expect(browser.requests.allSatisfy { $0.hasPrefix("file://\(trial.file("page.html"))") })
        }
    }

    @Test func `Counts and retained sizes are those of outlive heap`() async throws {
        try await browse { browser in
            let listed = try await outlive(
                "heap", trial.file("two"), "--top", "--report", "json=\(trial.file("list.json"))")
            try #require(listed.status == 0, "\(listed.errors)")
            let report = try JSONDecoder().decode(SnapshotReport.self, from: Data(trial.text("list.json").utf8))
            let expected = report.types.map {
                "\($0.type.description)|\($0.objects)|\($0.bytes)|\($0.retainedBytes ?? -1)"
            }
            let shown = try await browser.value(
                of: "heap.data.types.map(t => [heap.text(t[0]), t[1], t[2], t[3]].join('|')).join('\\n')")
            #expect(shown == expected.joined(separator: "\n"))
        }
    }

    @Test func `Types are searched while typing, and sorted by their heads with the keyboard`() async throws {
        try await browse { browser in
            _ = try await browser.value(of: "document.getElementById('type-search').focus() || 'focused'")
            try await browser.type("plain")
            let names = "[...document.querySelectorAll('#type-table .opener')].map(b => b.textContent).join(' ')"
            #expect(try await browser.value(of: names) == "heap_fixture.Plain")
            #expect(
                try await browser.value(of: "document.getElementById('type-count').textContent").hasPrefix("1 of "))
            _ = try await browser.value(
                of: "(s => { s.value = ''; s.dispatchEvent(new Event('input')); return 'cleared' })"
                    + "(document.getElementById('type-search'))")
            _ = try await browser.value(of: "document.querySelector('[data-key=name]').focus() || 'focused'")
            try await browser.press("Enter")
            let isSorted = """
                (names => String(names.join() === [...names].sort().join()))(
                  [...document.querySelectorAll('#type-table .opener')].map(b => b.textContent))
                """
            #expect(try await browser.value(of: isSorted) == "true")
            #expect(
                try await browser.value(
                    of: "document.activeElement.closest('th').getAttribute('aria-sort')") == "ascending")
        }
    }
}
