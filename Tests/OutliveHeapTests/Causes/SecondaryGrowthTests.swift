import OutliveModel
import Testing

@testable import OutliveHeap

/// Growth beside a leak belongs to the leak, unless it may be a leak by itself.
@Suite struct SecondaryGrowthTests {
    private enum Held {
        case byProgram
        case byLibrary
        case byNothing
    }

    private let program = Symbol(function: "App.Feed.load() -> ()", file: "/src/App/Feed.swift", line: 7)
    private let elsewhere = Symbol(function: "App.Sheet.read() -> ()", file: "/src/App/Sheet.swift", line: 30)

    /// A finding of ten objects, one more in each of ten cycles.
    private func finding(
        _ type: String, _ held: Held, named name: String = "Feed.items", in symbols: [Symbol] = [],
        of module: String = "/app", each count: Int = 1, unit: LiveUnit = .objects
    ) -> Finding {
        let kind: TraceStep.Kind = held == .byProgram ? .object : .library
        let steps = [TraceStep(kind: kind, name: "Holder"), TraceStep(kind: .object, name: type)]
        let culprit = Suspect(name: name, step: 0, pattern: .storeWithoutEviction)
        let trace = LeakTrace(
            shape: held == .byNothing ? .unheld : .path, steps: held == .byNothing ? [steps[1]] : steps,
            culprit: held == .byProgram ? culprit : nil, objects: 10 * count)
        var frames = symbols.isEmpty ? [] : [Frame(module: "/app", buildID: nil, offset: 9, symbols: symbols)]
        if module != "/app" { frames.insert(Frame(module: module, buildID: nil, offset: 1), at: 0) }
        return Finding(
            tier: .heap, verdict: .leak,
            key: ComponentKey(
                name: type, type: type, site: RegistrationSite(fileID: "App/Feed.swift", line: 7, column: 0)),
            births: (1...10).map { Birth(generation: $0, count: count) }, live: (0...10).map { $0 * count }, warmup: 0,
            unit: unit, backtrace: Backtrace(frames: frames), fingerprint: type, traces: [trace])
    }

    private func names(_ findings: Finding...) -> [String] { causes(of: grouped(findings)).map(\.name).sorted() }

    private func grouped(_ findings: Finding...) -> [Finding] { grouped(findings) }

    /// The findings with their causes; nothing is known of how their paths enter what grows.
    private func grouped(_ findings: [Finding]) -> [Finding] {
        CauseGrouping(findings, findings.map { _ in GroupRetention(traces: [], entries: [:]) }).findings
    }

    @Test func `Memory that a library allocates at the line of a leak belongs to it`() {
        let leak = finding("App.Item", .byProgram, in: [program])
        let memory = finding(
            "raw memory", .byNothing, in: [program], of: "/usr/lib/libcurl.so.4", each: 3, unit: .blocks)
        #expect(names(leak, memory) == ["Feed.items"])
    }

    @Test func `Memory that a library allocates at a line of two leaks is a cause of its own`() {
        let leak = finding("App.Item", .byProgram, in: [program])
        let second = finding("App.Page", .byProgram, named: "Sheet.pages", in: [program])
        let memory = finding(
            "raw memory", .byNothing, in: [program], of: "/usr/lib/libcurl.so.4", each: 3, unit: .blocks)
        #expect(names(leak, second, memory).count == 3)
    }

    @Test func `Memory that the program allocates itself, or at another line, is a leak of its own`() {
        let leak = finding("App.Item", .byProgram, in: [program])
        let own = finding("raw memory", .byNothing, in: [program], of: "/lib/libc.so.6", unit: .blocks)
        #expect(names(leak, own).count == 2)
        let other = finding(
            "raw memory", .byNothing, in: [elsewhere], of: "/usr/lib/libFoundationXML.so", unit: .blocks)
        #expect(names(leak, other).count == 2)
    }

    @Test func `Memory that a library keeps in step with the only leak belongs to it`() {
        let leak = finding("App.Item", .byProgram, in: [program])
        let connection = finding("NIOPosix.SocketChannel", .byLibrary, each: 2)
        #expect(names(leak, connection) == ["Feed.items"])
        // With two leaks it could be of either.
        let second = finding("App.Page", .byProgram, named: "Sheet.pages", in: [elsewhere])
        #expect(names(leak, second, connection).count == 3)
    }

    @Test func `Unreferenced memory, or memory out of step with the leak, is a cause of its own`() {
        let leak = finding("App.Item", .byProgram, in: [program])
        var connection = finding("NIOPosix.SocketChannel", .byLibrary)
        connection.births[4].count = 5
        #expect(names(leak, connection).count == 2)
        #expect(names(leak, finding("NIOPosix.SocketChannel", .byNothing)).count == 2)
    }

    @Test func `A cycle of a library in step with the only leak is a cause of its own`() {
        let leak = finding("App.Item", .byProgram, in: [program])
        var page = finding("Pages.Page", .byLibrary, each: 2)
        page.traces[0] = LeakTrace(shape: .cycle, steps: page.traces[0].steps, objects: 20)
        #expect(names(leak, page).count == 2)
    }

    @Test func `Documents that keep themselves alive are a bug of their library, at the line that creates them`() throws
    {
        var document = finding("FoundationXML.XMLDocument", .byLibrary, in: [program])
        document.traces = [
            LeakTrace(
                shape: .cycle,
                steps: [
                    TraceStep(kind: .object, name: "XMLDocument", edge: "._childNodes[member]"),
                    TraceStep(kind: .object, name: "XMLElement"), TraceStep(kind: .object, name: "XMLDocument"),
                ], objects: 10)
        ]
        var memory = finding(
            "raw memory", .byNothing, in: [program], of: "/usr/lib/libxml2.so.2", each: 3, unit: .blocks)
        memory.traces = [
            LeakTrace(
                shape: .cycle, steps: document.traces[0].steps.map { TraceStep(kind: .block, name: $0.name) },
                culprit: Suspect(name: "over-retain", step: 0, pattern: .heldByHand), objects: 30)
        ]
        let retentions = [document, memory].map { _ in GroupRetention(traces: [], entries: [.cycle(1): 10]) }
        let found = causes(of: CauseGrouping([document, memory], retentions).findings)
        #expect(found.map(\.name) == ["XMLDocument"])
        #expect(found.first?.location?.description == "Feed.swift:7")
        #expect(found.first?.culprit?.pattern == .libraryCycle)
        #expect(found.first?.hint.hasPrefix("Report upstream: XMLDocument of FoundationXML") == true)
    }

    @Test func `A cycle within a library of the toolchain is named, and is to be reported`() throws {
        var node = finding("Foundation.Progress", .byLibrary, in: [program])
        let step = TraceStep(kind: .object, name: "Progress", edge: "._children[0]")
        node.traces = [LeakTrace(shape: .cycle, steps: [step, step], objects: 10)]
        let cause = try #require(causes(of: grouped(node)).first)
        #expect(cause.name == "Progress._children")
        #expect(cause.hint.hasPrefix("Report upstream: Foundation, Progress._children"))
    }

    @Test(arguments: [(share: 0.8, course: 10, count: 1), (0.3, 10, 2), (0.8, 25, 2)])
    func `Memory of unknown origin belongs to the leak that it is connected with, and in proportion to which it grows`(
        share: Double, course: Int, count: Int
    ) {
        let leak = finding("App.Item", .byProgram)
        var memory = finding("raw memory", .byLibrary, each: 35, unit: .blocks)
        memory.verdict = .suspect
        memory.live = (0...10).map { $0 < 5 ? $0 * 35 * 10 / course : $0 * 35 }
        // Work in progress at an inspection.
        memory.births[4].count += 3
        let retentions = [
            GroupRetention(traces: [], entries: [:]), GroupRetention(traces: [], entries: [:], connected: [0: share]),
        ]
        let found = causes(of: CauseGrouping([leak, memory], retentions).findings)
        #expect(found.count == count)
        #expect(found.first?.name == "Feed.items")
    }

    @Test(arguments: [true, false])
    func `Memory belongs to a library's cycle that it is connected with, rather than to what may end by itself`(
        isConnected: Bool
    ) throws {
        var document = finding("FoundationXML.XMLDocument", .byLibrary)
        let step = TraceStep(kind: .object, name: "XMLDocument", edge: "._childNodes[member]")
        document.traces = [LeakTrace(shape: .cycle, steps: [step, step], objects: 10)]
        var sleep = finding("App.Timer", .byProgram)
        sleep.traces[0].culprit?.doubt = "each timer is released at its deadline"
        var memory = finding("raw memory", .byLibrary, each: 35, unit: .blocks)
        (document.verdict, memory.verdict) = (.suspect, .suspect)
        // Work in progress at an inspection.
        memory.births[4].count += 3
        let retentions = [
            GroupRetention(traces: [], entries: [:]), GroupRetention(traces: [], entries: [:]),
            GroupRetention(traces: [], entries: [:], connected: [0: isConnected ? 0.8 : 0.2, 1: 0.9]),
        ]
        let found = causes(of: CauseGrouping([document, sleep, memory], retentions).findings)
        let owner = try #require(found.first { $0.others.contains { $0.key.type == "raw memory" } })
        #expect(found.count == 2)
        #expect(owner.leader.key.type == (isConnected ? "FoundationXML.XMLDocument" : "App.Timer"))
    }

    @Test func `Memory that only a fetched package keeps is named by its function, to be reported`() throws {
        let made = [
            Symbol(
                function: "Pool.Entry.init() -> Pool.Entry", file: "/app/.build/checkouts/pool/Entry.swift", line: 3),
            Symbol(function: "Pool.Keeper.add() -> ()", file: "/app/.build/checkouts/pool/Keeper.swift", line: 21),
        ]
        let findings = [finding("Pool.Entry", .byLibrary, in: made), finding("Pool.Label", .byLibrary, in: made)]
        let found = causes(of: grouped(findings))
        let cause = try #require(found.first)
        #expect(found.count == 1)
        #expect(cause.name == "Keeper.add" && cause.location?.description == "Keeper.swift:21")
        #expect(cause.culprit?.pattern == .libraryStore)
        #expect(cause.hint.contains("pool") && cause.hint.contains("report upstream"))
    }

    @Test func `What a library creates together with an object that the program does not release belongs to it`() throws
    {
        let group = finding("NIOPosix.MultiThreadedEventLoopGroup", .byLibrary, in: [program])
        let queue = finding("NIOPosix.Selector", .byLibrary, in: [program], each: 2)
        let found = causes(of: grouped(group, queue))
        #expect(found.count == 1)
        #expect(found.first?.name == "MultiThreadedEventLoopGroup")
        #expect(found.first?.location?.description == "Feed.swift:7")
        #expect(found.first?.hint == "Shut down the event loop group with shutdownGracefully(), or share one.")
    }

    @Test
    func `A library object that the program does not release precedes the library's holder of the program's object`()
        throws
    {
        var handler = finding("App.Handler", .byLibrary, in: [program])
        handler.traces[0].culprit = Suspect(name: "Holder", step: 0, pattern: .storeWithoutEviction)
        let channel = finding("NIOPosix.SocketChannel", .byLibrary, in: [program])
        let entry = [GrowthEntrance.root(3): 10]
        let retentions = [handler, channel].map { _ in GroupRetention(traces: [], entries: entry) }
        let found = causes(of: CauseGrouping([handler, channel], retentions).findings)
        #expect(found.map(\.name) == ["SocketChannel"])
        #expect(found.first?.hint == "Close the channel with close().")
    }

    @Test func `Memory that objects of a leak own belongs to the leak, and does not lead it`() throws {
        let operation = finding("Foundation.BlockOperation", .byLibrary, in: [program])
        let memory = finding("raw memory", .byNothing, in: [program], each: 5, unit: .blocks)
        let retentions = [GroupRetention(traces: [], entries: [:], owner: 1), GroupRetention(traces: [], entries: [:])]
        let found = causes(of: CauseGrouping([memory, operation], retentions).findings)
        #expect(found.count == 1)
        #expect(found.first?.leader.key.type == "Foundation.BlockOperation")
    }

    @Test func `Memory that Foundation allocates for a child process belongs to the process, which is to be ended`()
        throws
    {
        let process = finding("Foundation.Process", .byLibrary, in: [program])
        var memory = finding(
            "raw memory", .byNothing, in: [program], of: "/usr/lib/libFoundation.so", each: 4, unit: .blocks)
        memory.traces = memory.memoryTraces(memory.traces)
        #expect(memory.suspect != nil)
        let retentions = [process, memory].map { _ in GroupRetention(traces: [], entries: [.root(3): 10]) }
        let found = causes(of: CauseGrouping([memory, process], retentions).findings)
        #expect(found.map(\.name) == ["Process"])
        #expect(found.first?.location?.description == "Feed.swift:7")
        #expect(found.first?.hint.contains("terminate()") == true && found.first?.hint.contains("wait") == true)
    }

    @Test func `What a library makes in the function whose closure it keeps belongs to the closure`() {
        let closure = finding("App.Item", .byProgram, named: "closure in Feed.load", in: [elsewhere])
        let wrapper = finding("closure (function)", .byLibrary, in: [program], of: "/usr/lib/libswiftDispatch.so")
        let own = finding("closure (function)", .byLibrary, in: [program])
        #expect(names(closure, wrapper) == ["closure in Feed.load"])
        #expect(names(closure, own).count == 2)
    }

    @Test(arguments: [1, 2])
    func `A library's entries that refer weakly to what leaks belong to it, though the program holds their list`(
        each count: Int
    ) {
        let page = finding("App.Page", .byProgram, named: "Page.observation")
        let entry = finding("Foundation.Entry", .byProgram, named: "Store.pool", each: count)
        let own = finding("App.Entry", .byProgram, named: "Store.pool", each: count)
        let retentions = [
            GroupRetention(traces: [], entries: [:]), GroupRetention(traces: [], entries: [:], observed: 0),
        ]
        let found = causes(of: CauseGrouping([page, entry], retentions).findings)
        #expect(found.map(\.name) == ["Page.observation"])
        #expect(causes(of: CauseGrouping([page, own], retentions).findings).count == 2)
    }

    @Test func `Closures of one channel are one cause, those of other types or out of step are not`() {
        func handler(_ place: String, each count: Int = 1) -> Finding {
            var handler = finding("closure (Swift.\(place))", .byLibrary, in: [], each: count)
            handler.traces[0].steps = [
                TraceStep(kind: .library, name: "DispatchIO"), TraceStep(kind: .closure, name: "closure in \(place)"),
                TraceStep(kind: .object, name: "Shell"),
            ]
            handler.traces[0].culprit = Suspect(name: "closure in \(place)", step: 1, pattern: .notClosed)
            return handler
        }
        #expect(names(handler("Shell.start"), handler("Shell.init")).count == 1)
        #expect(names(handler("Shell.start"), handler("Tail.init")).count == 2)
        var late = handler("Shell.init")
        late.births[4].count = 3
        #expect(names(handler("Shell.start"), late).count == 2)
    }

    @Test func `A container of unmanaged references and the objects that they retain are one cause, to be released`()
        throws
    {
        var box = finding("App.Box", .byNothing)
        box.traces[0].culprit = Suspect(name: "over-retain", step: 0, pattern: .overRetain)
        let list = finding(
            "Swift._ContiguousArrayStorage<Swift.Unmanaged<App.Box>>", .byProgram, named: "static Log.all", unit: .bytes
        )
        var capture = finding("closure (weak App.Session)", .byNothing)
        capture.traces[0].steps.insert(TraceStep(kind: .object, name: "App.Box", edge: ".callback"), at: 0)
        capture.traces[0].culprit = box.traces[0].culprit
        let found = causes(of: grouped(box, capture, list))
        #expect(found.map(\.name) == ["static Log.all"])
        #expect(found.first?.leader.key.type == "App.Box")
        #expect(found.first?.hint.contains("release()") == true)
        let others = finding(
            "Swift._ContiguousArrayStorage<Swift.Unmanaged<App.BoxOfOthers>>", .byProgram, named: "static Log.all",
            unit: .bytes)
        #expect(names(box, others).count == 2)
    }

    @Test func `Memory of a function and a closure in it are not the same suspect`() {
        let closure = finding("App.Item", .byProgram, named: "closure in Feed.load")
        var memory = finding("raw memory", .byNothing, in: [program], unit: .blocks)
        memory.traces = memory.memoryTraces(memory.traces)
        #expect(memory.trace?.culprit?.name == "Feed.load")
        #expect(names(closure, memory) == ["Feed.load", "closure in Feed.load"])
    }
}
