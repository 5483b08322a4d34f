import OutliveModel
import Testing

@testable import OutliveHeap
@testable import OutliveJudgement

/// Findings and the objects of a snapshot that they are about.
@Suite struct TracedFindingTests {
    /// Names frames of `/opt/app` by their offset: line 1 of a file for each 0x100.
    private struct Names: AddressNames {
        func functions(of frames: [Frame]) -> [Frame] {
            frames.map { frame in
                var frame = frame
                frame.symbols = [
                    Symbol(
                        function: "App.make() -> ()", file: "/src/App/File\(frame.offset / 0x100).swift",
                        line: Int(frame.offset % 0x100), column: 5)
                ]
                return frame
            }
        }

        func variables(of frames: [Frame]) -> [String?] { frames.map { _ in "static App.Store.kept : App.Node" } }

        func named(_ offset: Int) -> Backtrace {
            Backtrace(frames: functions(of: [Frame(module: "/opt/app", buildID: nil, offset: UInt64(offset))]))
        }
    }

    private func finding(
        _ type: String, tier: Tier = .heap, verdict: Verdict = .leak, file: Int = 1, line: Int = 1, births: [Int: Int]
    ) -> Finding {
        Finding(
            tier: tier, verdict: verdict,
            key: ComponentKey(
                name: type, type: type, site: RegistrationSite(fileID: "App/File\(file).swift", line: line, column: 9)),
            births: births.map { Birth(generation: $0.key, count: $0.value) }.sorted { $0.generation < $1.generation },
            live: [], warmup: 0)
    }

    /// Sessions at 0x1000, 0x1100 and so on, of births 0, 1 and so on, in turns from two lines of a file.
    private func sessions(_ count: Int, cycle: UInt32 = 9) throws -> HeapSnapshot {
        var builder = SnapshotBuilder()
        (builder.flags, builder.cycle) = (3, cycle)
        builder.module("/opt/app", bias: 0x10000, 0x10000..<0x20000)
        let type = builder.type("App.Session")
        let stacks = [builder.stack([0x10101]), builder.stack([0x10102])]
        for index in 0..<count {
            builder.node(
                UInt64(0x1000 + 0x100 * index), type: type, stack: stacks[index % 2], birth: UInt32(index))
        }
        return try HeapSnapshot(builder.file)
    }

    private func nodes(
        of finding: Finding, in snapshot: HeapSnapshot, _ addresses: [ComponentKey: [ObjectAddress]] = [:]
    ) -> [Int] {
        FindingNodes(snapshot, names: Names(), [finding]).nodes(of: finding, addresses)
    }

    @Test func `Growth is listed by type, line and births, in any column`() throws {
        let snapshot = try sessions(8)
        let births = Dictionary(uniqueKeysWithValues: (2...7).map { ($0, 1) })
        let first = finding("App.Session", line: 1, births: births.filter { $0.key.isMultiple(of: 2) })
        #expect(nodes(of: first, in: snapshot) == [2, 4, 6])
        #expect(nodes(of: finding("App.Session", line: 2, births: [3: 1, 5: 1]), in: snapshot) == [3, 5])
        #expect(nodes(of: finding("App.Other", births: births), in: snapshot).isEmpty)
    }

    @Test func `If the sites vary, all objects of the type are meant`() throws {
        let births = Dictionary(uniqueKeysWithValues: (1...7).map { ($0, 1) })
        let whole = finding("App.Session", file: 9, births: births)
        #expect(nodes(of: whole, in: try sessions(8)) == Array(1...7))
    }

    @Test func `Components are identified by their addresses, also under two names of one type and site`() throws {
        let snapshot = try sessions(8)
        var one = finding("App.Session", tier: .registry, births: [1: 1])
        var other = one
        (one.key.name, other.key.name) = ("one", "other")
        let addresses = [one.key: [ObjectAddress(0x1100)], other.key: [ObjectAddress(0x1300)]]
        #expect(nodes(of: one, in: snapshot, addresses) == [1])
        #expect(nodes(of: other, in: snapshot, addresses) == [3])
        // Judged together, as names that are made up are.
        #expect(nodes(of: finding("App.Session", tier: .registry, births: [1: 2]), in: snapshot, addresses) == [1, 3])
    }

    @Test func `If only the youngest have addresses, the older ones are those with the same origin`() throws {
        let key = finding("App.Session", tier: .registry, births: [1: 3]).key
        let all = finding("App.Session", tier: .registry, births: [1: 3])
        #expect(nodes(of: all, in: try sessions(5), [key: [ObjectAddress(0x1400)]]) == [0, 2, 4])
        // Were there more than survived, others are among them.
        let few = finding("App.Session", tier: .registry, births: [1: 2])
        #expect(nodes(of: few, in: try sessions(5), [key: [ObjectAddress(0x1400)]]) == [4])
    }

    @Test func `Components without addresses are those of their type from before the last reset`() throws {
        let survived = finding("App.Session", tier: .registry, births: [1: 4])
        #expect(nodes(of: survived, in: try sessions(8, cycle: 6)) == [0, 1, 2, 3, 4])
        #expect(nodes(of: survived, in: try sessions(8), [survived.key: [ObjectAddress(0x9999)]]) == Array(0...7))
    }

    @Test func `A leak gets its traces, retained size and fingerprint; known and released objects do not`() throws {
        var builder = SnapshotBuilder()
        (builder.flags, builder.cycle) = (3, 4)
        builder.module("/opt/app", bias: 0x10000, 0x10000..<0x20000)
        let type = builder.type("App.Node", size: 32, fields: [("next", "App.Node", 16, 0)])
        let raw = builder.type("App.Text", size: 32)
        let stack = builder.stack([0x10101])
        builder.node(0x1000, type: type, edges: [(16, 1)])
        builder.node(0x2000, type: type, stack: stack, birth: 2, edges: [(24, 2)])
        builder.node(0x3000, bytes: 100, type: raw, birth: 2)
        builder.root(0, kind: 1, owner: 0, address: 0x11000)
        let snapshot = try HeapSnapshot(builder.file)
        let known = finding("App.Text", verdict: .expected, births: [2: 1])
        let findings = [finding("App.Node", births: [2: 1]), known]
        let found = traced(findings, in: AnalysedSnapshot(snapshot, names: Names()))
        let trace = try #require(found[0].trace)
        #expect(trace.shape == .path)
        #expect(trace.culprit?.name == "static Store.kept")
        #expect(found[0].fingerprint == trace.fingerprint)
        #expect(found[0].retainedBytes == 132)
        #expect(found[1] == known)
    }

    @Test func `A snapshot of an arm explains the findings of that arm alone`() throws {
        var builder = SnapshotBuilder()
        (builder.flags, builder.cycle) = (3, 4)
        builder.module("/opt/app", bias: 0x10000, 0x10000..<0x20000)
        let type = builder.type("App.Node", size: 32, fields: [("next", "App.Node", 16, 0)])
        builder.node(0x1000, type: type, edges: [(16, 1)])
        builder.node(0x2000, type: type, stack: builder.stack([0x10101]), birth: 2)
        builder.root(0, kind: 1, owner: 0, address: 0x11000)
        let names = ["relaunch", "template", "truncate"].map(Arm.init)
        let found = names.dropFirst().map { finding("App.Node", births: [2: 1]).labelled($0) }
        var traced = TracedFindings(ClassifiedFindings(findings: found), subject: names[1])
        let snapshot = try HeapSnapshot(builder.file)
        traced.trace(
            in: AnalysedSnapshot(snapshot, names: Names()), of: JudgedProcess(arm: names[2], worker: nil))
        #expect(traced.findings.filter { $0.trace != nil }.map(\.arms) == [[names[2]]])
        // Without a name, it is that of the soak.
        traced.trace(in: AnalysedSnapshot(snapshot, names: Names()))
        #expect(traced.findings.allSatisfy { $0.trace?.culprit?.name == "static Store.kept" })
        let joined = traced.explaining(.measured(arms: names), nil).findings
        #expect(joined.map(\.arms) == [[names[1], names[2]]])
    }

    @Test func `Memory that nothing refers to is a leak, also if its allocation was not seen`() throws {
        var builder = SnapshotBuilder()
        (builder.flags, builder.cycle) = (1, 4)
        builder.module("/opt/app", bias: 0x10000, 0x10000..<0x20000)
        let raw = builder.type("", .raw)
        let holder = builder.type("App.Cache", size: 32)
        for index in 0..<4 { builder.node(UInt64(0x1000 + 0x100 * index), type: raw, birth: 2) }
        var found = try tracedMemory(builder)
        #expect(found.verdict == .leak)
        #expect(found.trace?.culprit?.pattern == .memoryNotFreed)
        #expect(found.trace?.culprit?.remedy?.contains("free it") == true)
        // A library may use again what an object leads to.
        builder.node(0x2000, type: holder, edges: [(16, 0), (24, 1), (32, 2), (40, 3)])
        builder.root(4, kind: 1, owner: 0, address: 0x11000)
        found = try tracedMemory(builder)
        #expect(found.verdict == .suspect)
    }

    @Test func `A list of memory that a variable of the program holds is a leak, and memory of a handle may be a pool`()
        throws
    {
        var builder = SnapshotBuilder()
        (builder.flags, builder.cycle) = (1, 4)
        builder.module("/opt/app", bias: 0x10000, 0x10000..<0x20000)
        let raw = builder.type("", .raw)
        // Each block refers to the one before it.
        for index in 0..<UInt32(4) {
            builder.node(
                UInt64(0x1000 + 0x100 * index), type: raw, birth: 2, edges: index > 0 ? [(UInt32(0), index - 1)] : [])
        }
        var handle = builder
        builder.root(3, kind: 1, owner: 0, address: 0x11000)
        let found = try tracedMemory(builder)
        #expect(found.trace?.culprit?.name == "static Store.kept")
        #expect(found.verdict == .leak)
        handle.node(0x2000, type: raw, edges: [(8, 3)])
        handle.root(4, kind: 1, owner: 0, address: 0x11000)
        #expect(try tracedMemory(handle).verdict == .suspect)
    }

    @Test func `A side table belongs to the weak references, or to the object that it counts them for`() throws {
        var builder = SnapshotBuilder()
        (builder.flags, builder.cycle) = (1, 4)
        builder.module("/opt/app", bias: 0x10000, 0x10000..<0x20000)
        let raw = builder.type("", .raw)
        let screen = builder.type("App.Screen", size: 32)
        let closure = builder.type("(weak App.Screen)", .closure, fields: [("", "App.Screen", 16, 1)])
        for index in 0..<4 { builder.node(UInt64(0x1000 + 0x100 * index), bytes: 48, type: raw, birth: 2) }
        for index in 0..<4 {
            builder.node(UInt64(0x2000 + 0x100 * index), type: closure, birth: 2, edges: [(16, UInt32(index))])
        }
        // The objects of the first three are gone.
        builder.node(0x3000, type: screen, edges: [(8, 3)])
        let snapshot = try HeapSnapshot(builder.file)
        let links = HeapLinks(snapshot, DispatchContinuations(snapshot), snapshot.frameBlocks)
        let holders = (0..<4).map { table in links.indices(ofReferrersOf: table).map { links.referrers[$0].node } }
        #expect(holders == [[4], [5], [6], [8]])
        // With what holds the closures, the memory is not lost, and no leak by itself.
        let found = try tracedMemory(builder)
        #expect(found.verdict == .suspect)
    }

    @Test(arguments: [
        (ended: 0, growth: 0.0, Verdict.expected), (ended: 2, growth: 0, .leak), (ended: 0, growth: 1, .leak),
    ])
    func `Memory of the C library for running threads is a leak only if the threads grow`(
        ended: UInt32, growth: Double, expected: Verdict
    ) throws {
        var builder = SnapshotBuilder()
        (builder.flags, builder.cycle) = (1, 4)
        builder.module("/opt/app", bias: 0x10000, 0x10000..<0x20000)
        builder.thread("worker", id: 7, 0x7000..<0x8000)
        let raw = builder.type("", .raw)
        for index in 0..<4 { builder.node(UInt64(0x1000 + 0x100 * index), bytes: 288, type: raw, birth: 2) }
        for node in 0..<UInt32(4) { builder.root(node, kind: 3, owner: node < ended ? .max : 0, address: 0x7100) }
        var memory = finding(HeapType.rawMemory.description, births: [2: 4])
        (memory.key.site, memory.unit) = (.unknown, .blocks)
        memory.backtrace = Backtrace(
            frames: ["_dl_allocate_tls", "pthread_create"].map { name in
                Frame(
                    module: "/lib/libc.so.6", buildID: nil, offset: 16,
                    symbols: [Symbol(function: name, file: "", line: 0, column: 0)])
            })
        let threads = Slope(
            metric: .threads, perCycle: growth, interval: Interval(lower: growth, upper: growth),
            minimumEffect: 0.05, cycles: 40)
        var traced = TracedFindings(ClassifiedFindings(findings: [memory]), threads: threads)
        traced.trace(in: AnalysedSnapshot(try HeapSnapshot(builder.file), names: Names()))
        #expect(traced.findings.map(\.verdict) == [expected])
        #expect(causes(of: traced.findings).isEmpty == (expected == .expected))
    }

    @Test func `Memory inside of lost memory belongs to the function that allocates the outer block`() throws {
        var builder = SnapshotBuilder()
        (builder.flags, builder.cycle) = (3, 4)
        builder.module("/opt/app", bias: 0x10000, 0x10000..<0x20000)
        let raw = builder.type("", .raw)
        let (outer, inner) = (builder.stack([0x10101]), builder.stack([0x10201]))
        for index in 0..<4 {
            let address = UInt64(0x1000 + 0x100 * index)
            builder.node(address, type: raw, stack: outer, birth: 2, edges: [(0, UInt32(2 * index + 1))])
            builder.node(address + 0x80, type: raw, stack: inner, birth: 2)
        }
        let findings = [2, 1].map { file in
            var growth = finding(HeapType.rawMemory.description, file: file, births: [2: 4])
            growth.unit = .blocks
            growth.backtrace = Names().named(0x100 * file + 1)
            return growth
        }
        let found = traced(findings, in: AnalysedSnapshot(try HeapSnapshot(builder.file), names: Names()))
        #expect(causes(of: found).map { $0.location?.description } == ["File1.swift:1"])
    }

    @Test(arguments: [true, false])
    func `Memory that leads to the objects of a leak is no cause beside it, if it is seen from outside`(
        leads: Bool
    ) throws {
        var builder = SnapshotBuilder()
        (builder.flags, builder.cycle) = (1, 4)
        builder.module("/opt/app", bias: 0x10000, 0x10000..<0x20000)
        let (raw, table) = (builder.type("", .raw), builder.type("Dispatch.Registry", size: 128))
        let node = builder.type("App.Node", size: 32)
        let fields: [SnapshotBuilder.FieldItem] = (0..<4).map { ("n\($0)", "App.Node", 16 + 8 * $0, 0) }
        let store = builder.type("App.Store", size: 128, fields: fields)
        // A registry of a library, with memory that leads to each object, which the program stores as well.
        builder.node(0x1000, bytes: 128, type: table, edges: (0..<4).map { (16 + 8 * $0, 2 + $0) })
        builder.node(0x1200, bytes: 128, type: store, edges: (0..<4).map { (16 + 8 * $0, 6 + $0) })
        for index in 0..<UInt32(4) {
            let lead: [(offset: UInt32, target: UInt32)] = [(16, 6 + index)]
            builder.node(
                UInt64(0x2000 + 0x100 * index), type: raw, birth: index == 0 ? 1 : 2, edges: leads ? lead : [])
        }
        for index in 0..<UInt32(4) { builder.node(UInt64(0x3000 + 0x100 * index), type: node, birth: 2) }
        builder.root(0, address: 0x11000)
        builder.root(1, kind: 1, owner: 0, address: 0x12000)
        let findings = [HeapType.rawMemory.description, "App.Node"].map { type in
            let isMemory = type != "App.Node"
            // The memory was allocated before some of the objects, so that its cycles are others.
            var growth = finding(
                type, verdict: isMemory ? .suspect : .leak, births: isMemory ? [1: 1, 2: 3] : [2: 4])
            (growth.key.site, growth.live, growth.unit) = (.unknown, [0, 2, 4], isMemory ? .blocks : .objects)
            return growth
        }
        let found = traced(findings, in: AnalysedSnapshot(try HeapSnapshot(builder.file), names: Names()))
        #expect(causes(of: found).count == (leads ? 1 : 2))
    }

    private func tracedMemory(_ builder: SnapshotBuilder) throws -> Finding {
        var growth = finding(HeapType.rawMemory.description, verdict: .suspect, births: [2: 4])
        (growth.key.site, growth.unit) = (.unknown, .blocks)
        return traced([growth], in: AnalysedSnapshot(try HeapSnapshot(builder.file), names: Names()))[0]
    }

    @Test func `What many alike cycles keep alive is one cause, though the samples of its types differ`() throws {
        var builder = SnapshotBuilder()
        (builder.flags, builder.cycle) = (1, 4)
        let channel = builder.type("NIOEmbedded.Core", size: 32)
        let pipeline = builder.type("NIOCore.Pipeline", size: 32)
        let buffer = builder.type("NIOCore.Buffer", size: 32)
        let (cycles, buffers) = (1200, 900)
        for index in 0..<cycles {
            let first = index * 2
            builder.node(UInt64(0x10000 + 0x100 * index), type: channel, birth: 2, edges: [(16, UInt32(first + 1))])
            let kept = index < buffers ? [(UInt32(24), UInt32(2 * cycles + index))] : []
            builder.node(
                UInt64(0x10040 + 0x100 * index), type: pipeline, birth: 2, edges: [(16, UInt32(first))] + kept)
        }
        for index in 0..<buffers { builder.node(UInt64(0x900000 + 0x40 * index), type: buffer, birth: 2) }
        let found = traced(
            [
                finding("NIOEmbedded.Core", births: [2: cycles]), finding("NIOCore.Pipeline", births: [2: cycles]),
                finding("NIOCore.Buffer", births: [2: buffers]),
            ].map { finding in
                var finding = finding
                finding.key.site = .unknown
                return finding
            }, in: AnalysedSnapshot(try HeapSnapshot(builder.file), names: Names()))
        #expect(found.count { $0.victimOf == nil } == 1)
    }

    @Test func `Without a graph the findings stay unchanged`() throws {
        var builder = SnapshotBuilder()
        builder.flags = 2
        let leak = finding("App.Node", births: [2: 1])
        #expect(traced([leak], in: AnalysedSnapshot(try HeapSnapshot(builder.file), names: Names())) == [leak])
    }
}
