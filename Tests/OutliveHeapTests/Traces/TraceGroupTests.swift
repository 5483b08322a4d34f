import OutliveModel
import Testing

@testable import OutliveHeap

struct TraceGroupTests {
    private static let text = """
        global static App.Core.shared : App.Core => core
        core = App.Core
          screens: Swift.Array<App.Screen> => list
          onEnd: () -> () => closure by closure #1 () -> () in App.Core.start() -> () at Core.swift:4
        list = array App.Screen count 8
          [0] => first
          [5] => second
        closure = closure (App.Screen, Swift.Int) in App.Core.start() -> () at Core.swift:4
          : App.Screen => third
        first = App.Screen
        second = App.Screen
        third = App.Screen
        """
    private static let screens = ["first", "second", "third"]

    @Test func `Similar leaks are one trace that counts them, the most frequent first`() throws {
        let traces = try HeapSketch(Self.text).traces(of: Self.screens)
        #expect(traces.map(\.objects) == [2, 1])
        #expect(traces.map(\.culprit?.name) == ["Core.screens", "Core.onEnd"])
        #expect(traces[0].description == "static Core.shared -> Core.screens[0] -> Screen")
        #expect(traces.allSatisfy { $0.fingerprint.count == 16 })
        #expect(Set(traces.map(\.fingerprint)).count == 2)
    }

    @Test func `Addresses, lines and order in memory do not change a fingerprint`() throws {
        let traces = try HeapSketch(Self.text).traces(of: Self.screens)
        let others = [
            HeapSketch(Self.text, base: 0x7000_1000), HeapSketch(Self.text, moved: 40),
            HeapSketch(Self.text, isReversed: true),
        ]
        for other in others {
            let moved = try other.traces(of: Self.screens.reversed())
            #expect(moved.map(\.fingerprint) == traces.map(\.fingerprint))
            #expect(moved.map(\.objects) == traces.map(\.objects))
            #expect(moved.map(\.culprit?.name) == traces.map(\.culprit?.name))
        }
    }

    @Test func `Another holder is another fingerprint`() throws {
        let one = HeapSketch(
            "global static App.A.all : Swift.Array<App.Screen> => screen\nscreen = App.Screen")
        let other = HeapSketch(
            "global static App.B.all : Swift.Array<App.Screen> => screen\nscreen = App.Screen")
        #expect(try one.trace(of: "screen").fingerprint != other.trace(of: "screen").fingerprint)
    }

    @Test func `The file of a private declaration is no part of a fingerprint`() throws {
        func sketch(_ discriminator: String) -> HeapSketch {
            HeapSketch(
                """
                global static App.(Store in \(discriminator)).(all in \(discriminator)) : Swift.Array<App.Screen> => list
                list = array App.Screen count 1
                  [0] => screen
                screen = App.(Screen in \(discriminator))
                """)
        }
        let (one, other) = (try sketch("_0A1B").trace(of: "screen"), try sketch("_99FF").trace(of: "screen"))
        #expect(one.description == "static Store.all[0] -> Screen")
        #expect(one.fingerprint == other.fingerprint)
    }

    @Test func `A large group is sampled, and its count stays`() throws {
        let count = 1_300
        var text = "global static App.Cache.all : Swift.Array<App.Item> => list\nlist = array App.Item count \(count)\n"
        for index in 0..<count { text += "  [\(index)] => item\(index)\n" }
        for index in 0..<count { text += "item\(index) = App.Item\n" }
        let traces = try HeapSketch(text).traces(of: (0..<count).map { "item\($0)" })
        #expect(traces.count == 1)
        #expect(traces[0].objects == count)
        #expect(traces[0].description == "static Cache.all[0] -> Item")
    }

    @Test(arguments: ["stack", "threadlocal"])
    func `Thread names and places of unnamed variables are no part of a fingerprint`(
        root: String
    ) throws {
        let (one, other) = (
            HeapSketch("\(root) worker 1 => screen\nscreen = App.Screen"),
            HeapSketch("\(root) worker 2 => screen\nscreen = App.Screen")
        )
        #expect(try one.trace(of: "screen").description != other.trace(of: "screen").description)
        #expect(try one.trace(of: "screen").fingerprint == other.trace(of: "screen").fingerprint)
        let nameless = HeapSketch("global => screen\nscreen = App.Screen")
        let moved = HeapSketch("global => first\nglobal => screen\nfirst = App.Other\nscreen = App.Screen")
        #expect(try nameless.trace(of: "screen").description != moved.trace(of: "screen").description)
        #expect(try nameless.trace(of: "screen").fingerprint == moved.trace(of: "screen").fingerprint)
    }

    @Test func `All objects in a cycle have the fingerprint of its suspect, whatever their types`() throws {
        func sketch(_ first: String, _ second: String, _ third: String) -> HeapSketch {
            HeapSketch(
                """
                first = \(first)
                  next: App.Item => second
                second = \(second)
                  weak next: App.Item => first
                  child: App.Item => third
                third = \(third)
                  weak next: App.Item => first
                  weak child: App.Item => first
                  owner: App.Item => first
                """)
        }
        let alike = sketch("App.Item", "App.Item", "App.Item")
        let traces = try alike.traces(of: ["first", "second", "third"])
        #expect(traces.count == 1)
        #expect(traces[0].objects == 3)
        let different = try sketch("App.A", "App.B", "App.C")
            .traces(of: ["first", "second", "third"])
        #expect(Set(different.map(\.fingerprint)).count == 1)
        #expect(Set(different.map(\.culprit?.name)) == ["C.owner"])
    }

    @Test func `The kind of Dispatch object that holds a timer's handler does not matter`() throws {
        func trace(_ outer: String, _ inner: String) throws -> LeakTrace {
            try HeapSketch(
                """
                global lib _dispatch_mgr_q => outer
                outer = raw in lib \(outer)
                  word => inner
                inner = raw in lib \(inner)
                  word => context by closure #1 () -> () in App.Clock.start() -> () at Clock.swift:4
                context = closure (App.Clock, Swift.Int)
                  : App.Clock => clock
                clock = App.Clock
                """
            ).trace(of: "clock")
        }
        let traces = [
            try trace("_dispatch_source_timer_create", "_dispatch_continuation_alloc_from_heap"),
            try trace("_dispatch_continuation_alloc_from_heap", "_dispatch_source_timer_create"),
            try trace("_dispatch_after", "_dispatch_source_timer_create"),
        ]
        for trace in traces {
            #expect(trace.description == "DispatchSource -> closure in Clock.start (Clock.swift:4) -> Clock")
            #expect(trace.fingerprint == traces[0].fingerprint)
        }
        let submitted = try trace("_dispatch_queue_create", "_dispatch_continuation_alloc_from_heap")
        #expect(submitted.description == "DispatchQueue -> closure in Clock.start (Clock.swift:4) -> Clock")
        #expect(submitted.fingerprint == traces[0].fingerprint)
    }

    @Test func `A cycle has one fingerprint, for any starting object`() throws {
        let traces = try HeapSketch(
            """
            first = App.Node
              left: Swift.UnsafeMutablePointer<App.Node> => memory
            memory = raw in App.Node.link() -> () at Node.swift:4
              word => second
            second = App.Node
              right: Swift.UnsafeMutablePointer<App.Node> => other
            other = raw in App.Node.link() -> () at Node.swift:4
              word => first
            """
        ).traces(of: ["first", "second"])
        #expect(traces.allSatisfy { $0.shape == .cycle })
        #expect(Set(traces.map(\.fingerprint)).count == 1, "\(traces)")
    }

    @Test func `The holder of half of the leaks is their suspect, also if each is in a variable, too`() throws {
        let heap = HeapSketch(
            """
            global static App.Core.shared : App.Core => core
            global static App.A.current : App.Screen => first
            global static App.B.current : App.Screen => second
            core = App.Core
              open: Swift.Array<Swift.AnyObject> => open
              closed: Swift.Array<App.Screen> => closed
            open = array Swift.AnyObject count 2
              [0] => first
              [1] => second
            closed = array App.Screen count 2
              [0] => third
              [1] => fourth
            first = App.Screen
            second = App.Screen
            third = App.Screen
            fourth = App.Screen
            """)
        let screens = ["first", "second", "third", "fourth"].map { heap[$0] }
        let traces = HeapTraces(AnalysedSnapshot(try heap.snapshot, names: heap), growing: [screens])
            .traces(of: screens, leaking: Set(screens))
        #expect(traces.map(\.objects) == [2, 2])
        #expect(Set(traces.map(\.culprit?.name)) == ["Core.open", "Core.closed"])
    }

    @Test func `The owner of a list is the suspect for its elements, at any depth`() throws {
        let heap = HeapSketch(
            """
            global static App.History.head : Swift.Optional<App.Visit> => newest
            newest = App.Visit
              next: Swift.Optional<App.Visit> => second
            second = App.Visit
              next: Swift.Optional<App.Visit> => third
            third = App.Visit
              next: Swift.Optional<App.Visit> => oldest
            oldest = App.Visit
            """)
        let traces = try heap.traces(of: ["second", "third", "oldest"])
        #expect(traces.map(\.objects) == [3])
        #expect(traces[0].culprit?.name == "static History.head")
        #expect(traces[0].description == "static History.head -> Visit.next -> Visit")
    }
}

/// The counts of a group in which the holders of some objects are doubtful, such as stale words.
struct DoubtfulTraceTests {
    private func groups(_ counts: [(count: Int, isDoubtful: Bool)]) -> [Int] {
        mergedTraces(
            counts.enumerated().map { index, path in
                let trace = LeakTrace(shape: .path, steps: [], objects: path.count, fingerprint: "\(index)")
                return TraceItem(trace: trace, isDoubtful: path.isDoubtful)
            }
        ).map(\.objects)
    }

    @Test func `A few stale words are counted with the other holders`() {
        #expect(groups([(9, false), (1, true), (1, true)]) == [11])
        #expect(groups([(8, false), (1, true), (1, true)]) == [8, 1, 1])
        #expect(groups([(8, false), (1, false), (1, true)]) == [9, 1])
        #expect(groups([(9, true), (1, true)]) == [9, 1])
    }

    @Test func `The stack of a thread leads only if it has almost all objects`() {
        func names(_ counts: [(name: String, count: Int)]) -> [String] {
            mergedTraces(
                counts.map { name, count in
                    let trace = LeakTrace(shape: .path, steps: [], objects: count, fingerprint: name)
                    return TraceItem(trace: trace, isDoubtful: true, isMomentary: name == "stack")
                }
            ).map(\.fingerprint)
        }
        #expect(names([("stack", 5), ("closure", 3)]) == ["closure", "stack"])
        #expect(names([("stack", 9), ("closure", 1)]) == ["stack", "closure"])
        #expect(names([("stack", 2)]) == ["stack"])
    }

    @Test func `An unreferenced block of a library is no holder of an object`() throws {
        let heap = HeapSketch(
            """
            buffer = raw in lib _IO_file_doallocate at file.c:3
              word => session
            session = App.Session
            """)
        let trace = try heap.trace(of: "session")
        #expect(trace.shape == .unheld)
        #expect(trace.description == "Session")
        #expect(trace.culprit == Suspect(name: "over-retain", step: 0, pattern: .overRetain))
        let own = HeapSketch(
            """
            buffer = raw in App.Table.grow() -> () at Table.swift:3
              word => session
            session = App.Session
            """)
        #expect(try own.trace(of: "session").steps.count == 2)
    }
}
