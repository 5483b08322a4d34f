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

    @Test func `Counts, retained sizes and holders are those of outlive heap`() async throws {
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

            let traced = try await outlive(
                "heap", trial.file("two"), "--type", "Plain", "--trace", "--report", "json=\(trial.file("t.json"))")
            try #require(traced.status == 0, "\(traced.errors)")
            let traces = try JSONDecoder().decode(SnapshotReport.self, from: Data(trial.text("t.json").utf8)).traces
            let trace = try #require(traces?.first?.traces.first)
            // The tree joins the elements of a container.
            let steps = trace.steps.dropLast().reversed().map {
                ($0.name + ($0.edge ?? "")).replacing(/\[[0-9]+\]/, with: "[]")
            }
            let opener = "[...document.querySelectorAll('.opener')].find(b => b.title === 'heap_fixture.Plain')"
            _ = try await browser.value(of: "\(opener).click() || 'clicked'")
            let holders = """
                [...document.querySelectorAll('.details [role=tree][aria-label^=Holders] .row > code:first-of-type')]
                  .map(code => code.textContent).join('\\n')
                """
            #expect(try await browser.value(of: holders) == steps.joined(separator: "\n"))
            let references = """
                [...document.querySelectorAll('[role=tree][aria-label^=References] > [role=treeitem] > .row > .n')]
                  .map(count => count.textContent).join(' ')
                """
            #expect(try await browser.value(of: references).split(separator: " ").allSatisfy { Int($0) ?? 0 > 0 })
        }
    }

    @Test func `Types are searched while typing, and sorted by their heads with the keyboard`() async throws {
        try await browse { browser in
            _ = try await browser.value(of: "document.getElementById('type-search').focus() || 'focused'")
            try await browser.type("plain")
            let names = "[...document.querySelectorAll('#type-table .opener')].map(b => b.textContent).join(' ')"
            #expect(try await browser.value(of: names) == "Plain")
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

    @Test func `A tree of holders expands and collapses by arrow keys`() async throws {
        try await browse { browser in
            let opener = "[...document.querySelectorAll('.opener')].find(b => b.title === 'heap_fixture.Plain')"
            _ = try await browser.value(of: "\(opener).focus() || 'focused'")
            try await browser.press("Enter")
            #expect(
                try await browser.value(of: "document.activeElement.getAttribute('aria-expanded')") == "true")
            let item = "document.querySelector('.details [role=treeitem]')"
            _ = try await browser.value(of: "(\(item).focus(), 'focused')")
            #expect(try await browser.value(of: "\(item).closest('[role=tree]').ariaLabel").contains("Plain"))
            let state = "document.activeElement.getAttribute('aria-expanded') ?? 'leaf'"
            guard try await browser.value(of: state) != "leaf" else { return }
            try await browser.press("ArrowLeft")
            #expect(try await browser.value(of: state) == "false")
            try await browser.press("ArrowRight")
            #expect(try await browser.value(of: state) == "true")
            try await browser.press("ArrowRight")
            #expect(try await browser.value(of: "document.activeElement.getAttribute('aria-level')") == "2")
        }
    }

    @Test func `The map is zoomed by a click or Enter, and Escape leads back`() async throws {
        try await browse { browser in
            let crumbs = "String(document.querySelectorAll('.crumbs li').length)"
            let box = "document.querySelector('.map > .box.divided')"
            let name = try await browser.value(of: "\(box).querySelector('.name').firstChild.data")
            _ = try await browser.value(of: "\(box).click() || 'clicked'")
            #expect(try await browser.value(of: crumbs) == "2")
            #expect(try await browser.value(of: "document.querySelector('.crumbs [aria-current]').textContent") == name)
            try await browser.press("Escape")
            #expect(try await browser.value(of: crumbs) == "1")
            _ = try await browser.value(of: "\(box).focus() || 'focused'")
            try await browser.press("Enter")
            #expect(try await browser.value(of: crumbs) == "2")
            let area = """
                (boxes => String(Math.abs(boxes.reduce((sum, b) => sum + b.offsetWidth * b.offsetHeight, 0)
                  / (document.querySelector('.map').clientWidth * document.querySelector('.map').clientHeight) - 1) < 0.1))(
                  [...document.querySelectorAll('.map > .box')])
                """
            #expect(try await browser.value(of: area) == "true")
        }
    }

    @Test func `The flame graph is searched, turned and zoomed`() async throws {
        try await browse { browser in
            let calls = "[...document.querySelectorAll('.call')]"
            _ = try await browser.value(of: "\(calls).length > 2 && 'drawn'")
            let second = "\(calls).find(c => c.call.depth === 1)"
            let top = try await browser.value(of: "\(calls)[0].style.top + ''")
            _ = try await browser.value(of: "(\(second).focus(), 'focused')")
            try await browser.press("Enter")
            #expect(try await browser.value(of: "document.activeElement.style.width") == "100%")
            try await browser.press("Escape")
            #expect(try await browser.value(of: "String(document.activeElement.call.depth)") == "0")
            let turn = """
                (s => { s.value = 'flame'; s.dispatchEvent(new Event('change')); return 'turned' })(
                  document.querySelectorAll('#calls-view select')[1])
                """
            _ = try await browser.value(of: turn)
            #expect(try await browser.value(of: "\(calls)[0].style.top") != top)
            _ = try await browser.value(
                of: "document.querySelector('#calls-view input[type=search]').focus() || 'focused'")
            try await browser.type("waitForSignal")
            #expect(try await browser.value(of: "String(\(calls).some(c => c.matches('.found')))") == "true")
            #expect(
                try await browser.value(of: "document.querySelector('#calls-view [role=status]').textContent")
                    .contains("found, "))
        }
    }

    @Test(arguments: ["light", "dark"])
    func `The page fits a phone and a desktop, with legible text`(scheme: String) async throws {
        try await browse { browser in
            for width in [360, 1_280] {
                try await browser.show(width: width, height: 900, scheme: scheme)
                _ = try await browser.value(of: "document.querySelector('.opener').click() || 'clicked'")
                #expect(try await browser.value(of: PageInspection.fits) == "true", "\(width)")
                #expect(try await browser.value(of: PageInspection.faintTexts) == "none", "\(width)")
            }
            try await browser.show(width: 794, height: 1_123, scheme: scheme, media: "print")
            #expect(try await browser.value(of: PageInspection.fits) == "true")
            let names = "document.querySelector('#type-table .opener').checkVisibility()"
            #expect(try await browser.value(of: "String(\(names))") == "true")
        }
    }

    @Test func `A comparison shows new objects in the table, the map and the flame graph`() async throws {
        try await browse("--diff", "one") { browser in
            #expect(
                try await browser.value(of: "document.querySelector('#type-table thead').textContent")
                    == "TypeObjectsBytesRetainedNewGoneChangeMost allocated at")
            #expect(try await browser.value(of: "document.querySelector('#growth').textContent").contains("Since"))
            _ = try await browser.value(of: "document.querySelector('#map-view input').click() || 'clicked'")
            #expect(
                try await browser.value(of: "String(document.querySelectorAll('.map > [class*=new-]').length > 0)")
                    == "true")
            #expect(
                try await browser.value(of: "document.querySelector('#calls-view select').textContent")
                    .contains("new bytes"))
        }
    }
}
