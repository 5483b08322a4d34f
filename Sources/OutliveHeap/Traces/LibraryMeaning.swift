internal import OutliveModel

/// What the inner objects of a library mean to who uses it.
struct LibraryMeaning: Hashable, Sendable {
    /// Where it stands when several of them follow each other.
    enum Place: Hashable, Sendable {
        /// What keeps many: a run loop, a notification centre, an event loop.
        case keeper
        /// What is kept: a timer, an observer, a scheduled task.
        case kept
    }

    /// What it is called in a step.
    var name: String
    var place: Place
    /// The mistake that is made with it, where one commonly is.
    var pattern: LeakPattern?
    /// Whether it is the closure that follows itself, so that the two are one step.
    var isClosure = false
    /// Of several that are kept and follow each other the one that says the most is told, of equals the last.
    var weight = 3
    /// The names of types, without generic arguments; one that ends in a dot stands for all that are in it.
    var types: [String] = []
    /// The beginnings of functions that allocate it.
    var functions: [String] = []
    /// The names of variables, with or without what they are in.
    var variables: [String] = []

    /// How many of the functions that something was allocated in tell what it is: those further out only use it.
    private static let reach = 2

    /// Whether a holder is it.
    func matches(_ holder: Holder) -> Bool {
        switch holder.kind {
        case .global:
            let declaration = holder.typeName.prefix { $0 != ":" }
            return variables.contains { Self.mentions(declaration, $0) }
        case .block, .closure, .task:
            return functions.contains { function in
                holder.makers.prefix(Self.reach).contains { $0.hasPrefix(function) }
            }
        default:
            return types.contains { type in
                guard holder.typeName.hasPrefix(type) else { return false }
                return type.hasSuffix(".") || !Self.isPartOfName(holder.typeName.dropFirst(type.count).first)
            }
        }
    }

    /// Whether a name is in a text as a whole.
    private static func mentions(_ text: Substring, _ name: String) -> Bool {
        text.ranges(of: name).contains { range in
            !isPartOfName(text[..<range.lowerBound].last) && !isPartOfName(text[range.upperBound...].first)
        }
    }

    private static func isPartOfName(_ character: Character?) -> Bool {
        character.map { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "$" } ?? false
    }
}

extension LibraryMeaning {
    /// All that are known; the first that matches counts.
    static let all: [LibraryMeaning] = [
        // Foundation.
        LibraryMeaning(
            name: "NotificationCenter.default", place: .keeper, pattern: .observerNotRemoved,
            variables: ["_defaultCenter", "NotificationCenter.default"]),
        LibraryMeaning(
            name: "NotificationCenter", place: .keeper, pattern: .observerNotRemoved,
            types: ["Foundation.NotificationCenter", "FoundationEssentials.NotificationCenter"]),
        LibraryMeaning(
            name: "observer block", place: .kept, pattern: .observerNotRemoved, isClosure: true,
            types: ["Foundation.NSNotificationReceiver", "Foundation.NotificationCenter.NSNotificationReceiver"],
            functions: ["Foundation.NotificationCenter.", "FoundationEssentials.NotificationCenter."]),
        LibraryMeaning(
            name: "timer", place: .kept, pattern: .timerNotInvalidated, types: ["Foundation.Timer"],
            functions: ["CFRunLoopTimerCreate"]),
        LibraryMeaning(
            name: "RunLoop", place: .keeper, types: ["Foundation.RunLoop"],
            functions: ["CFRunLoop", "__CFRunLoop", "__CFReposition"]),
        LibraryMeaning(
            name: "OperationQueue", place: .keeper, pattern: .dispatchNotCancelled,
            types: ["Foundation.OperationQueue", "Foundation._OperationQueue"]),
        LibraryMeaning(
            name: "operation", place: .kept, pattern: .dispatchNotCancelled,
            types: ["Foundation.BlockOperation", "Foundation.Operation"]),
        LibraryMeaning(name: "Thread", place: .kept, pattern: .threadNotStopped, types: ["Foundation.Thread"]),
        LibraryMeaning(
            name: "URLSession", place: .keeper,
            types: [
                "FoundationNetworking.URLSession", "FoundationNetworking.URLSessionTask",
                "FoundationNetworking.URLSessionDataTask", "FoundationNetworking.URLSessionDownloadTask",
                "FoundationNetworking.URLSessionUploadTask",
            ],
            functions: ["FoundationNetworking.URLSession."]),
        LibraryMeaning(
            name: "NSCache", place: .keeper, pattern: .storeWithoutEviction,
            types: ["Foundation.NSCache", "Foundation.NSCacheEntry"]),
        LibraryMeaning(
            name: "KeyValueObservation", place: .kept, pattern: .observerNotRemoved,
            types: ["Foundation.NSKeyValueObservation"]),
        // Observation.
        LibraryMeaning(
            name: "observation", place: .kept, pattern: .observerNotRemoved,
            types: ["Observation."], functions: ["Observation.", "generic specialization <> of Observation."]),
        // Dispatch.
        LibraryMeaning(
            name: "work item", place: .kept, pattern: .dispatchNotCancelled, types: ["Dispatch.DispatchWorkItem"],
            functions: ["_dispatch_block_create", "dispatch_block_create"]),
        LibraryMeaning(
            name: "DispatchSource", place: .kept, pattern: .dispatchNotCancelled, weight: 2,
            types: ["Dispatch.DispatchSource"],
            functions: ["_dispatch_source_timer_create", "dispatch_source_create", "_dispatch_source_"]),
        LibraryMeaning(
            name: "DispatchQueue.asyncAfter", place: .kept, pattern: .dispatchNotCancelled, weight: 1,
            functions: ["dispatch_after", "_dispatch_after", "_dispatch_timer"]),
        LibraryMeaning(
            name: "dispatch timer", place: .kept, pattern: .dispatchNotCancelled, weight: 0,
            variables: ["_dispatch_timers_heap"]),
        LibraryMeaning(
            name: "DispatchQueue", place: .kept, pattern: .dispatchNotCancelled, weight: 0,
            types: ["Dispatch.DispatchQueue"],
            functions: ["_dispatch_continuation_alloc", "_dispatch_queue", "dispatch_queue"]),
        // Concurrency.
        LibraryMeaning(
            name: "AsyncStream", place: .kept, pattern: .streamNotFinished,
            types: [
                "Swift.AsyncStream", "Swift.AsyncThrowingStream", "Swift._AsyncStreamStorage",
                "Swift._AsyncStreamCriticalStorage",
            ]),
        LibraryMeaning(
            name: "continuation", place: .kept, types: ["Swift.CheckedContinuationCanary", "Swift.CheckedContinuation"]),
        // NIO.
        LibraryMeaning(
            name: "repeated task", place: .kept, pattern: .dispatchNotCancelled, types: ["NIOCore.RepeatedTask"]),
        LibraryMeaning(
            name: "scheduled task", place: .kept, pattern: .dispatchNotCancelled, types: ["NIOCore.Scheduled"],
            functions: ["NIOPosix.SelectableEventLoop.schedule", "NIOEmbedded.EmbeddedEventLoop.schedule"]),
        LibraryMeaning(
            name: "channel pipeline", place: .kept,
            types: ["NIOCore.ChannelPipeline", "NIOCore.ChannelHandlerContext"]),
        LibraryMeaning(
            name: "EventLoopFuture callback", place: .kept,
            types: ["NIOCore.EventLoopFuture", "NIOCore.EventLoopPromise"]),
        LibraryMeaning(
            name: "event loop", place: .keeper,
            types: ["NIOPosix.SelectableEventLoop", "NIOPosix.MultiThreadedEventLoopGroup", "NIOEmbedded."]),
        // Combine for Linux.
        LibraryMeaning(
            name: "subscription", place: .kept, pattern: .subscriptionNotCancelled,
            types: [
                "OpenCombine.AnyCancellable", "OpenCombine.Subscribers.", "OpenCombine.Publishers.", "OpenCombine.",
            ]),
        LibraryMeaning(name: "service group", place: .keeper, types: ["ServiceLifecycle.ServiceGroup"]),
    ]

    /// What a holder means; nil of what is the program's and of what nobody knows.
    static func of(_ holder: Holder) -> LibraryMeaning? {
        guard holder.author != .program else { return nil }
        return all.first { $0.matches(holder) }
    }
}
