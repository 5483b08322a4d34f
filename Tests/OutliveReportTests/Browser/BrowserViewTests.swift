import OutliveModel
import Testing

@testable import OutliveReport

/// The views of the browser besides the types.
@Suite struct BrowserViewTests {
    private static let rows = 13
    private static let style = TextStyle(width: 70)

    private static let picture: HeapPicture = {
        var report = SnapshotReport.server
        report.growth = SnapshotGrowth(
            since: report.snapshot, types: [TypeGrowth(type: report.types[1].type, new: 3, gone: 1, bytes: 96)])
        var root = RetainedGroup(name: "all", blocks: 30, bytes: 0, retainedBytes: 600_000)
        var sessions = RetainedGroup(name: "App.Session", blocks: 20, bytes: 960, retainedBytes: 500_000)
        sessions.children = [RetainedGroup(name: "Swift.__StringStorage", blocks: 9, bytes: 480, retainedBytes: 480)]
        (sessions.otherGroups, sessions.otherBytes) = (2, 64)
        root.children = [sessions]
        let held = HolderGroup(
            step: TraceStep(kind: .object, name: "Store", edge: ".sessions[]"), objects: 1_000,
            holders: [HolderGroup(step: TraceStep(kind: .global, name: "static App.shared"), objects: 1_000)])
        let main = Frame(
            module: "/app", buildID: nil, offset: 1, symbols: [Symbol(function: "main", file: "/src/main.c", line: 6)])
        var picture = HeapPicture(
            report: report, types: [PicturedType(), PicturedType(holders: [held])], retained: root)
        let stacks = [LiveStack(Backtrace(frames: [main]), objects: 4, bytes: 128)]
        picture.calls = PicturedCalls(tree: CallTree.ofStacks(stacks))
        return picture
    }()

    /// The screen after keys in a browser whose picture was drawn.
    private static func screen(_ keys: KeyPress..., typing text: String) -> [String] {
        var browser = HeapBrowser(.server, HeapBrowserTests.inspector)
        for key in [.down] + text.map(KeyPress.character) + keys {
            if browser.press(key, rows: rows, style: style) == .picture { browser.show(picture) }
        }
        let lines = browser.screen(rows: rows, style: style)
        #expect(lines.count == rows)
        return lines
    }

    @Test func `Holders open towards the root`() {
        let lines = Self.screen(.enter, typing: "h")
        #expect(lines[0] == "Holders of App.Session, by their best paths from roots")
        #expect(lines[1...3] == ["  objects", "›    1000  ▾ Store.sessions[]", "     1000      static App.shared"])
        #expect(lines[12].hasPrefix("1 of 2   arrows move   Enter opens"), "\(lines)")
    }

    @Test func `The tree of retained memory opens and closes, and Escape leads up and back to the types`() {
        #expect(
            Self.screen(.enter, .down, .down, typing: "r")[1...4] == [
                "  retained  blocks", "    500 kB      20  ▾ App.Session",
                "     480 B       9      Swift.__StringStorage",
                "›     64 B              2 smaller groups",
            ])
        #expect(Self.screen(.enter, .down, .escape, typing: "r")[2] == "›   500 kB      20  ▾ App.Session")
        #expect(Self.screen(.enter, .enter, typing: "r")[2...3] == ["›   500 kB      20  ▸ App.Session", ""])
        #expect(Self.screen(.escape, typing: "r")[0].hasPrefix("3 types by"))
    }

    @Test func `Retained memory has short names of types, and the whole one of the selected type below`() {
        let type = HeapType(name: "Swift._ContiguousArrayStorage<App.Session>", kind: .object)
        var picture = Self.picture
        picture.retained.children = [
            RetainedGroup(name: type.description, type: type, blocks: 20_000, bytes: 960, retainedBytes: 960)
        ]
        var browser = HeapBrowser(.server, HeapBrowserTests.inspector)
        _ = browser.press(.character("r"), rows: Self.rows, style: Self.style)
        browser.show(picture)
        let lines = browser.screen(rows: Self.rows, style: Self.style)
        #expect(lines[2] == "›    960 B  20,000    [Session]")
        #expect(lines[10] == "  Swift._ContiguousArrayStorage<App.Session>")
    }

    @Test func `Calls, changes and what the snapshot does not have are views, too`() {
        #expect(Self.screen(typing: "c")[1...2] == ["  bytes  blocks", "› 128 B       4    main (main.c:6)"])
        #expect(Self.screen(typing: "d").contains { $0.contains("since app (process 4711)") })
        #expect(Self.screen(.end, typing: "d").contains { $0.contains("App.Session") })
        #expect(Self.screen(typing: "t").contains("  The snapshot has no tasks."))
        #expect(Self.screen(typing: "m").contains { $0.contains("does not contain the use of memory") })
    }

    @Test func `An object of a type opens to its fields, path and references`() {
        let lines = Self.screen(.enter, .down, .down, .enter, typing: "o")
        #expect(lines[0] == "Objects of App.Session by retained size")
        #expect(lines[1...2] == ["  bytes  retained", "   96 B   1.20 kB  ▾ 0x1000"], "\(lines)")
        #expect(
            lines[3...5] == [
                "                       2 strong, 1 weak", "›                    ▾ fields (4)",
                "                         id: Swift.Int = 42",
            ], "\(lines)")
        #expect(lines.contains { $0.contains("▸ kept alive by (2)") })
    }

    @Test func `A picture is drawn once`() {
        var browser = HeapBrowser(.server, HeapBrowserTests.inspector)
        #expect(browser.press(.character("r"), rows: Self.rows, style: Self.style) == .picture)
        browser.show(Self.picture)
        #expect(browser.press(.escape, rows: Self.rows, style: Self.style) == .nothing)
        #expect(browser.press(.character("c"), rows: Self.rows, style: Self.style) == .nothing)
        #expect(browser.screen(rows: Self.rows, style: Self.style)[0] == "Live blocks by the calls that allocated them")
    }
}
