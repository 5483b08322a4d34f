internal import OutliveModel

extension ObjectInspector {
    /// All rules. The first match applies.
    static let all: [ObjectInspector] = [
        // Foundation.
        ObjectInspector(
            name: "NotificationCenter.default", place: .keeper, pattern: .observerNotRemoved,
            variables: ["_defaultCenter", "NotificationCenter.default"]),
        ObjectInspector(
            name: "NotificationCenter", place: .keeper, pattern: .observerNotRemoved,
            types: ["Foundation.NotificationCenter", "FoundationEssentials.NotificationCenter"],
            release: "Remove the observer with removeObserver"),
        ObjectInspector(
            name: "observer block", place: .kept, pattern: .observerNotRemoved, isClosure: true,
            types: ["Foundation.NSNotificationReceiver", "Foundation.NotificationCenter.NSNotificationReceiver"],
            release: "Remove the observer with removeObserver", rank: 60,
            functions: ["Foundation.NotificationCenter.", "FoundationEssentials.NotificationCenter."]),
        ObjectInspector(
            name: "timer", place: .kept, pattern: .timerNotInvalidated, types: ["Foundation.Timer"],
            release: "Invalidate the timer with invalidate()", rank: 60,
            functions: ["CFRunLoopTimerCreate"]),
        ObjectInspector(
            name: "RunLoop", place: .keeper, types: ["Foundation.RunLoop"],
            functions: ["CFRunLoop", "__CFRunLoop", "__CFReposition"]),
        ObjectInspector(
            name: "OperationQueue", place: .keeper, pattern: .dispatchNotCancelled,
            types: ["Foundation.OperationQueue", "Foundation._OperationQueue"]),
        ObjectInspector(
            name: "operation", place: .kept, pattern: .dispatchNotCancelled,
            types: ["Foundation.BlockOperation", "Foundation.Operation"],
            release: "Cancel or finish the operation", rank: 50),
        ObjectInspector(name: "Thread", place: .kept, pattern: .threadNotStopped, types: ["Foundation.Thread"]),
        ObjectInspector(
            name: "URLSession", place: .keeper, pattern: .notClosed,
            types: [
                "FoundationNetworking.URLSession", "FoundationNetworking.URLSessionTask",
                "FoundationNetworking.URLSessionDataTask", "FoundationNetworking.URLSessionDownloadTask",
                "FoundationNetworking.URLSessionUploadTask",
            ],
            release: "Invalidate the URLSession with finishTasksAndInvalidate() or invalidateAndCancel()", rank: 70,
            functions: ["FoundationNetworking.URLSession."]),
        ObjectInspector(
            name: "NSCache", place: .keeper, pattern: .storeWithoutEviction,
            types: ["Foundation.NSCache", "Foundation.NSCacheEntry"]),
        ObjectInspector(
            name: "KeyValueObservation", place: .kept, pattern: .observerNotRemoved,
            types: ["Foundation.NSKeyValueObservation"]),
        // Observation.
        ObjectInspector(
            name: "observation", place: .kept, pattern: .observerNotRemoved,
            types: ["Observation."], functions: ["Observation.", "generic specialization <> of Observation."]),
        // Dispatch.
        ObjectInspector(
            name: "work item", place: .kept, pattern: .dispatchNotCancelled, types: ["Dispatch.DispatchWorkItem"],
            release: "Cancel the work item", rank: 40,
            functions: ["_dispatch_block_create", "dispatch_block_create"]),
        ObjectInspector(
            name: "DispatchSource", place: .kept, pattern: .dispatchNotCancelled, weight: 2,
            types: ["Dispatch.DispatchSource"], release: "Cancel the DispatchSource with cancel()", rank: 50,
            functions: ["_dispatch_source_timer_create", "dispatch_source_create", "_dispatch_source_"]),
        ObjectInspector(
            name: "DispatchQueue.asyncAfter", place: .kept, pattern: .dispatchNotCancelled, weight: 1,
            functions: ["dispatch_after", "_dispatch_after", "_dispatch_timer"]),
        ObjectInspector(
            name: "dispatch timer", place: .kept, pattern: .dispatchNotCancelled, weight: 0,
            variables: ["_dispatch_timers_heap"]),
        ObjectInspector(
            name: "DispatchQueue", place: .kept, pattern: .dispatchNotCancelled, weight: 0,
            types: ["Dispatch.DispatchQueue"],
            functions: ["_dispatch_continuation_alloc", "_dispatch_queue", "dispatch_queue"]),
        // Concurrency.
        ObjectInspector(
            name: "AsyncStream", place: .kept, pattern: .streamNotFinished,
            types: [
                "Swift.AsyncStream", "Swift.AsyncThrowingStream", "Swift._AsyncStreamStorage",
                "Swift._AsyncStreamCriticalStorage",
            ],
            release: "Finish the stream with continuation.finish()", rank: 45),
        ObjectInspector(
            name: "continuation", place: .kept, pattern: .notCompleted,
            types: ["Swift.CheckedContinuationCanary", "Swift.CheckedContinuation"],
            release: "Resume the continuation on every path", rank: 45),
        // NIO and packages built on it.
        ObjectInspector(
            name: "EmbeddedChannel", place: .keeper, pattern: .notClosed,
            types: ["NIOEmbedded.EmbeddedChannel", "NIOEmbedded.NIOAsyncTestingChannel"],
            release: "Finish the EmbeddedChannel with finish() when it is no longer used", rank: 90),
        ObjectInspector(
            name: "response body", place: .kept, pattern: .notClosed,
            types: ["AsyncHTTPClient.Transaction", "AsyncHTTPClient.TransactionBody"],
            release: "Consume the response body to its end, or cancel the request", rank: 85),
        ObjectInspector(
            name: "HTTPClient", place: .keeper, pattern: .notClosed, types: ["AsyncHTTPClient.HTTPClient"],
            release: "Shut down the HTTPClient with shutdown(), or share one", rank: 80),
        ObjectInspector(
            name: "GRPCClient", place: .keeper, pattern: .notClosed, types: ["GRPCCore.GRPCClient"],
            release: "Shut down the GRPCClient with beginGracefulShutdown()", rank: 80),
        ObjectInspector(
            name: "database", place: .keeper, pattern: .notClosed,
            types: ["GRDB.DatabaseQueue", "GRDB.DatabasePool"], release: "Close the database with close()", rank: 70),
        ObjectInspector(
            name: "database observation", place: .kept, pattern: .subscriptionNotCancelled,
            types: ["GRDB.AnyDatabaseCancellable", "GRDB.ValueObserver", "GRDB.ValueWriteOnlyObserver"],
            release: "Cancel the observation", rank: 60),
        ObjectInspector(
            name: "repeated task", place: .kept, pattern: .dispatchNotCancelled, types: ["NIOCore.RepeatedTask"],
            release: "Cancel the RepeatedTask with cancel()", rank: 60),
        ObjectInspector(
            name: "scheduled task", place: .kept, pattern: .dispatchNotCancelled, types: ["NIOCore.Scheduled"],
            release: "Cancel the scheduled task with cancel()", rank: 50,
            functions: ["NIOPosix.SelectableEventLoop.schedule", "NIOEmbedded.EmbeddedEventLoop.schedule"]),
        ObjectInspector(
            name: "channel pipeline", place: .kept,
            types: ["NIOCore.ChannelPipeline", "NIOCore.ChannelHandlerContext"]),
        ObjectInspector(
            name: "EventLoopFuture callback", place: .kept,
            types: ["NIOCore.EventLoopFuture", "NIOCore.EventLoopPromise"],
            release: "Complete the promise on every path: succeed or fail it", rank: 20),
        ObjectInspector(
            name: "event loop", place: .keeper,
            types: ["NIOPosix.SelectableEventLoop", "NIOPosix.MultiThreadedEventLoopGroup", "NIOEmbedded."]),
        // Combine for Linux.
        ObjectInspector(
            name: "subscription", place: .kept, pattern: .subscriptionNotCancelled,
            types: [
                "OpenCombine.AnyCancellable", "OpenCombine.Subscribers.", "OpenCombine.Publishers.", "OpenCombine.",
            ],
            release: "Cancel the subscription", rank: 40),
        ObjectInspector(name: "service group", place: .keeper, types: ["ServiceLifecycle.ServiceGroup"]),
    ]
}
