import Foundation
import OutliveTestSupport
import Testing

@testable import OutliveModel
@testable import OutliveReport

/// The explorer page of a picture of known content.
struct HeapExplorerPageTests {
    @Test func `The data of a page has references, sizes and texts, each text once`() throws {
        let data = String(decoding: ExplorerData(.sessions).bytes, as: UTF8.self)
        #expect(
            data == """
                {"isCompared":0,"types":[[0,3,144,1000,1,0,0,0,0]],"details":[[[[2,3,3]],0,[],0,3,[1,48,2,96,2,96,3,144],\
                [1,[4,5,3,1,[0,[2,3,1,1,[0]]]],[6,7,2,2,[0]]]]],"cycles":[0,1,2,3],"retained":[8,3,4,1000,1000,0,0,0,0],\
                "labels":[0,9],\
                "texts":["App.Session","","static Store.shared","global","[Session][]","object","closure in Store.open",\
                "Store.swift:7","all","Session"]}
                """)
    }

    @Test func `The causes of a run stand first, with their verdicts and growth`() {
        var picture = HeapPicture.sessions
        let causes = Report.traced.causes
        picture.judged = (causes, 12)
        let page = String(decoding: HeapExplorer(picture).bytes, as: UTF8.self)
        #expect(page.contains("\(causes.count) causes found in 12 cycles."))
        #expect(page.matches(of: /<span class="badge bad">leak/).count == causes.count)
        #expect(page.matches(of: /<svg class="spark"/).count == causes.count)
        // The report has the same sizes.
        for size in causes.compactMap(\.sizeDescription) { #expect(page.contains(size), "\(size)") }
        let titles = page.matches(of: /<h3><code>([^<]*)<\/code><\/h3>/).map { String($0.output.1) }
        #expect(Array(titles.prefix(causes.count)) == causes.map(\.title))
        picture.judged = ([], 1)
        let clean = String(decoding: HeapExplorer(picture).bytes, as: UTF8.self)
        #expect(clean.contains("No leaks or suspects in 1 cycle."))
    }

    @Test func `A page without a heap has the use of memory alone`() {
        let facts = SnapshotFacts(file: "12", processID: 12, executable: "", time: 0)
        var picture = HeapPicture(
            report: SnapshotReport(toolVersion: "0", snapshot: facts, notes: []), retained: RetainedGroup(name: "all"))
        let look = MemoryBreakdown(
            processID: 12, executable: "/srv/App", parts: [MemoryPart(.fragments, bytes: 50_000_000, count: 20_000)])
        let verdict = MemoryVerdict(.fragmentation, isProbable: true)
        picture.memory = MemoryReport(toolVersion: "0", target: "12", looks: [look], verdict: verdict)
        let page = String(decoding: HeapExplorer(picture).bytes, as: UTF8.self)
        #expect(page.contains("heap of App"))
        #expect(page.contains("Resident memory: 50.0 MB"))
        #expect(page.contains("<p class=\"lead\">Probably \(verdict.kind.words)."))
        #expect(!page.contains("by look"))
        picture.memory?.looks = [look, look]
        #expect(
            String(decoding: HeapExplorer(picture).bytes, as: UTF8.self)
                .contains("Resident bytes by look: 50.0 MB to 50.0 MB"))
        for absent in ["id=\"suspects\"", "id=\"types\"", "id=\"map\"", "id=\"calls\"", "Swift objects</dt>"] {
            #expect(!page.contains(absent), "\(absent)")
        }
    }
}

/// The same page in a browser.
@Suite(.serialized, .enabled(if: Browser.path != nil, "chromium is not installed (apt-get install chromium)"))
struct HeapExplorerBrowserTests {
    private static let tree = "document.querySelector('[role=tree][aria-label^=References]')"
    /// The rows of the references that are shown, with their depth.
    private static let rows = """
        [...\(tree).querySelectorAll('[role=treeitem]')].filter(item => item.checkVisibility())
          .map(item => item.ariaLevel + ' ' + item.firstElementChild.textContent.trim()).join('\\n')
        """

    /// Shows the page with the only type open.
    private func browse(_ test: (Browser) async throws -> Void) async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "outlive-\(UUID().uuidString).html")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(HeapExplorer(.sessions).bytes).write(to: file)
        try await Browser.run { browser in
            try await browser.watch()
            try await browser.show(width: 1_280, height: 900, scheme: "light")
            try await browser.go(to: file.absoluteString)
            _ = try await browser.value(of: "document.querySelector('.opener').click() || 'clicked'")
            try await test(browser)
            #expect(browser.complaints == [])
        }
    }

    @Test func `All references open step by step by a click, with what was left out`() async throws {
        try await browse { browser in
            let closed = """
                1 3[Session][] object, from 1 holder
                1 2closure in Store.open Store.swift:7
                1 1others, left out
                """
            #expect(try await browser.value(of: Self.rows) == closed)
            _ = try await browser.value(of: "\(Self.tree).querySelector('.row').click() || 'clicked'")
            #expect(
                try await browser.value(of: Self.rows)
                    == """
                    1 3[Session][] object, from 1 holder
                    2 1static Store.shared global
                    1 2closure in Store.open Store.swift:7
                    1 1others, left out
                    """)
            _ = try await browser.value(of: "\(Self.tree).querySelector('.row').click() || 'clicked'")
            #expect(try await browser.value(of: Self.rows) == closed)
        }
    }

    @Test func `A screen reader announces sections, fields, trees and pictures by name, without their marks`()
        async throws
    {
        try await browse { browser in
            let announced = try await browser.announced()
            for expected in [
                "heading All strong references", "tree References to App.Session",
                "treeitem 3 [Session][] object, from 1 holder", "treeitem 1 others, left out",
                "searchbox Search", "combobox Show", "button Session", "button Retained", "region Retained memory",
                "group Map of retained memory",
                "image Alive now: 1 from cycle 0, 3 objects with those of cycle 3, 0.7 more per cycle",
            ] { #expect(announced.contains(expected), "\(expected)") }
        }
    }

    @Test func `The size over cycles is a line with a name, and a list of its figures`() async throws {
        try await browse { browser in
            let words = "Alive now: 1 from cycle 0, 3 objects with those of cycle 3, 0.7 more per cycle"
            #expect(try await browser.value(of: "document.querySelector('.sizes').ariaLabel") == words)
            #expect(
                try await browser.value(of: "document.querySelector('.sizes polyline').getAttribute('points')")
                    == "0.00,15.33 33.33,8.67 66.67,8.67 100.00,2.00")
            let list = "[...document.querySelectorAll('.size-list li')]"
            #expect(
                try await browser.value(of: "String(\(list).some(item => item.checkVisibility()))") == "false")
            _ = try await browser.value(of: "document.querySelector('.size-list').previousSibling.click() || 'clicked'")
            #expect(
                try await browser.value(
                    of: "\(list).filter(item => item.checkVisibility()).map(item => item.textContent).join(', ')")
                    == "Cycle 0: 1 object, 48 B, Cycle 1: 2 objects, 96 B, Cycle 2: 2 objects, 96 B, "
                    + "Cycle 3: 3 objects, 144 B")
        }
    }
}

extension HeapPicture {
    /// Three sessions that a store and two closures hold.
    fileprivate static var sessions: HeapPicture {
        let facts = SnapshotFacts(
            file: "now", processID: 12, executable: "/srv/App", time: 0, cycle: 3, objects: 3, bytes: 144)
        var report = SnapshotReport(toolVersion: "0", snapshot: facts, notes: [])
        let session = HeapType(name: "App.Session", kind: .object)
        report.types = [SnapshotType(type: session, objects: 3, bytes: 144, retainedBytes: 1_000)]
        let shared = TraceStep(kind: .global, name: "static Store.shared")
        var ofArray = PicturedReferences()
        ofArray.add(ReferenceGroup(step: shared, references: 1, holders: 1))
        var references = PicturedReferences(others: 1)
        references.add(
            ReferenceGroup(
                step: TraceStep(kind: .object, name: "[Session]", edge: "[]"), references: 3, holders: 1,
                referrers: ofArray))
        references.add(
            ReferenceGroup(
                step: TraceStep(
                    kind: .closure, name: "closure in Store.open", location: SourceLine(file: "Store.swift", line: 7)),
                references: 2, holders: 2))
        var type = PicturedType(
            holders: [HolderGroup(step: shared, objects: 3)], references: references,
            sizes: [(1, 48), (2, 96), (2, 96), (3, 144)].map { HeapAmount(objects: $0.0, bytes: $0.1) })
        type.objectsElsewhere = 3
        var picture = HeapPicture(
            report: report, types: [type],
            retained: RetainedGroup(name: "all", blocks: 4, bytes: 1_000, retainedBytes: 1_000))
        picture.cycles = [0, 1, 2, 3]
        return picture
    }
}
