import Testing

@testable import OutliveHeap

/// Heaps that are built by hand, one for each rule.
@Suite struct RetentionPathTests {
    /// Returns the path to a node, by the addresses of the nodes.
    private func path(_ builder: SnapshotBuilder, to node: UInt32) throws -> HeapPath {
        try RetentionPaths(HeapGraph(HeapSnapshot(builder.file))).path(to: Int(node))
    }

    private func heap() -> SnapshotBuilder {
        var builder = SnapshotBuilder()
        builder.flags = 3
        builder.module("/opt/app/bin/app", bias: 0, 0x1000..<0x2000)
        builder.module("/usr/lib/libdispatch.so", bias: 0, 0x3000..<0x4000)
        return builder
    }

    @Test func `Fields of a global beat a block that leads there in fewer steps`() throws {
        var builder = heap()
        let type = builder.type("App.A", fields: [("next", "App.A", 16, 0)])
        let raw = builder.type("", .raw)
        builder.node(0x1000, type: type, edges: [(16, 1)])
        builder.node(0x2000, type: type, edges: [(16, 2)])
        builder.node(0x3000, type: type)
        builder.node(0x4000, type: raw, edges: [(0, 2)])
        builder.root(3, kind: 1, owner: 0)
        builder.root(0, kind: 1, owner: 0)
        #expect(try path(builder, to: 2) == HeapPath(origin: .root(1), nodes: [0, 1, 2], edges: [0, 1]))
    }

    @Test func `A global beats a stack at any distance`() throws {
        var builder = heap()
        let raw = builder.type("", .raw)
        for next in UInt32(1)...20 {
            let edges: [(offset: UInt32, target: UInt32)] = next < 20 ? [(UInt32(0), next)] : []
            builder.node(UInt64(next) * 64, type: raw, edges: edges)
        }
        builder.root(19, kind: 2)
        builder.root(0, kind: 1, owner: 1)
        #expect(try path(builder, to: 19).origin == .root(1))
        #expect(try path(builder, to: 19).nodes == Array(0..<20))
    }

    @Test(arguments: [(UInt32(40), false), (88, true)])
    func `A waiting item holds the next one, a handler of a source does not`(
        place: UInt32, isHeld: Bool
    ) throws {
        var builder = heap()
        let raw = builder.type("", .raw)
        // A source has its handler at 40, and a queue its first item at 88.
        builder.node(0x1000, bytes: 120, type: raw, edges: [(place, 1)])
        builder.node(0x2000, bytes: 72, type: raw, edges: [(16, 2)])
        builder.node(0x3000, bytes: 72, type: raw, edges: [(40, 3)])
        builder.node(0x4000, type: builder.type("App.Session"))
        for node in UInt32(1)...2 { builder.continuation(node) }
        builder.root(0, kind: 1, owner: 1)
        #expect(try path(builder, to: 3).origin == (isHeld ? .root(0) : .unheld))
        #expect(try path(builder, to: 1).origin == .root(0))
    }

    @Test(arguments: [UInt32(40), 48, 56, 64])
    func `Continuations that a thread keeps for reuse hold nothing but each other`(place: UInt32) throws {
        for isUnused in [true, false] {
            var builder = heap()
            let raw = builder.type("", .raw)
            builder.node(0x1000, bytes: 72, type: raw, edges: [(16, 1)])
            builder.node(0x2000, bytes: 72, type: raw, edges: [(place, 2)])
            builder.node(0x3000, type: builder.type("App.Session"))
            builder.thread("worker", id: 1, 0x7000..<0x8000)
            builder.root(0, kind: 3, owner: 0)
            for node in UInt32(0)...1 { builder.continuation(node, isUnused: isUnused) }
            #expect(try path(builder, to: 1).origin == .root(0))
            // Of a waiting item, too, the last words are left over from an earlier block.
            #expect(try path(builder, to: 2).origin == (isUnused || place >= 56 ? .unheld : .root(0)))
        }
    }

    @Test func `A block of the size of a continuation that is none keeps what its words lead to`() throws {
        var builder = heap()
        let raw = builder.type("", .raw)
        builder.node(0x1000, bytes: 72, type: raw, edges: [(16, 1)])
        builder.node(0x2000, bytes: 72, type: raw, edges: [(40, 2), (56, 3)])
        for address in [UInt64(0x3000), 0x4000] { builder.node(address, type: builder.type("App.Session")) }
        builder.function(1, 0x1400)
        builder.thread("worker", id: 1, 0x7000..<0x8000)
        builder.root(0, kind: 3, owner: 0)
        for node in 2...3 { #expect(try path(builder, to: UInt32(node)).origin == .root(0)) }
    }

    @Test func `A task is a root, unless a global of the program holds it by fields`() throws {
        func origin(ofGlobalIn module: UInt32, _ kind: SnapshotBuilder.Kind) throws -> HeapPath.Origin {
            var builder = heap()
            let holder = builder.type(
                kind == .raw ? "" : "App.A", kind, fields: [("task", "Swift.Task<(), Swift.Never>", 16, 0)])
            let task = builder.type("Swift.Task", .task)
            let type = builder.type("App.B")
            builder.node(0x1000, type: holder, edges: [(16, 1)])
            builder.node(0x2000, type: task, edges: [(128, 2)])
            builder.node(0x3000, type: type)
            builder.root(0, kind: 1, owner: module)
            return try path(builder, to: 2).origin
        }
        #expect(try origin(ofGlobalIn: 0, .object) == .root(0))
        #expect(try origin(ofGlobalIn: 1, .object) == .task)
        #expect(try origin(ofGlobalIn: 0, .raw) == .task)
    }

    @Test func `References that do not keep alive make no path`() throws {
        let fields: [(String, UInt32, Bool)] = [
            ("App.B", 0, true), ("Swift.Optional<App.B>", 1, false), ("App.B", 2, false), ("App.B", 3, false),
            ("Swift.Unmanaged<App.B>", 0, false), ("Swift.Optional<Swift.Unmanaged<App.B>>", 0, false),
            ("Swift.UnsafeMutableRawPointer", 0, false), ("Swift.Optional<Swift.OpaquePointer>", 0, false),
            ("Swift.UnsafePointer<App.B>", 0, false), ("Swift.ObjectIdentifier", 0, false), ("Swift.Int", 0, false),
            ("App.B.Type", 0, false), ("Swift.Optional<any App.P>", 0, true),
            ("Swift.Optional<Swift.Range<Swift.String.Index>>", 0, false), ("Swift.ClosedRange<Swift.Int>", 0, false),
            ("Swift.Range<App.B>", 0, true),
        ]
        for (type, strength, isHeld) in fields {
            var builder = heap()
            let holder = builder.type("App.A", fields: [("it", type, 16, strength)])
            builder.node(0x1000, type: holder, edges: [(16, 1)])
            builder.node(0x2000, type: builder.type("App.B"))
            builder.root(0, kind: 1, owner: 0)
            let expected = isHeld ? HeapPath.Origin.root(0) : .unheld
            #expect(try path(builder, to: 1).origin == expected, "\(type), strength \(strength)")
        }
    }

    @Test func `A pointer to a block of malloc's leads to its contents`() throws {
        var builder = heap()
        let holder = builder.type("App.A", fields: [("base", "Swift.UnsafeMutablePointer<App.B>", 16, 0)])
        let raw = builder.type("", .raw)
        builder.node(0x1000, type: holder, edges: [(16, 1)])
        builder.node(0x2000, type: raw, edges: [(8, 2)])
        builder.node(0x3000, type: builder.type("App.B"))
        builder.root(0, kind: 1, owner: 0)
        #expect(try path(builder, to: 2).nodes == [0, 1, 2])
    }

    @Test func `Words behind the elements of an array, and those of a deinitialised object, hold nothing`() throws {
        var builder = heap()
        let storage = builder.type("Swift._ContiguousArrayStorage<App.B>", stride: 8)
        let type = builder.type("App.B", fields: [("it", "App.B", 16, 0)])
        builder.node(0x1000, bytes: 64, type: storage, elements: 1, edges: [(32, 1), (40, 2)])
        builder.node(0x2000, type: type, state: 1, edges: [(16, 3)])
        builder.node(0x3000, type: type)
        builder.node(0x4000, type: type)
        builder.root(0, kind: 1, owner: 0)
        #expect(try path(builder, to: 2).origin == .unheld)
        #expect(try path(builder, to: 3).origin == .unheld)
    }

    @Test func `An unowned reference keeps the memory of a deinitialised object`() throws {
        var builder = heap()
        let holder = builder.type("App.A", fields: [("it", "App.B", 16, 2)])
        builder.node(0x1000, type: holder, edges: [(16, 1)])
        builder.node(0x2000, type: builder.type("App.B"), state: 1)
        builder.root(0, kind: 1, owner: 0)
        #expect(try path(builder, to: 1).nodes == [0, 1])
    }

    @Test func `A word on a stack hides neither a cycle nor what the cycle holds`() throws {
        var builder = heap()
        let type = builder.type("App.A", fields: [("one", "App.A", 16, 0), ("two", "App.A", 24, 0)])
        builder.node(0x1000, type: type, edges: [(16, 1)])
        builder.node(0x2000, type: type, edges: [(16, 0), (24, 2)])
        builder.node(0x3000, type: type)
        builder.root(1, kind: 2)
        #expect(try path(builder, to: 0) == HeapPath(origin: .cycle, nodes: [0, 1, 0], edges: [0, 1], loop: 2))
        #expect(try path(builder, to: 2) == HeapPath(origin: .cycle, nodes: [1, 0, 1, 2], edges: [1, 0, 2], loop: 2))
    }

    @Test func `A stack that leads to the holder of a cycle does not hide the cycle`() throws {
        var builder = heap()
        let type = builder.type("App.A", fields: [("one", "App.A", 16, 0)])
        builder.node(0x1000, type: type, edges: [(16, 1)])
        builder.node(0x2000, type: type, edges: [(16, 2)])
        builder.node(0x3000, type: type, edges: [(16, 1)])
        builder.root(0, kind: 2)
        builder.root(2, kind: 2)
        #expect(try path(builder, to: 0) == HeapPath(origin: .root(0), nodes: [0], edges: []))
        #expect(try path(builder, to: 2) == HeapPath(origin: .cycle, nodes: [2, 1, 2], edges: [2, 1], loop: 2))
    }

    @Test func `An unreferenced object starts the path to what it holds`() throws {
        var builder = heap()
        let type = builder.type("App.A", fields: [("one", "App.A", 16, 0)])
        builder.node(0x1000, type: type, edges: [(16, 1)])
        builder.node(0x2000, type: type)
        #expect(try path(builder, to: 1) == HeapPath(origin: .unheld, nodes: [0, 1], edges: [0]))
        #expect(try path(builder, to: 0) == HeapPath(origin: .unheld, nodes: [0], edges: []))
    }
}

/// Stale words, which the program may no longer use, beside cycles that keep themselves alive.
@Suite struct StaleWordTests {
    private func origin(_ text: String) throws -> HeapPath.Origin {
        let heap = HeapSketch(text)
        let paths = RetentionPaths(HeapGraph(try heap.snapshot))
        return paths.path(to: heap["session"]).origin
    }

    private static let cycle = """
        session = App.Session
          child: App.Child => child
        child = App.Child
          session: App.Session => session
        """

    @Test(arguments: [
        "stack main => session", "threadlocal main => session", "mapping => session",
        "global lib _dispatch_main_q => session",
        "global lib run loop => block\nblock = raw\n  word => session",
        "global cache => block\nblock = raw\n  word => child",
        "work = task\n  word => session",
    ])
    func `A stale word proves nothing about an object that keeps itself alive`(_ word: String) throws {
        #expect(try origin(word + "\n" + Self.cycle) == .cycle)
    }

    @Test func `A variable of the program that leads to a cycle by fields holds it`() throws {
        #expect(try origin("global root : App.Session => session\n" + Self.cycle) == .root(0))
        #expect(
            try origin("global root : App.Box => box\nbox = App.Box\n  it: App.Child => child\n" + Self.cycle)
                == .root(0))
    }

    @Test func `Objects in no cycle are held by the words that lead to them`() throws {
        let single = "session = App.Session"
        #expect(try origin("work = task\n  word => session\n" + single) == .task)
        #expect(try origin("global lib loop => block\nblock = raw\n  word => session\n" + single) == .root(0))
        #expect(try origin("stack main => session\n" + single) == .root(0))
    }

    @Test func `Library parts in a cycle are held by what leads to them`() throws {
        let text = """
            global lib shared => center
            center = Foundation.Center
              storage: Foundation.Storage => storage
              session: App.Session => session
            storage = Foundation.Storage
              center: Foundation.Center => center
            session = App.Session
            """
        #expect(try origin(text) == .root(0))
    }
}
