import OutliveModel
import Testing

@testable import OutliveHeap

/// The grouping of findings that one fix ends.
@Suite struct CauseGroupingTests {
    /// Returns a finding with the given traces, whose fingerprint is its type.
    private func finding(_ type: String, tier: Tier = .heap, verdict: Verdict = .leak, _ traces: LeakTrace...)
        -> Finding
    {
        Finding(
            tier: tier, verdict: verdict,
            key: ComponentKey(
                name: type, type: type, site: RegistrationSite(fileID: "App/Main.swift", line: 1, column: 0)),
            births: [Birth(generation: 1, count: traces.reduce(0) { $0 + $1.objects })], live: [], warmup: 0,
            fingerprint: type, traces: traces)
    }

    private func path(_ steps: String..., cut: Int, objects: Int = 10) -> LeakTrace {
        trace(.path, steps, cut, objects)
    }

    private func trace(_ shape: LeakTrace.Shape, _ steps: [String], _ cut: Int, _ objects: Int = 10) -> LeakTrace {
        LeakTrace(
            shape: shape, steps: steps.map { TraceStep(kind: .object, name: $0) },
            culprit: Suspect(
                name: shape == .unheld ? "over-retain" : "\(steps[cut]).next", step: cut, pattern: .storeWithoutEviction
            ),
            objects: objects)
    }

    /// The findings with their causes; nothing is known of how their paths enter what grows.
    private func grouped(_ findings: [Finding], _ entries: [[GrowthEntrance: Int]] = []) -> [Finding] {
        CauseGrouping(
            findings, findings.indices.map { GroupRetention(traces: [], entries: entries.isEmpty ? [:] : entries[$0]) }
        ).findings
    }

    /// Maps each type that does not lead a cause to the type that leads its cause.
    private func victims(_ findings: Finding...) -> [String: String] { victims(of: grouped(findings)) }

    private func victims(of grouped: [Finding]) -> [String: String] {
        let leaders = Dictionary(
            grouped.filter { $0.victimOf == nil }.map { ($0.fingerprint, $0.key.type) }, uniquingKeysWith: { a, _ in a }
        )
        return grouped.reduce(into: [:]) { victims, finding in
            if let leader = finding.victimOf { victims[finding.key.type] = leaders[leader] ?? "?" }
        }
    }

    @Test func `The object of the suspect reference leads, and what is behind it goes with it`() {
        let found = victims(
            finding("Content", path("static App", "Session", "Content", cut: 0)),
            finding("Session", path("static App", "Session", cut: 0)),
            finding("Text", path("static App", "Session", "Content", "Text", cut: 0)))
        #expect(found == ["Content": "Session", "Text": "Session"])
    }

    @Test(arguments: [LeakPattern.subscriptionNotCancelled, .storeWithoutEviction])
    func `What grows in proportion behind a growing container is one cause with it, also if it keeps itself`(
        pattern: LeakPattern
    ) {
        var steps = ["Center", "Subject", "Badge"].map { TraceStep(kind: .object, name: $0) }
        steps[0].edge = ".unread[100].body"
        let culprit = Suspect(name: "Badge.tokens", step: 1, pattern: pattern)
        var element = finding("Badge", LeakTrace(shape: .path, steps: steps, culprit: culprit, objects: 10))
        element.live = (0...10).map { $0 * 3 }
        func container(_ name: String, live: [Int]) -> Finding {
            steps[0].edge = "." + name
            let culprit = Suspect(name: "Center.\(name)", step: 0, pattern: .storeWithoutEviction)
            var container = finding(
                "Set<Badge>",
                LeakTrace(shape: .path, steps: Array(steps.prefix(2)), culprit: culprit, objects: 1))
            (container.unit, container.live) = (.bytes, live)
            return container
        }
        let grown = (0...10).map { 500 + $0 * 64 }
        let leader = pattern == .storeWithoutEviction ? "Center.unread" : "Badge.tokens"
        for (name, live, names) in [
            ("unread", grown, [leader]), ("log", grown, ["Badge.tokens", "Center.log"]),
            ("unread", (0...10).map { $0 < 5 ? 0 : $0 * 64 }, ["Badge.tokens", "Center.unread"]),
        ] {
            let found = causes(of: grouped([container(name, live: live), element]))
            #expect(found.map(\.name).sorted() == names)
        }
    }

    @Test(arguments: [TraceStep.Kind.library, .object])
    func `A list of a library belongs to the leak of its elements, one of the program may be a cause`(
        kind: TraceStep.Kind
    ) {
        var element = finding("Panel", path("Dashboard", "Panel", cut: 0))
        element.live = (0...10).map { $0 * 3 }
        let steps = [
            TraceStep(kind: .object, name: "Feed", edge: ".quotes"), TraceStep(kind: kind, name: "subscription"),
            TraceStep(kind: .object, name: "Set<Panel>"),
        ]
        let culprit = Suspect(name: "Feed.quotes", step: 0, pattern: .storeWithoutEviction)
        var list = finding("Set<Panel>", LeakTrace(shape: .path, steps: steps, culprit: culprit, objects: 1))
        (list.unit, list.live) = (.bytes, (0...10).map { 96 + $0 * 96 })
        let retentions = [
            GroupRetention(traces: [], entries: [:], owner: 1), GroupRetention(traces: [], entries: [:]),
        ]
        let found = causes(of: CauseGrouping([list, element], retentions).findings)
        #expect(Set(found.map(\.name)) == (kind == .library ? ["Dashboard.next"] : ["Dashboard.next", "Feed.quotes"]))
    }

    @Test func `The remedy for a store of spans is that of the store, whatever part of a span leads`() {
        var part = finding("Trace.Attributes", path("Hub", "Box", "Attributes", cut: 0))
        part.traces[0].culprit?.remedy = "Clear Hub.next."
        var store = finding("Swift._DictionaryStorage<Trace.Context, Trace.InMemorySpan>", path("Hub", "Box", cut: 0))
        store.unit = .bytes
        store.traces[0].culprit?.remedy = "End each span."
        #expect(causes(of: grouped([part, store])).map(\.hint) == ["End each span."])
    }

    @Test func `A closure that holds the leader goes with it`() {
        #expect(
            victims(
                finding("closure", path("static App", "closure", cut: 1)),
                finding("Session", path("static App", "closure", "Session", cut: 1))) == ["closure": "Session"])
    }

    @Test func `A suspect of all objects precedes one of fewer, to which stale words may lead`() {
        let nameless = LeakTrace(
            shape: .path, steps: ["Server", "Storage"].map { TraceStep(kind: .object, name: $0) }, objects: 6)
        let entries = [[GrowthEntrance.cycle(1): 10], [.cycle(1): 10]]
        let found = grouped(
            [
                finding("Storage", path("Server", "Storage", cut: 0, objects: 4), nameless),
                finding("View", trace(.cycle, ["View", "Presenter", "View"], 0)),
            ], entries)
        #expect(victims(of: found) == ["Storage": "View"])
    }

    @Test func `Of tasks with one suspect, those that its line creates lead, and not those of a library`() throws {
        let sites = [("Library/Scheduler.swift", 194), ("App/Feed.swift", 35)]
        let tasks = sites.map { file, line in
            var task = finding(HeapType.task.description)
            task.key.site = RegistrationSite(fileID: file, line: line, column: 0)
            task.traces = [
                LeakTrace(
                    shape: .path, steps: [TraceStep(kind: .task, name: "Task in Feed.start")],
                    culprit: Suspect(
                        name: "Task in Feed.start", location: SourceLine(file: "/src/App/Feed.swift", line: 35),
                        step: 0, pattern: .taskNotCancelled, tasks: WaitingTasks(awaited: .stream, state: .suspended)),
                    objects: 10)
            ]
            return task
        }
        let grouped = grouped(tasks)
        let leader = try #require(grouped.first { $0.victimOf == nil })
        #expect(leader.key.site.fileID == "App/Feed.swift")
        #expect(grouped.count { $0.victimOf == leader.fingerprint } == 1)
    }

    @Test func `In a cycle the object of the suspect reference leads`() {
        let found = victims(
            finding("View", trace(.cycle, ["View", "Presenter", "View"], 0)),
            finding("Presenter", trace(.cycle, ["Presenter", "View", "Presenter"], 1)),
            finding("Model", trace(.cycle, ["Presenter", "View", "Presenter", "Model"], 1)))
        #expect(found == ["View": "Presenter", "Model": "Presenter"])
    }

    @Test func `The program's own object leads, though the suspect reference is to a closure or a library's object`() {
        let found = victims(
            finding("closure (App.Counter)", trace(.cycle, ["closure", "Counter", "closure"], 1)),
            finding("App.Counter", trace(.cycle, ["Counter", "closure", "Counter"], 0)),
            finding(
                "Swift._ContiguousArrayStorage<App.Counter>", trace(.cycle, ["Counter", "closure", "Counter", "[]"], 0))
        )
        #expect(
            found == [
                "closure (App.Counter)": "App.Counter", "Swift._ContiguousArrayStorage<App.Counter>": "App.Counter",
            ])
    }

    @Test func `An overretained object leads what it holds, and no other overretained one`() {
        let found = victims(
            finding("Text", trace(.unheld, ["Buffer", "Text"], 0)), finding("Buffer", trace(.unheld, ["Buffer"], 0)),
            finding("Handle", trace(.unheld, ["Handle"], 0)))
        #expect(found == ["Text": "Buffer"])
    }

    @Test func `An object held in another way as well is no victim, except for a stale word`() {
        let session = finding("Session", path("static App", "Session", cut: 0))
        let other = path("static Cache", "Content", cut: 0, objects: 3)
        let content = finding("Content", path("static App", "Session", "Content", cut: 0, objects: 7), other)
        #expect(victims(session, content).isEmpty)
        // Another finding has the one suspect, so that this one is a cause of the other.
        #expect(
            causes(of: grouped([session, content])).map(\.name).sorted() == ["static App.next", "static Cache.next"])
        // A few words that nothing uses any more are no second reference.
        let loose = finding(
            "Content", path("stack", "Content", cut: 0, objects: 2),
            path("static App", "Session", "Content", cut: 0, objects: 7), path("Task", "Content", cut: 0, objects: 1))
        #expect(victims(session, loose) == ["Content": "Session"])
        let stray = path("stack", "Content", cut: 0, objects: 1)
        let mostly = finding("Content", path("static App", "Session", "Content", cut: 0, objects: 9), stray)
        #expect(victims(session, mostly) == ["Content": "Session"])
    }

    @Test(arguments: [(objects: 2, isVictim: false), (3, true)])
    func `A finding without a clear suspect belongs to that of a quarter of its objects, not of fewer`(
        objects: Int, isVictim: Bool
    ) {
        let session = finding("Session", path("static App", "Session", cut: 0))
        var unknown = path("Task", "Content", cut: 0, objects: 10 - objects)
        unknown.culprit = nil
        var content = finding("Content", unknown, path("static App", "Session", "Content", cut: 0, objects: objects))
        // They grow in other cycles.
        content.births = [Birth(generation: 2, count: 7), Birth(generation: 5, count: 3)]
        #expect(victims(session, content) == (isVictim ? ["Content": "Session"] : [:]))
    }

    @Test
    func `Of two equal leaders the first by name leads, and an object before its closure or box`() {
        let first = finding("Session", path("static App", "Session", cut: 0))
        let second = finding("Other", path("static App", "Other", cut: 0))
        #expect(victims(first, second) == ["Session": "Other"] && victims(second, first) == ["Session": "Other"])
        let closure = finding("closure (App.Counter)", path("static App", "closure", cut: 0))
        let object = finding("App.Counter", path("static App", "Counter", cut: 0))
        #expect(victims(closure, object) == ["closure (App.Counter)": "App.Counter"])
        let box = finding("box of App.Counter", path("static App", "box", cut: 0))
        #expect(
            victims(box, closure, object) == [
                "closure (App.Counter)": "App.Counter", "box of App.Counter": "App.Counter",
            ])
    }

    @Test func `A closure and the task behind a stale word are one suspect at one line`() {
        func held(_ name: String, line: Int) -> Finding {
            var trace = path("root", "Session", cut: 0)
            trace.culprit = Suspect(
                name: name, location: SourceLine(file: "Main.swift", line: line), step: 0, pattern: .taskNotCancelled)
            return finding(name, trace)
        }
        #expect(victims(held("closure in run", line: 1), held("Task in run", line: 1)).count == 1)
        #expect(victims(held("closure in run", line: 1), held("Task in stop", line: 1)).isEmpty)
    }

    @Test func `The kind of mistake does not distinguish suspects`() {
        var other = path("static App", "Session", "Content", cut: 0)
        other.culprit?.pattern = .taskNotCancelled
        #expect(
            victims(finding("Session", path("static App", "Session", cut: 0)), finding("Content", other))
                == ["Content": "Session"])
    }

    @Test func `One reference seen by both tiers is one cause; a finding that is no leak belongs to none`() {
        let first = finding("Session", path("static App", "Session", cut: 0))
        let registered = finding("Content", tier: .registry, path("static App", "Session", "Content", cut: 0))
        #expect(causes(of: grouped([first, registered])).count == 1)
        #expect(victims(first, finding("Late", verdict: .retained, path("static App", "S", "Late", cut: 0))).isEmpty)
    }

    @Test func `One type seen by both tiers is one cause, though only one of them has a suspect`() {
        let heap = finding("App.Session", path("static App", "Session", cut: 0))
        let registered = finding("App.Session", tier: .registry)
        let found = causes(of: grouped([heap, registered]))
        #expect(found.map(\.name) == ["static App.next"])
        #expect(found[0].leaked.count == 1)
    }

    @Test func `A finding without a suspect belongs to the suspect that leads to it`() {
        let session = finding("App.Session", path("static App", "Session", cut: 0))
        var buffer = finding("Lib.Buffer", path("static App", "Session", "Buffer", cut: 0))
        buffer.traces[0].culprit = nil
        let entry = GrowthEntrance.reference([])
        #expect(
            victims(of: grouped([session, buffer], [[entry: 10], [entry: 9, .nothing: 1]])) == [
                "Lib.Buffer": "App.Session"
            ])
        // Nothing leads from the one to the other: a cause of its own, never less.
        #expect(victims(of: grouped([session, buffer], [[entry: 10], [.root(1): 10]])).isEmpty)
        #expect(causes(of: grouped([session, buffer], [[entry: 10], [.root(1): 10]])).count == 2)
    }

    @Test func `Parts of the same cycles are one cause, that of the likelier mistake`() {
        let view = finding("App.View", trace(.cycle, ["View", "Presenter", "View"], 0))
        var model = finding("App.Model", trace(.cycle, ["Model", "View", "Model"], 0))
        model.traces[0].culprit?.pattern = .closureCapturesSelf
        let cycles = Dictionary(uniqueKeysWithValues: (0..<10).map { (GrowthEntrance.cycle($0), 1) })
        let found = causes(of: grouped([view, model], [cycles, cycles]))
        #expect(found.map(\.name) == ["Model.next"])
        let others = Dictionary(uniqueKeysWithValues: (10..<20).map { (GrowthEntrance.cycle($0), 1) })
        #expect(causes(of: grouped([view, model], [cycles, others])).count == 2)
    }

    @Test func `A library's cycle names the object to release, at the line that creates it`() throws {
        func part(_ type: String) -> Finding {
            var part = finding(type, trace(.cycle, ["Core", "Pipeline", "Core"], 0))
            part.traces[0].culprit = nil
            part.backtrace = Backtrace(frames: [
                Frame(
                    module: "/app", buildID: nil, offset: 1,
                    symbols: [
                        Symbol(function: "App.Inspector.look() -> ()", file: "/src/App/Inspector.swift", line: 32)
                    ])
            ])
            return part
        }
        let cycles = [GrowthEntrance.cycle(1): 10]
        let parts = ["NIOCore.ChannelPipeline", "NIOEmbedded.EmbeddedChannel", "App.Decoder"].map(part)
        let found = causes(of: grouped(parts, [cycles, cycles, cycles]))
        let cause = try #require(found.first)
        #expect(found.count == 1)
        #expect(cause.name == "EmbeddedChannel" && cause.location?.description == "Inspector.swift:32")
        #expect(cause.culprit?.pattern == .notClosed)
        #expect(cause.hint == "Finish the EmbeddedChannel with finish() when it is no longer used.")
    }

    @Test func `A fingerprint is that of the suspect, for any leading finding, path and order`() {
        let session = finding("App.Session", path("static App", "Session", cut: 0))
        let content = finding("App.Content", path("static App", "Session", "Content", cut: 0))
        let far = finding("App.Content", path("static App", "Detour", "Content", cut: 0, objects: 4))
        let found = [[session, content], [content, session], [content], [far]].map { causes(of: grouped($0))[0] }
        #expect(Set(found.map(\.fingerprint)).count == 1)
        #expect(Set(found.map(\.name)) == ["static App.next"])
    }

    @Test func `Two suspects, or two resources of one function, have two fingerprints`() throws {
        let references = ["Session", "Feed"].map { finding("App.Content", path("static App", $0, "Content", cut: 1)) }
        let resources = references.map { reference in
            var resource = reference
            resource.traces[0].culprit?.pattern = .notClosed
            return resource
        }
        let alone = (references + resources).map { causes(of: grouped([$0]))[0] }
        #expect(alone.map(\.name) == ["Session.next", "Feed.next", "Session.next", "Feed.next"])
        #expect(Set(alone.map(\.fingerprint)).count == 4)
    }
}
