import OutliveModel
import Testing

struct LibraryTraceTests {
    @Test func `A notification centre holds an observer block`() throws {
        let heap = HeapSketch(
            """
            global lib FoundationEssentials.(_defaultCenter in _D7F0) : FoundationEssentials.NotificationCenter => center
            center = FoundationEssentials.NotificationCenter
              word => table
            table = dictionary Swift.UInt64, @Sendable (FoundationEssentials.MessageBox) -> ()
              value => inner by lib closure #1 (FoundationEssentials.MessageBox) -> () in Foundation.NotificationCenter.addObserver(forName: Swift.Int) -> ()
            inner = closure (function) in lib Foundation.NotificationCenter.addObserver(forName: Swift.Int) -> () < App.Feed.listen() -> () at Feed.swift:30
              : function => feed by partial apply forwarder for closure #1 (Foundation.Notification) -> () in App.Feed.listen() -> () at Feed.swift:31
            feed = App.Feed
            """)
        let trace = try heap.trace(of: "feed")
        #expect(trace.description == "NotificationCenter.default -> observer block (Feed.swift:31) -> Feed")
        #expect(trace.culprit?.name == "closure in Feed.listen")
        #expect(trace.culprit?.location?.description == "Feed.swift:31")
        #expect(trace.culprit?.pattern == .observerNotRemoved)
    }

    @Test func `A run loop holds a timer, whatever is between them`() throws {
        let heap = HeapSketch(
            """
            global static App.Support.loop : Foundation.RunLoop => loop
            loop = Foundation.RunLoop
              _cfRunLoopStorage: Swift.Optional<Swift.AnyObject> => cf
            cf = Foundation.__NSCFType
              word => array
            array = raw in lib _CFArrayReplaceValues < lib CFRunLoopAddTimer
              word => cftimer
            cftimer = Foundation.__NSCFType
              word => timer
            timer = Foundation.Timer
              _fire: @Sendable (Foundation.Timer) -> () => clock by partial apply forwarder for closure #1 @Sendable (Foundation.Timer) -> () in App.Clock.start() -> () at Clock.swift:4
            clock = App.Clock
            """)
        let trace = try heap.trace(of: "clock")
        #expect(
            trace.description
                == "static Support.loop -> RunLoop -> timer -> closure in Clock.start (Clock.swift:4) -> Clock")
        #expect(trace.culprit?.name == "closure in Clock.start")
        #expect(trace.culprit?.pattern == .timerNotInvalidated)
    }

    @Test(arguments: ["_dispatch_operation_perform", "_dispatch_io_create_with_path", "_dispatch_fd_entry_create"])
    func `A channel of Dispatch holds its handlers, and closing it releases them`(maker: String) throws {
        let heap = HeapSketch(
            """
            global lib _dispatch_io_fds => entry
            entry = raw in lib _dispatch_calloc < lib \(maker)
              word => block
            block = raw in lib _Block_copy < lib dispatch_async < lib \(maker)
              word => shell by partial apply forwarder for closure #1 (Swift.Bool) -> () in App.Shell.start() -> () at Shell.swift:9
            shell = App.Shell
            """)
        let trace = try heap.trace(of: "shell")
        #expect(trace.description == "DispatchIO -> closure in Shell.start (Shell.swift:9) -> Shell")
        #expect(trace.culprit?.pattern == .notClosed)
        #expect(trace.culprit?.hint.hasPrefix("Close the DispatchIO with close()") == true)
    }

    @Test func `Elements in the buffer of a stream that lives on ask for a buffering policy or a consumer`() throws {
        func hint(ofStreamThatIsNew isNew: Bool, _ element: String) throws -> String? {
            let heap = HeapSketch(
                """
                global static App.Exporter.shared : App.Exporter => exporter
                exporter = App.Exporter
                  continuation: Swift.AsyncStream<App.Span>.Continuation => storage
                storage = Swift._AsyncStreamStorage<App.Span>
                  word => buffer
                buffer = Swift._DequeBuffer<App.Span>
                  word => \(element)
                span = App.Span
                """)
            return try heap.trace(of: "span", leaking: isNew ? ["storage"] : []).culprit?.hint
        }
        let end = "span by closure #1 () -> () in App.Exporter.start() -> () at Exporter.swift:5"
        #expect(
            try hint(ofStreamThatIsNew: false, "span")?.hasPrefix("Give the AsyncStream a buffering policy") == true)
        #expect(try hint(ofStreamThatIsNew: true, "span")?.contains("buffering policy") == false)
        #expect(try hint(ofStreamThatIsNew: false, end)?.contains("buffering policy") == false)
    }

    @Test(arguments: ["FoundationEssentials.JSONEncoder", "FoundationEssentials.PropertyListDecoder"])
    func `What an encoder or decoder keeps for the program is in its user information`(coder: String) throws {
        let heap = HeapSketch(
            """
            global App.api : App.Api => api
            api = App.Api
              coder: \(coder) => coder
            coder = \(coder)
              options: \(coder)._Options => table
            table = dictionary Swift.CodingUserInfoKey, Any
              value => payload
            payload = App.Payload
            """)
        let trace = try heap.trace(of: "payload")
        let base = coder.split(separator: ".")[1]
        #expect(trace.description == "api -> Api.coder -> \(base).userInfo[key] -> Payload")
        #expect(trace.culprit?.name == "Api.coder.userInfo")
        #expect(trace.culprit?.step == 2)
        #expect(trace.culprit?.hint.hasPrefix("Remove entries from Api.coder.userInfo when") == true)
        // The encoder itself is to blame for nothing if each request has its own.
        #expect(try heap.trace(of: "payload", leaking: ["api", "coder"]).culprit?.name != "Api.coder.userInfo")
    }

    @Test func `The block of an operation is not to capture the operation that depends on it`() throws {
        let heap = HeapSketch(
            """
            first = Foundation.BlockOperation
              _block: () -> () => closure
            closure = closure (Foundation.BlockOperation) in App.Importer.run() -> () at Importer.swift:9
              : Foundation.BlockOperation => second by closure #1 () -> () in App.Importer.run() -> () at Importer.swift:9
            second = Foundation.BlockOperation
              __dependencies: Swift.Array<Foundation.Operation> => list
            list = array Foundation.Operation count 1
              [0] => first
            """)
        for name in ["first", "second"] {
            let culprit = try #require(try heap.trace(of: name, leaking: ["first", "second"]).culprit)
            #expect(culprit.name == "closure in Importer.run")
            #expect(culprit.hint.hasPrefix("Capture the operation weakly in the block of the operation"))
            #expect(!culprit.hint.contains("self") && !culprit.hint.contains("Cancel"))
        }
    }

    @Test func `Spans in the store of a tracer are to be ended`() throws {
        func hint(of type: String) throws -> String? {
            let heap = HeapSketch(
                """
                global App.tracer : App.Tracer => tracer
                tracer = App.Tracer
                  active: Swift.Dictionary<Swift.Int, App.\(type)> => table
                table = dictionary Swift.Int, App.\(type)
                  value => span
                span = App.\(type)
                """)
            return try heap.trace(of: "span").culprit?.hint
        }
        #expect(try hint(of: "RequestSpan")?.hasPrefix("End each RequestSpan with end() on every path") == true)
        #expect(try hint(of: "Session")?.hasPrefix("Remove entries from Tracer.active") == true)
    }

    @Test func `A work item is named by the maker of its block`() throws {
        let heap = HeapSketch(
            """
            debouncer = App.Debouncer
              pending: Swift.Optional<Dispatch.DispatchWorkItem> => item
            item = Dispatch.DispatchWorkItem
              _block: unknown => outer
            outer = raw in lib _Block_copy < lib _dispatch_block_create
              word => inner
            inner = raw in lib _Block_copy < App.Debouncer.poke() -> () at Debouncer.swift:9
              word => debouncer by partial apply forwarder for closure #1 () -> () in App.Debouncer.poke() -> () at Debouncer.swift:9
            """)
        let trace = try heap.trace(of: "debouncer")
        #expect(
            trace.description
                == "Debouncer.pending -> work item -> closure in Debouncer.poke (Debouncer.swift:9) -> Debouncer")
        #expect(trace.culprit?.name == "closure in Debouncer.poke")
        #expect(trace.culprit?.pattern == .dispatchNotCancelled)
    }

    @Test func `A thread holds its block`() throws {
        let heap = HeapSketch(
            """
            threadlocal worker => thread
            thread = Foundation.Thread
              _main: () -> () => watcher by partial apply forwarder for closure #1 () -> () in App.Watcher.start() -> () at Watcher.swift:7
            watcher = App.Watcher
            """)
        let trace = try heap.trace(of: "watcher")
        #expect(trace.description == "Thread -> closure in Watcher.start (Watcher.swift:7) -> Watcher")
        #expect(trace.culprit?.pattern == .threadNotStopped)
    }

    @Test func `In a subscription the closure is the suspect, not the publisher`() throws {
        let heap = HeapSketch(
            """
            profile = App.Profile
              name: OpenCombine.CurrentValueSubject<Swift.String, Swift.Never> => subject
            subject = OpenCombine.CurrentValueSubject<Swift.String, Swift.Never>
              downstreams: OpenCombine.ConduitList => conduit
            conduit = OpenCombine.CurrentValueSubject<Swift.String, Swift.Never>.Conduit<OpenCombine.Subscribers.Sink<Swift.String>>
              downstream: OpenCombine.Subscribers.Sink<Swift.String> => sink
            sink = OpenCombine.Subscribers.Sink<Swift.String, Swift.Never>
              receiveValue: (Swift.String) -> () => profile by partial apply forwarder for closure #1 (Swift.String) -> () in App.Profile.bind() -> () at Profile.swift:12
            """)
        let trace = try heap.trace(of: "profile")
        #expect(
            trace.description
                == "Profile.name -> subscription -> closure in Profile.bind (Profile.swift:12) -> Profile")
        #expect(trace.culprit?.name == "closure in Profile.bind")
        #expect(trace.culprit?.pattern == .subscriptionNotCancelled)
    }

    /// A subject of a live object, whose subscription assigns to a badge that stores it; the badge's observers refer to it.
    private static let assigned = """
        global App.center : App.BadgeCenter => center
        center = App.BadgeCenter
          unread: OpenCombine.PassthroughSubject<Swift.Int, Swift.Never> => subject
        subject = OpenCombine.PassthroughSubject<Swift.Int, Swift.Never>
          downstreams: OpenCombine.ConduitList => assign
        assign = OpenCombine.Subscribers.Assign<App.Badge, Swift.Int>
          object: Swift.Optional<App.Badge> => badge
        cancellable = OpenCombine.AnyCancellable
          _cancel: () -> () => assign
        badge = App.Badge
          subscriptions: Swift.Set<OpenCombine.AnyCancellable> => set
        """

    @Test(arguments: ["badge", "assign"])
    func `An object that stores the subscription that keeps it is at fault, not the publisher`(survivor: String) throws
    {
        let heap = HeapSketch(
            Self.assigned + """

                set = set OpenCombine.AnyCancellable
                  member => cancellable
                """)
        let culprit = try heap.trace(of: survivor, leaking: ["badge", "assign", "set", "cancellable"]).culprit
        #expect(culprit?.name == "Badge.subscriptions")
        #expect(culprit?.pattern == .subscriptionNotCancelled)
        #expect(culprit?.hint.contains("so deinit never cancels it") == true)
    }

    @Test func `A subscription that its object stores is at fault, also if a path begins within the library`() throws {
        let library = "global OpenCombine.subjects : OpenCombine.PassthroughSubject<Swift.Int, Swift.Never> => subject"
        let lines = Self.assigned.split(separator: "\n").dropFirst(3)
        let set = ["set = set OpenCombine.AnyCancellable", "  member => cancellable"]
        let heap = HeapSketch(([library] + lines.map(String.init) + set).joined(separator: "\n"))
        let leaking = ["subject", "badge", "assign", "set", "cancellable"]
        let trace = try heap.trace(of: "badge", leaking: leaking)
        #expect(trace.shape == .path && trace.steps.first?.kind == .library)
        #expect(trace.culprit?.name == "Badge.subscriptions")
    }

    @Test func `A subscription that its object does not store is cancelled at the publisher`() throws {
        let heap = HeapSketch(Self.assigned + "\nset = set OpenCombine.AnyCancellable")
        let culprit = try heap.trace(of: "badge", leaking: ["assign"]).culprit
        #expect(culprit?.name == "BadgeCenter.unread")
        #expect(culprit?.hint == "Cancel the subscription when it is no longer needed.")
    }

    @Test func `An operation that its own dependency captures is to be captured weakly, as there is no self`() throws {
        let heap = HeapSketch(
            """
            import = Foundation.BlockOperation
              dependencies: Swift.Array<Foundation.Operation> => list
            list = array Foundation.Operation count 1
              [0] => parse
            parse = Foundation.BlockOperation
              block: () -> () => context by closure #1 () -> () in App.schedule() -> () at Import.swift:4
            context = closure (Foundation.BlockOperation, App.File)
              : Foundation.BlockOperation => import
              : App.File => file
            file = App.File
            """)
        let hint = try heap.trace(of: "file", leaking: ["import", "parse"]).culprit?.hint
        #expect(hint?.contains("self") == false, "\(hint ?? "")")
        #expect(hint?.contains("apture the operation weakly") == true, "\(hint ?? "")")
    }

    @Test func `An object in the dictionary of a thread is held by that dictionary`() throws {
        let heap = HeapSketch(
            """
            stack thread => thread
            thread = Foundation.Thread
              threadDictionary: Foundation.NSMutableDictionary => dictionary
            dictionary = Foundation.NSMutableDictionary
              _storage: Swift.Dictionary<Foundation.NSObject, Swift.AnyObject> => table
            table = dictionary Foundation.NSObject, Swift.AnyObject
              value => value
            value = Foundation.__SwiftValue
              value: Any => formatter
            formatter = App.Formatter
            """)
        let culprit = try heap.trace(of: "formatter", leaking: ["value"]).culprit
        #expect(culprit?.name == "Thread.threadDictionary")
        #expect(culprit?.hint == "Remove entries from Thread.threadDictionary when they are no longer needed.")
    }

    @Test func `In a cycle through a library the program's property is the suspect`() throws {
        let heap = HeapSketch(
            """
            handler = App.EchoHandler
              context: Swift.Optional<NIOCore.ChannelHandlerContext> => context
            context = NIOCore.ChannelHandlerContext
              inboundHandler: Swift.Optional<NIOCore._ChannelInboundHandler> => handler
            """)
        let trace = try heap.trace(of: "handler")
        #expect(trace.description == "EchoHandler.context -> channel pipeline -> EchoHandler")
        #expect(trace.culprit?.name == "EchoHandler.context")
    }

    @Test func `For a library's survivor, the closure that it keeps for the program is the suspect`() throws {
        let heap = HeapSketch(
            """
            global lib NIOPosix.(singleton in _5479) : NIOPosix.MultiThreadedEventLoopGroup => loop
            loop = NIOPosix.SelectableEventLoop
              word => repeated
            repeated = NIOCore.RepeatedTask
              task: () -> () => heart by closure #1 () -> () in App.Heart.start() -> () at Heart.swift:5
            heart = App.Heart
            """)
        let trace = try heap.trace(of: "repeated")
        #expect(trace.description == "event loop -> RepeatedTask")
        #expect(trace.culprit?.name == "closure in Heart.start")
        #expect(trace.culprit?.location?.description == "Heart.swift:5")
    }

    @Test func `A closure in a struct that an event loop stores is a scheduled task`() throws {
        let heap = HeapSketch(
            """
            global lib NIOPosix.(singleton in _5479) : NIOPosix.MultiThreadedEventLoopGroup => loop
            loop = NIOPosix.SelectableEventLoop
              _scheduledTasks: NIOCore.PriorityQueue<NIOPosix.ScheduledTask> => tasks
            tasks = array NIOPosix.ScheduledTask count 1
              [0].task: () -> () => outer
            outer = closure (NIOCore.EventLoopPromise<()>, function)
              : function => inner by lib closure #1 () -> () in NIOPosix.SelectableEventLoop.scheduleTask() -> ()
            inner = closure (App.Heart)
              : App.Heart => heart by closure #1 () -> () in App.Heart.start() -> () at Heart.swift:5
            heart = App.Heart
            """)
        let trace = try heap.trace(of: "heart")
        #expect(trace.steps.prefix(2).map(\.name) == ["event loop", "scheduled task"])
        #expect(trace.culprit?.pattern == .dispatchNotCancelled)
    }

    @Test func `The context that C passes to its callback is no closure's`() throws {
        let heap = HeapSketch(
            """
            global slots => block
            block = raw in event_add
              word => monitor by @objc closure #1 (Swift.UnsafeMutableRawPointer) -> () in App.Monitor.start() -> () at Monitor.swift:5
            monitor = App.Monitor
            """)
        let trace = try heap.trace(of: "monitor")
        #expect(trace.description == "slots -> memory from event_add -> Monitor")
        #expect(trace.culprit == Suspect(name: "over-retain", step: 1, pattern: .heldByHand))
    }

    @Test(arguments: [
        ("raw in lib malloc < lib _CFArrayReplaceValues < lib CFRunLoopAddTimer", "RunLoop"),
        ("raw in lib calloc < lib parse < lib handle < lib serve < lib CFRunLoopRunSpecific", "memory from parse"),
        ("Foundation.Timer", "timer"), ("Foundation.TimeFormat", "TimeFormat"),
        ("Foundation.OperationQueueLog", "OperationQueueLog"),
    ])
    func `A library's part is recognised by its maker, or by its whole name`(
        part: String, name: String
    ) throws {
        let heap = HeapSketch(
            """
            global static App.Store.shared : App.Store => store
            store = App.Store
              part: Swift.AnyObject => part
            part = \(part)
              word => screen
            screen = App.Screen
            """)
        #expect(try heap.trace(of: "screen").steps[2].name == name)
    }

    @Test func `A variable of another name than a library's is no notification centre`() throws {
        let heap = HeapSketch(
            """
            global lib Foundation.(_defaultCenterLog in _D7F0) : Foundation.Log => log
            log = Foundation.Log
              word => screen
            screen = App.Screen
            """)
        #expect(try heap.trace(of: "screen").steps[0].name != "NotificationCenter.default")
    }
}
