import OutliveModel
import Testing

@testable import OutliveHeap

struct PathTraceTests {
    @Test func `A static that holds an object through an array is one step with its index`() throws {
        let heap = HeapSketch(
            """
            global static App.Window.(open in _0A1B) : Swift.Array<App.Window> => list
            list = array App.Window count 3
              [2] => window
            window = App.Window
            """)
        let trace = try heap.trace(of: "window")
        #expect(trace.description == "static Window.open[2] -> Window")
        #expect(trace.shape == .path)
        #expect(
            trace.culprit
                == Suspect(
                    name: "static Window.open", step: 0, pattern: .storeWithoutEviction,
                    remedy: "Remove entries from static Window.open when they are no longer needed, or bound it."))
    }

    @Test func `The property of a live object is named, with the element's field`() throws {
        let heap = HeapSketch(
            """
            global static App.Core.shared : App.Core => core
            core = App.Core
              listeners: Swift.Array<App.Listening> => list
            list = array App.Listening count 4
              [3].owner: App.Screen => screen
            screen = App.Screen
              title: App.Title => title
            title = App.Title
            """)
        let trace = try heap.trace(of: "title", leaking: ["screen"])
        #expect(
            trace.description == "static Core.shared -> Core.listeners[3].owner -> Screen.title -> Title")
        #expect(trace.culprit?.name == "Core.listeners")
        #expect(trace.culprit?.step == 1)
    }

    @Test func `A property that holds a growing list of boxes is cut, not the reference to its object`() throws {
        let heap = HeapSketch(
            """
            global static App.Depot.shared : App.Depot => depot
            depot = App.Depot
              truck: App.Truck => truck
            truck = App.Truck
              trail: App.Trail => last
            last = box App.Trail
              stop.after: App.Trail => first
            first = box App.Trail
              stop: App.Stop => stop
            stop = App.Stop
            """)
        let trace = try heap.trace(of: "stop", leaking: ["last", "first"])
        #expect(trace.culprit?.name == "Truck.trail")
        #expect(trace.culprit?.remedy == "Remove entries from Truck.trail when they are no longer needed, or bound it.")
    }

    @Test func `The owner of a list is cut, not its links through atomic references`() throws {
        let heap = HeapSketch(
            """
            global static App.Queue.shared : App.Queue => queue
            queue = App.Queue
              head: Atomics.ManagedAtomic<Swift.Optional<App.Node>> => start
            start = Atomics.ManagedAtomic<Swift.Optional<App.Node>>
              word => first
            first = App.Node
              next: Atomics.ManagedAtomic<Swift.Optional<App.Node>> => link
            link = Atomics.ManagedAtomic<Swift.Optional<App.Node>>
              word => second
            second = App.Node
            """)
        #expect(try heap.trace(of: "second").culprit?.name == "Queue.head")
    }

    @Test func `A property of one object has no entries to remove`() throws {
        let heap = HeapSketch(
            """
            global static App.Core.shared : App.Core => core
            core = App.Core
              session: Swift.Optional<App.Session> => session
            session = App.Session
            """)
        #expect(
            try heap.trace(of: "session").culprit?.hint
                == "Clear Core.session when it is no longer needed, or bound what it leads to.")
    }

    @Test(arguments: ["Swift.Array<App.Job>", "Swift.Optional<Swift.Array<App.Job>>"])
    func `The payload of an enum is that whose type is stored in the target`(payload: String) throws {
        var builder = SnapshotBuilder()
        builder.flags = 1
        let list = builder.type("Swift._ContiguousArrayStorage<Swift.AnyObject>", stride: 8)
        let job = builder.type("App.Job", size: 24)
        let scheduler = builder.type(
            "App.Scheduler", size: 32,
            fields: [("phase.running.jobs", payload, 16, 0), ("phase.stopped.reason", "Swift.String", 16, 0)])
        builder.node(0x1000, type: scheduler, edges: [(16, 1)])
        builder.node(0x2000, bytes: 48, type: list, edges: [(32, 2)])
        builder.node(0x3000, type: job)
        let snapshot = try HeapSnapshot(builder.file)
        #expect(EdgeReferences(snapshot).reference(0, from: 0).text == ".phase.running.jobs")
    }

    @Test(arguments: [
        ("Swift.Array<App.Job>", "Swift._ContiguousArrayStorage<App.Job>", true),
        ("Swift.Dictionary<Swift.String, App.Job>", "Swift._DictionaryStorage<Swift.String, App.Job>", true),
        ("Swift.Optional<Swift.Set<App.Job>>", "Swift._SetStorage<App.Job>", true),
        ("Swift.String", "Swift.__StringStorage", true), ("Swift.String", "Swift._SetStorage<App.Job>", false),
        ("App.Job", "Swift.__StringStorage", false),
        ("Swift.Array<App.Job>", "Swift._ContiguousArrayStorage<Swift.AnyObject>", true),
        ("Swift.Array<App.Job>", "Swift._ContiguousArrayStorage<App.Note>", false),
        ("Swift.Array<Swift.String>", "Swift._ContiguousArrayStorage<Swift.AnyObject>", false),
        ("Swift.Array<(Swift.Int, App.Job)>", "Swift._ContiguousArrayStorage<Swift.AnyObject>", false),
        ("Swift.Array<Swift.AnyKeyPath>", "Swift._ContiguousArrayStorage<Swift.AnyObject>", true),
    ])
    func `A storage contains the values of one kind of collection`(property: String, storage: String, isStored: Bool) {
        #expect((TypeNames.storageClasses(of: property)?.contains(storage) ?? false) == isStored)
    }

    @Test(arguments: [
        ("dictionary Swift.String, App.Screen\n  value", "[key]"),
        ("dictionary Swift.String, App.Entry\n  value.screen: App.Screen", "[key].screen"),
        ("dictionary App.Screen, Swift.Int\n  key", "[key].key"), ("set App.Screen\n  member", "[member]"),
    ])
    func `Values, keys and members have different labels`(storage: String, edge: String) throws {
        let heap = HeapSketch(
            """
            global App.appState : App.State => state
            state = App.State
              table: App.Table => table
            table = \(storage) => screen
            screen = App.Screen
            """)
        let trace = try heap.trace(of: "screen")
        #expect(trace.description == "appState -> State.table\(edge) -> Screen")
        #expect(trace.culprit?.name == "State.table")
    }

    @Test func `Dictionaries in arrays fold into one step`() throws {
        let heap = HeapSketch(
            """
            global static App.Container.shared : App.Container => container
            container = App.Container
              scopes: Swift.Array<Swift.Dictionary<Swift.Int, Swift.AnyObject>> => list
            list = array Swift.Dictionary<Swift.Int, Swift.AnyObject> count 2
              [1] => table
            table = dictionary Swift.Int, Swift.AnyObject
              value => service
            service = App.Service
            """)
        #expect(
            try heap.trace(of: "service").description
                == "static Container.shared -> Container.scopes[1][key] -> Service")
    }

    @Test func `A closure in a static store is named by its function, and the store is the suspect`() throws {
        let heap = HeapSketch(
            """
            global static App.Appearance.(hooks in _0A1B) : Swift.Dictionary<Swift.Int, (Swift.Bool) -> ()> => table
            table = dictionary Swift.Int, (Swift.Bool) -> ()
              value => theme by partial apply forwarder for closure #1 (Swift.Bool) -> () in App.Theme.install() -> () at Theme.swift:27
            theme = App.Theme
            """)
        let trace = try heap.trace(of: "theme")
        #expect(
            trace.description == "static Appearance.hooks[key] -> closure in Theme.install (Theme.swift:27) -> Theme")
        #expect(trace.culprit?.name == "static Appearance.hooks")
        #expect(trace.culprit?.location?.description == "Theme.swift:27")
    }

    @Test func `Adapters between a closure and its caller are skipped`() throws {
        let heap = HeapSketch(
            """
            global static App.Bus.shared : App.Bus => bus
            bus = App.Bus
              handler: () -> () => thunk by partial apply forwarder for reabstraction thunk helper from @escaping @callee_guaranteed () -> () to @escaping @callee_guaranteed () -> (@out ())
            thunk = closure (function) in App.Screen.bind() -> () at Screen.swift:5
              : function => context by closure #2 () -> () in App.Screen.bind() -> () at Screen.swift:6
            context = closure (App.Screen, Swift.Int)
              : App.Screen => screen
            screen = App.Screen
            """)
        let trace = try heap.trace(of: "screen")
        #expect(
            trace.description
                == "static Bus.shared -> Bus.handler -> closure in Screen.bind (Screen.swift:6) -> Screen")
        #expect(trace.culprit?.name == "Bus.handler")
    }

    @Test func `A closure with the line of its function has the line that creates it`() throws {
        let heap = HeapSketch(
            """
            global static App.Bus.shared : App.Bus => bus
            bus = App.Bus
              handler: () -> () => context by closure #2 () -> () in App.Screen.bind() -> () at Screen.swift:18
            context = closure (App.Screen, Swift.Int) in App.Screen.bind() -> () at Screen.swift:25
              : App.Screen => screen
            screen = App.Screen
            """)
        #expect(
            try heap.trace(of: "screen").description
                == "static Bus.shared -> Bus.handler -> closure in Screen.bind (Screen.swift:25) -> Screen")
    }

    @Test func `Without names a closure shows its captures`() throws {
        let heap = HeapSketch(
            """
            global => bus
            bus = App.Bus
              handler: () -> () => context
            context = closure (Swift.Int, App.Screen)
              : App.Screen => screen
            screen = App.Screen
            """)
        let trace = try heap.trace(of: "screen")
        #expect(trace.steps[0].name.hasPrefix("global in app+0x"))
        #expect(trace.steps.dropFirst().map(\.description) == ["Bus.handler", "closure (Int, Screen)", "Screen"])
        #expect(trace.culprit?.name == "Bus.handler")
    }

    @Test func `A task is named by the function that made it, and its frames are left out`() throws {
        let heap = HeapSketch(
            """
            global lib _dispatch_timers_heap => timer
            timer = raw in lib _dispatch_source_timer_create < lib dispatch_after_f
              word => task
            task = task in lib swift_task_create_common < App.Poller.start() -> () at Poller.swift:31
              word => slab
            slab = raw in lib swift_task_alloc
              word => poller
            poller = App.Poller
            """)
        let trace = try heap.trace(of: "poller")
        #expect(trace.description == "Task in Poller.start (Poller.swift:31) -> Poller")
        #expect(
            trace.culprit
                == Suspect(
                    name: "Task in Poller.start", location: SourceLine(file: "/src/App/Poller.swift", line: 31),
                    step: 0,
                    pattern: .taskNotCancelled))
    }

    @Test(arguments: [
        (
            "lib (2) await resume partial function for Swift.AsyncStream._Storage.next() async -> A?",
            ", awaiting AsyncStream.next", LeakPattern.streamNotFinished
        ),
        (
            "(1) await resume partial function for App.Socket.read() async -> ()", ", awaiting Socket.read",
            .taskNotCancelled
        ),
        (
            "lib (1) await resume partial function for Swift.withUnsafeContinuation<A>(_: Swift.Int) async -> A", "",
            .taskNotCancelled
        ),
        (
            "(1) suspend resume partial function for closure #1 () async -> () in App.Poller.start() -> ()", "",
            .taskNotCancelled
        ),
    ])
    func `A task shows what it waits for, unless that is its own closure`(
        function: String, awaiting: String, pattern: LeakPattern
    ) throws {
        let heap = HeapSketch(
            """
            task = task in lib swift_task_create_common < App.Poller.start() -> () at Poller.swift:31
              word => slab by \(function)
              word => poller
            slab = raw in lib swift_task_alloc
            poller = App.Poller
            """)
        let trace = try heap.trace(of: "poller")
        #expect(trace.steps[0].description == "Task in Poller.start\(awaiting) (Poller.swift:31)")
        #expect(trace.culprit?.name == "Task in Poller.start")
        #expect(trace.culprit?.pattern == pattern)
    }

    @Test func `Threads are named by their way of holding`() throws {
        let heap = HeapSketch(
            """
            stack worker => screen
            screen = App.Screen
            """)
        let trace = try heap.trace(of: "screen")
        #expect(trace.description == "stack of thread \"worker\" -> Screen")
        #expect(trace.culprit?.name == "stack of thread \"worker\"")
        #expect(trace.culprit?.pattern == .localVariable)
        let main = HeapSketch("stack main => screen\nscreen = App.Screen")
        #expect(try main.trace(of: "screen").description == "stack of main thread -> Screen")
        #expect(try main.trace(of: "screen").culprit?.pattern == .localVariable)
        let local = HeapSketch("threadlocal worker => screen\nscreen = App.Screen")
        #expect(try local.trace(of: "screen").culprit?.name == "thread-local of thread \"worker\"")
        #expect(try local.trace(of: "screen").culprit?.pattern == .storeWithoutEviction)
    }

    @Test(arguments: [("worker", LeakPattern.threadNotStopped), ("main", .storeWithoutEviction)])
    func `A closure that a thread runs is to be stopped with it`(thread: String, pattern: LeakPattern) throws {
        let heap = HeapSketch(
            """
            stack \(thread) => context
            context = closure (App.Watcher, Swift.Int) in App.Watcher.start() -> () at Watcher.swift:7
              : App.Watcher => watcher
            watcher = App.Watcher
            """)
        let trace = try heap.trace(of: "watcher")
        #expect(trace.culprit?.name == "closure in Watcher.start")
        #expect(trace.culprit?.pattern == pattern)
    }

    @Test func `An object in use by a function owns what it holds`() throws {
        let heap = HeapSketch(
            """
            stack main => app
            app = App.Application
              screens: Swift.Array<App.Screen> => list
            list = array App.Screen count 1
              [0] => screen
            screen = App.Screen
            """)
        let culprit = try heap.trace(of: "screen").culprit
        #expect(culprit?.name == "Application.screens")
        #expect(culprit?.pattern == .storeWithoutEviction)
    }

    @Test func `An object that only memory of C holds was not released`() throws {
        let heap = HeapSketch(
            """
            global ccontext => block
            block = raw in event_source_new
              word => player
            player = App.Player
            """)
        let trace = try heap.trace(of: "player")
        #expect(trace.description == "ccontext -> memory from event_source_new -> Player")
        #expect(trace.culprit?.pattern == .heldByHand)
    }

    @Test func `The property is the suspect for its closure, also while a call has that on its stack`() throws {
        let heap = HeapSketch(
            """
            global static App.Core.shared : App.Core => core
            stack main => closure
            core = App.Core
              onEnd: () -> () => closure by closure #1 () -> () in App.Core.start() -> () at Core.swift:4
            closure = closure (App.Screen, Swift.Int) in App.Core.start() -> () at Core.swift:4
              : App.Screen => screen
            screen = App.Screen
            """)
        #expect(try heap.trace(of: "screen").culprit?.name == "Core.onEnd")
    }

    @Test(arguments: ["weak", "unowned", "unmanaged"])
    func `A reference that does not keep alive is in no trace`(strength: String) throws {
        let heap = HeapSketch(
            """
            global static App.Core.shared : App.Core => core
            core = App.Core
              \(strength) screen: App.Screen => screen
            screen = App.Screen
            """)
        let trace = try heap.trace(of: "screen")
        #expect(trace.shape == .unheld)
        #expect(trace.culprit?.name == "over-retain")
        #expect(trace.description == "Screen")
    }

    @Test func `Stale words behind an array's elements are in no trace`() throws {
        let heap = HeapSketch(
            """
            global static App.Window.open : Swift.Array<App.Window> => list
            list = array App.Window count 1
              [0] => window
              [1] => closed
            window = App.Window
            closed = App.Window
            """)
        #expect(try heap.trace(of: "closed").shape == .unheld)
    }
}
