import Foundation
import OutliveTestSupport
import Testing

@testable import OutliveModel
@testable import OutliveReport

/// The map, the flame graph and the table of types of the explorer page, in a browser.
@Suite(.serialized, .enabled(if: Browser.path != nil, "chromium is not installed (apt-get install chromium)"))
struct ExplorerViewTests {
    private static let boxes = "[...document.querySelectorAll('.map > .box')]"
    private static let calls = "[...document.querySelectorAll('.call')]"
    private static let crumbs = "[...document.querySelectorAll('.crumbs li')].map(item => item.textContent).join(' > ')"

    private func browse(
        _ picture: HeapPicture = .stores, isServed: Bool = false, _ test: (Browser) async throws -> Void
    ) async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "outlive-\(UUID().uuidString).html")
        defer { try? FileManager.default.removeItem(at: file) }
        let page = HeapExplorer(picture)
        try Data(isServed ? page.servedBytes : page.bytes).write(to: file)
        try await Browser.run { browser in
            try await browser.watch()
            try await browser.show(width: 1_280, height: 900, scheme: "light")
            try await browser.go(to: file.absoluteString)
            _ = try await browser.value(of: "\(Self.boxes).length > 0 && \(Self.calls).length > 0 && 'drawn'")
            try await test(browser)
            #expect(browser.complaints == [])
        }
    }

    @Test func `A type is found in the map where it retains the most`() async throws {
        try await browse { browser in
            _ = try await browser.value(of: "heap.map.find('App.Session') || 'found'")
            #expect(try await browser.value(of: "document.activeElement.title").hasPrefix("App.Session: 4 blocks"))
            #expect(try await browser.value(of: Self.crumbs) == "all live blocks")
            _ = try await browser.value(of: "heap.map.find('App.Token') || 'found'")
            #expect(try await browser.value(of: Self.crumbs) == "all live blocks > Store")
        }
    }

    @Test func `All groups of a type are marked in the map, with their sum`() async throws {
        try await browse { browser in
            _ = try await browser.value(of: "heap.map.find('App.Session') || 'found'")
            let marked = "[...document.querySelectorAll('.box.found')].map(item => item.box.bytes).sort().join(' ')"
            #expect(try await browser.value(of: marked) == "100 400")
            #expect(
                try await browser.value(of: "document.querySelector('#map-view [role=status]').textContent")
                    == "App.Session: 2 groups marked, 5 blocks, 500 B")
        }
    }

    @Test func `Escape returns from a box to that box`() async throws {
        try await browse { browser in
            _ = try await browser.value(
                of: "\(Self.boxes).find(item => item.box.name === 'App.Store').click() || 'clicked'")
            #expect(try await browser.value(of: Self.crumbs) == "all live blocks > Store")
            try await browser.press("Escape")
            #expect(try await browser.value(of: Self.crumbs) == "all live blocks")
            #expect(try await browser.value(of: "document.activeElement.box.name") == "App.Store")
        }
    }

    @Test func `Boxes and rows have labels without modules, and whole names as titles`() async throws {
        try await browse { browser in
            let names = "\(Self.boxes).map(item => item.querySelector('.name').firstChild.data).sort().join(' ')"
            let labels = try await browser.value(of: names)
            #expect(labels == "Cache<…> Session Store")
            let row = "document.querySelector('#type-table .opener')"
            let texts = try await browser.value(of: "\(row).textContent + ' ' + \(row).title")
            #expect(texts == "Session App.Session")
        }
    }

    @Test func `Boxes within the box of a generic type have its arguments alone`() async throws {
        try await browse { browser in
            _ = try await browser.value(
                of: "\(Self.boxes).find(item => item.box.name === 'App.Cache<…>').click() || 'clicked'")
            let names = "\(Self.boxes).map(item => item.querySelector('.name').firstChild.data).join(' ')"
            #expect(try await browser.value(of: names) == "<Session> <Token>")
        }
    }

    @Test(arguments: ["light", "dark"])
    func `The colours of origins are apart for all kinds of colour blindness`(scheme: String) async throws {
        try await browse { browser in
            try await browser.show(width: 1_280, height: 900, scheme: scheme)
            let least = try await browser.value(of: ColourDistance.least(of: "#map-view .legend i"))
            #expect(least >= "12")
            // The map and the flame graph have the same colours for the same origins.
            let colours = """
                ['map', 'calls'].map(view => [...document.querySelectorAll(`#${view}-view .legend i[class^="of-"]`)]
                  .map(item => item.className + getComputedStyle(item).backgroundColor).join()).join('|')
                """
            let views = try await browser.value(of: colours).split(separator: "|")
            #expect(views[0] == views[1])
        }
    }

    @Test func `Frames of libraries are folded until they are asked for`() async throws {
        try await browse { browser in
            let names = "\(Self.calls).map(item => item.call.name).join(' ')"
            #expect(try await browser.value(of: names).contains("swift_allocObject") == false)
            _ = try await browser.value(of: "document.querySelector('#calls-view .check input').click() || 'clicked'")
            #expect(try await browser.value(of: names).contains("swift_allocObject"))
            #expect(
                try await browser.value(of: "String(\(Self.calls)[0].call.bytes)") == "1000")
        }
    }

    @Test func `A search without a result has a share of zero`() async throws {
        try await browse { browser in
            _ = try await browser.value(
                of: "document.querySelector('#calls-view input[type=search]').focus() || 'focused'")
            try await browser.type("nothing at all")
            #expect(
                try await browser.value(of: "document.querySelector('#calls-view [role=status]').textContent")
                    == "0 calls found, 0 %")
        }
    }

    @Test func `Landmarks have names of their own, and heads of tables have texts`() async throws {
        try await browse { browser in
            for width in [390, 1_280] {
                try await browser.show(width: width, height: 900, scheme: "light")
                let names = """
                    (names => String(names.length - new Set(names).size))(
                      [...document.querySelectorAll('section, [role=region]')].filter(item => item.checkVisibility())
                        .map(item => item.ariaLabel ?? document.getElementById(item.getAttribute('aria-labelledby'))?.textContent))
                    """
                #expect(try await browser.value(of: names) == "0", "\(width)")
                let empty = """
                    String([...document.querySelectorAll('th')].filter(head => head.checkVisibility()
                      && !(head.firstElementChild ?? head).checkVisibility({ visibilityProperty: true })).length)
                    """
                #expect(try await browser.value(of: empty) == "0", "\(width)")
            }
        }
    }

    @Test func `The colours of a net change are explained in place of the authors'`() async throws {
        try await browse { browser in
            let legend = "document.querySelector('#calls-view .legend').textContent"
            #expect(try await browser.value(of: legend).hasPrefix("the program"))
            _ = try await browser.value(
                of: """
                    (select => { select.value = 'netBytes'; select.dispatchEvent(new Event('change')); return 'net' })(
                      document.querySelector('#calls-view select'))
                    """)
            #expect(try await browser.value(of: legend) == "net change: more than thenlessas much")
        }
    }

    @Test func `Long names of types and places fit the width of a screen and of paper`() async throws {
        var picture = HeapPicture.stores
        let name = "Swift._ContiguousArrayStorage<(NIOCore.ChannelOption, (Any, @Sendable (NIOCore.Channel) -> ()))>"
        let line = Symbol(
            function: "App.aRatherLongNameOfAFunctionThatAllocates() -> ()", file: "App/ARatherLongNameOfAFile.swift",
            line: 1_000)
        let site = Backtrace(frames: [Frame(module: "/app", buildID: nil, offset: 1, symbols: [line])])
        let type = HeapType(name: name, kind: .object)
        picture.report.savings = Savings([
            SavingSite(.capacity, type: type, stack: site, blocks: 25, bytes: 909_000, saved: 800_000)
        ])
        picture.report.largest = [
            SnapshotObject(type: type, address: "0x10", bytes: 48, retainedBytes: 96, site: site)
        ]
        try await browse(picture) { browser in
            let wide = """
                (found => found.join(' ') || 'none')([...document.querySelectorAll('.scroll')]
                  .filter(item => item.scrollWidth > item.clientWidth + 1).map(item => item.ariaLabel))
                """
            _ = try await browser.value(
                of: "document.querySelectorAll('details').forEach(item => { item.open = true; }) || 'opened'")
            for width in [390, 1_280] {
                try await browser.show(width: width, height: 900, scheme: "light")
                #expect(try await browser.value(of: wide) == "none", "\(width)")
            }
            try await browser.show(width: 794, height: 1_123, scheme: "light", media: "print")
            let fits = "String(document.documentElement.scrollWidth <= document.documentElement.clientWidth)"
            #expect(try await browser.value(of: fits) == "true")
        }
    }

    @Test func `What a page leaves out is loaded from its server, and has the way to it in a file`() async throws {
        try await browse(.partial) { browser in
            _ = try await browser.value(of: "document.querySelector('.opener').click() || 'opened'")
            let note = "[...document.querySelectorAll('.details .note')].at(-1).textContent"
            #expect(
                try await browser.value(of: note) == "Rare paths, references and sites are left out: outlive explore "
                    + "FILE has all of a kept snapshot, and outlive heap FILE --object ADDRESS all references of one "
                    + "object.")
        }
        let whole = PicturedType(
            holders: (1...3).map {
                HolderGroup(step: TraceStep(kind: .object, name: "Holder\($0)", edge: ".item"), objects: 1)
            })
        let answer = String(decoding: whole.explorerData, as: UTF8.self)
        try await browse(.partial, isServed: true) { browser in
            _ = try await browser.value(
                of:
                    "(heap.inspect.detailsOf = async () => (\(answer)), document.querySelector('.opener').click()) || 'opened'"
            )
            let buttons = "[...document.querySelectorAll('.details button')]"
            _ = try await browser.value(
                of: "\(buttons).find(item => item.textContent.startsWith('Show all')).click() || 'clicked'")
            let holders =
                "[...document.querySelectorAll('.details [role=treeitem] code')].map(item => item.textContent).join(' ')"
            #expect(
                try await browser.value(of: "\(holders).includes('Holder3') && \(holders)")
                    == "Holder1.item Holder2.item Holder3.item")
            #expect(
                try await browser.value(of: "String(\(buttons).some(item => item.textContent.startsWith('Show all')))")
                    == "false")
        }
    }

    @Test func `Boxes are coloured by their share of new bytes, also if it is small`() async throws {
        try await browse { browser in
            _ = try await browser.value(of: "document.querySelector('#map-view input').click() || 'clicked'")
            let tones = """
                \(Self.boxes).map(item => item.box.name + ' ' + item.className.match(/new-[0-9]/)[0]).sort().join(', ')
                """
            #expect(try await browser.value(of: tones) == "App.Cache<…> new-0, App.Session new-4, App.Store new-1")
        }
    }

    @Test func `A type that a filter hides is shown from the map`() async throws {
        try await browse { browser in
            let filter = """
                (select => { select.value = 'platform'; select.dispatchEvent(new Event('change')); return 'filtered' })(
                  document.getElementById('type-filter'))
                """
            _ = try await browser.value(of: filter)
            let names =
                "([...document.querySelectorAll('#type-table .opener')].map(b => b.textContent).join(' ') || 'none')"
            #expect(try await browser.value(of: names) == "none")
            _ = try await browser.value(
                of: "\(Self.boxes).find(item => item.box.name === 'App.Session').click() || 'clicked'")
            _ = try await browser.value(of: "document.querySelector('#map-view .facts button').click() || 'clicked'")
            #expect(try await browser.value(of: names) == "Session")
            #expect(try await browser.value(of: "document.activeElement.getAttribute('aria-expanded')") == "true")
        }
    }

    @Test func `A search of the flame graph counts a call below another match as its part`() async throws {
        try await browse { browser in
            _ = try await browser.value(
                of: "document.querySelector('#calls-view input[type=search]').focus() || 'focused'")
            try await browser.type("load")
            let found = "document.querySelector('#calls-view [role=status]').textContent"
            #expect(try await browser.value(of: found) == "1 call found, 60 %")
            #expect(
                try await browser.value(of: "\(Self.calls).filter(item => item.matches('.found')).length + ''") == "3")
        }
    }

    @Test func `The net change is as wide as what grew and shrank together, in two colours`() async throws {
        try await browse { browser in
            _ = try await browser.value(
                of: """
                    (select => { select.value = 'netBytes'; select.dispatchEvent(new Event('change')); return 'net' })(
                      document.querySelector('#calls-view select'))
                    """)
            let shown = """
                ['main()', 'Load.all()', 'Load.part()', 'Load.rest()', 'Render.all()'].map(name => {
                  const item = \(Self.calls).find(item => item.call.name === name);
                  if (!item) return name + ' -';
                  return name + ' ' + Math.round(parseFloat(item.style.width)) + ' '
                    + item.className.match(/grown|shrunk|same/)[0];
                }).join(', ')
                """
            #expect(
                try await browser.value(of: shown)
                    == "main() 100 grown, Load.all() 75 grown, Load.part() 75 grown, Load.rest() -, Render.all() 25 shrunk"
            )
            let title = "\(Self.calls).find(item => item.call.name === 'Render.all()').title"
            #expect(try await browser.value(of: title).hasSuffix("gone: 1 object, 100 B; net: −100 B"))
        }
    }

    @Test func `The callees of a call are as wide as their shares of it`() async throws {
        try await browse { browser in
            func widths() async throws -> String {
                try await browser.value(
                    of: """
                        ['Load.all()', 'Load.part()', 'Load.rest()'].map(name => {
                          const item = \(Self.calls).find(item => item.call.name === name);
                          return Math.round(parseFloat(item.style.left)) + '+' + Math.round(parseFloat(item.style.width));
                        }).join(' ')
                        """)
            }
            #expect(try await widths() == "0+60 0+40 40+20")
            _ = try await browser.value(
                of: "\(Self.calls).find(item => item.call.name === 'Load.all()').click() || 'clicked'")
            #expect(try await widths() == "0+100 0+67 67+33")
        }
    }
}

extension HeapPicture {
    /// The heap of `stores`, with a part of the holders of its type.
    fileprivate static var partial: HeapPicture {
        var picture = stores
        let step = TraceStep(kind: .object, name: "Holder1", edge: ".item")
        picture.types[0].holders = [HolderGroup(step: step, objects: 1)]
        picture.types[0].objectsBesides = 2
        return picture
    }

    /// Three groups of blocks, one of which is partly new, and the calls that allocated them.
    static var stores: HeapPicture {
        let facts = SnapshotFacts(
            file: "now", processID: 12, executable: "/srv/App", time: 0, objects: 11, bytes: 1_000)
        var report = SnapshotReport(toolVersion: "0", snapshot: facts, notes: [])
        let session = HeapType(name: "App.Session", kind: .object)
        report.types = [SnapshotType(type: session, objects: 5, bytes: 500, retainedBytes: 500)]
        report.growth = SnapshotGrowth(since: facts, types: [])
        func group(
            _ name: String, _ blocks: Int, _ bytes: Int, new: Int = 0, _ children: [RetainedGroup] = []
        ) -> RetainedGroup {
            var group = RetainedGroup(
                name: name, type: HeapType(name: name, kind: .object), blocks: blocks, bytes: bytes,
                retainedBytes: bytes + children.reduce(0) { $0 + $1.retainedBytes }, newBytes: new)
            group.children = children
            return group
        }
        var all = RetainedGroup(name: "all", blocks: 11, retainedBytes: 1_000, newBytes: 430)
        all.children = [
            group("App.Store", 1, 300, new: 30, [group("App.Session", 1, 100), group("App.Token", 1, 100)]),
            group("App.Session", 4, 400, new: 400),
            group(
                "App.Cache<…>", 4, 0, [group("App.Cache<App.Session>", 2, 60), group("App.Cache<App.Token>", 2, 40)]),
        ]
        var picture = HeapPicture(report: report, types: [PicturedType()], retained: all)
        let (main, load) = (
            Frame.named(1, "App.main() -> ()", line: 1), Frame.named(2, "App.Load.all() -> ()", line: 2)
        )
        let allocation = Frame(
            module: "/usr/lib/swift/linux/libswiftCore.so", buildID: nil, offset: 9,
            symbols: [Symbol(function: "swift_allocObject")])
        let stacks = [
            ([allocation, Frame.named(3, "App.Load.part() -> ()", line: 3), load, main], 400),
            ([Frame.named(4, "App.Load.rest() -> ()", line: 4), load, main], 200),
            ([Frame.named(5, "App.Render.all() -> ()", line: 5), main], 400),
        ].map { LiveStack(Backtrace(frames: $0.0), objects: 1, bytes: $0.1) }
        picture.calls = PicturedCalls.compared(stacks, new: [300, 0, 0], gone: [0, 0, 100])
        return picture
    }
}

extension PicturedCalls {
    /// The calls of stacks, with the bytes of new and gone blocks of each.
    fileprivate static func compared(_ stacks: [LiveStack], new: [Int], gone: [Int]) -> PicturedCalls {
        let tree = CallTree.ofStacks(stacks, hasLines: false)
        func totals(_ bytes: [Int]) -> [HeapAmount] {
            tree.totals(ofStacks: bytes.map { HeapAmount(objects: $0 > 0 ? 1 : 0, bytes: $0) })
        }
        return PicturedCalls(tree: tree, new: totals(new), gone: totals(gone))
    }
}
