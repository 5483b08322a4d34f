internal import OutliveModel

extension ObjectInspector {
    /// All rules. The first match applies.
    static let all: [ObjectInspector] = [
        // Foundation.
        .init(
            role: .owner, name: "NotificationCenter.default", pattern: .observerNotRemoved,
            variables: ["_defaultCenter", "NotificationCenter.default"]),
        .init(
            role: .owner, name: "NotificationCenter", pattern: .observerNotRemoved,
            types: ["Foundation.NotificationCenter", "FoundationEssentials.NotificationCenter"],
            release: "Remove the observer with removeObserver"),
        .init(
            role: .item, name: "observer block", pattern: .observerNotRemoved, isClosure: true,
            types: ["Foundation.NSNotificationReceiver", "Foundation.NotificationCenter.NSNotificationReceiver"],
            functions: ["Foundation.NotificationCenter.", "FoundationEssentials.NotificationCenter."],
            release: "Remove the observer with removeObserver", rank: 60),
        .init(
            role: .item, name: "timer", pattern: .timerNotInvalidated, types: ["Foundation.Timer"],
            functions: ["CFRunLoopTimerCreate"], release: "Invalidate the timer with invalidate()", rank: 60),
        .init(
            role: .owner, name: "RunLoop", types: ["Foundation.RunLoop"],
            functions: ["CFRunLoop", "__CFRunLoop", "__CFReposition"]),
        .init(
            role: .owner, name: "OperationQueue", pattern: .dispatchNotCancelled,
            types: ["Foundation.OperationQueue", "Foundation._OperationQueue"]),
        .init(
            role: .item, name: "operation", pattern: .dispatchNotCancelled,
            types: ["Foundation.BlockOperation", "Foundation.Operation"],
            release: "Let the operation finish (its queue may be suspended), or cancel it", rank: 50),
        .init(role: .item, name: "Thread", pattern: .threadNotStopped, types: ["Foundation.Thread"]),
        .init(
            role: .item, name: "FileHandle", pattern: .notClosed, types: ["Foundation.FileHandle", "Foundation.Pipe"],
            release: "Set the readabilityHandler of the FileHandle to nil, or close it with close()", rank: 55),
        // A run loop keeps a process that runs, and the process its pipes and the closure for its end.
        .init(
            role: .item, name: "Process", pattern: .notClosed, types: ["Foundation.Process"],
            release: "End the child process with terminate(), or with kill() if it ignores that, and wait for it with "
                + "waitUntilExit()", rank: 74),
        .init(
            role: .owner, name: "URLSession", pattern: .notClosed,
            types: [
                "FoundationNetworking.URLSession", "FoundationNetworking.URLSessionTask",
                "FoundationNetworking.URLSessionDataTask", "FoundationNetworking.URLSessionDownloadTask",
                "FoundationNetworking.URLSessionUploadTask",
            ],
            functions: ["FoundationNetworking.URLSession."],
            release: "Invalidate the URLSession with finishTasksAndInvalidate() or invalidateAndCancel()", rank: 70),
        .init(
            role: .owner, name: "NSCache", pattern: .storeWithoutEviction,
            types: ["Foundation.NSCache", "Foundation.NSCacheEntry"]),
        .init(
            role: .item, name: "KeyValueObservation", pattern: .observerNotRemoved,
            types: ["Foundation.NSKeyValueObservation"]),
        // A document and its nodes hold each other, and the memory of libxml2 both.
        .init(
            role: .item, name: "XMLDocument", pattern: .libraryCycle, types: ["FoundationXML.XMLDocument"],
            release: "Report upstream: XMLDocument of FoundationXML and its nodes hold each other, and no document is "
                + "freed (seen with Swift 6.3.1); XMLParser reads without documents", rank: 65),
        // Observation.
        .init(
            role: .item, name: "observation", pattern: .observerNotRemoved, types: ["Observation."],
            functions: ["Observation.", "generic specialization <> of Observation."]),
        // Dispatch.
        .init(
            role: .item, name: "work item", pattern: .dispatchNotCancelled, types: ["Dispatch.DispatchWorkItem"],
            functions: ["_dispatch_block_create", "dispatch_block_create"], release: "Cancel the work item", rank: 40),
        .init(
            role: .item, name: "DispatchIO", pattern: .notClosed, hasSeveralClosures: true,
            types: ["Dispatch.DispatchIO"],
            functions: ["_dispatch_fd_entry", "_dispatch_io_", "_dispatch_operation_", "dispatch_io_"],
            variables: ["_dispatch_io_devs", "_dispatch_io_fds"], release: "Close the DispatchIO with close()",
            rank: 57),
        .init(
            role: .item, name: "DispatchSource", pattern: .dispatchNotCancelled, weight: 2,
            types: ["Dispatch.DispatchSource"],
            functions: ["_dispatch_source_timer_create", "dispatch_source_create", "_dispatch_source_"],
            release: "Cancel the DispatchSource with cancel()", rank: 50),
        .init(
            role: .item, name: "DispatchQueue.asyncAfter", pattern: .dispatchNotCancelled, weight: 1,
            functions: ["dispatch_after", "_dispatch_after", "_dispatch_timer"]),
        .init(
            role: .item, name: "dispatch timer", pattern: .dispatchNotCancelled, weight: 0,
            variables: ["_dispatch_timers_heap"]),
        .init(
            role: .item, name: "DispatchQueue", pattern: .dispatchNotCancelled, weight: 0,
            types: ["Dispatch.DispatchQueue"],
            functions: ["_dispatch_continuation_alloc", "_dispatch_queue", "dispatch_queue"]),
        // Concurrency.
        .init(
            role: .item, name: "AsyncStream", pattern: .streamNotFinished,
            types: [
                "Swift.AsyncStream", "Swift.AsyncThrowingStream", "Swift._AsyncStreamStorage",
                "Swift._AsyncStreamCriticalStorage",
            ],
            release: "Finish the stream with continuation.finish()", rank: 45),
        .init(
            role: .item, name: "continuation", pattern: .notCompleted,
            types: ["Swift.CheckedContinuationCanary", "Swift.CheckedContinuation"],
            release: "Resume the continuation on every path", rank: 45),
        // NIO and packages built on it.
        .init(
            role: .owner, name: "EmbeddedChannel", pattern: .notClosed,
            types: ["NIOEmbedded.EmbeddedChannel", "NIOEmbedded.NIOAsyncTestingChannel"],
            release: "Finish the EmbeddedChannel with finish() when it is no longer used", rank: 90),
        .init(
            role: .item, name: "response body", pattern: .notClosed,
            types: ["AsyncHTTPClient.Transaction", "AsyncHTTPClient.TransactionBody"],
            release: "Consume the response body to its end, or cancel the request", rank: 85),
        .init(
            role: .owner, name: "HTTPClient", pattern: .notClosed, types: ["AsyncHTTPClient.HTTPClient"],
            release: "Shut down the HTTPClient with shutdown(), or share one", rank: 80),
        .init(
            role: .owner, name: "GRPCClient", pattern: .notClosed, types: ["GRPCCore.GRPCClient"],
            release: "Shut down the GRPCClient with beginGracefulShutdown()", rank: 80),
        .init(
            role: .owner, name: "database", pattern: .notClosed, types: ["GRDB.DatabaseQueue", "GRDB.DatabasePool"],
            release: "Close the database with close()", rank: 70),
        .init(
            role: .item, name: "database observation", pattern: .subscriptionNotCancelled,
            types: ["GRDB.AnyDatabaseCancellable", "GRDB.ValueObserver", "GRDB.ValueWriteOnlyObserver"],
            release: "Cancel the observation", rank: 60),
        .init(
            role: .item, name: "repeated task", pattern: .dispatchNotCancelled, types: ["NIOCore.RepeatedTask"],
            release: "Cancel the RepeatedTask with cancel()", rank: 60),
        .init(
            role: .item, name: "scheduled task", pattern: .dispatchNotCancelled,
            types: ["NIOCore.Scheduled", "NIOPosix.ScheduledTask"],
            functions: ["NIOPosix.SelectableEventLoop.schedule", "NIOEmbedded.EmbeddedEventLoop.schedule"],
            release: "Cancel the scheduled task with cancel()", rank: 50),
        .init(
            role: .item, name: "channel", pattern: .notClosed, weight: 2,
            types: [
                "NIOPosix.SocketChannel", "NIOPosix.ServerSocketChannel", "NIOPosix.DatagramChannel",
                "NIOPosix.PipeChannel",
            ],
            release: "Close the channel with close()", rank: 75),
        .init(
            role: .item, name: "channel pipeline", types: ["NIOCore.ChannelPipeline", "NIOCore.ChannelHandlerContext"]),
        .init(
            role: .item, name: "EventLoopFuture callback",
            types: ["NIOCore.EventLoopFuture", "NIOCore.EventLoopPromise"],
            release: "Complete the promise on every path: succeed or fail it", rank: 20),
        .init(
            role: .owner, name: "event loop",
            types: ["NIOPosix.SelectableEventLoop", "NIOPosix.MultiThreadedEventLoopGroup", "NIOEmbedded."]),
        // On a path it is an event loop; if each cycle creates one, it is the cause.
        .init(
            role: .owner, name: "event loop group", pattern: .notClosed,
            types: ["NIOPosix.MultiThreadedEventLoopGroup"],
            release: "Shut down the event loop group with shutdownGracefully(), or share one", rank: 95),
        .init(
            role: .owner, name: "thread pool", pattern: .notClosed, types: ["NIOPosix.NIOThreadPool"],
            release: "Shut down the thread pool with shutdownGracefully(), or share one", rank: 93),
        // Combine for Linux.
        .init(
            role: .item, name: "subscription", pattern: .subscriptionNotCancelled, types: ["OpenCombine."],
            release: "Cancel the subscription", rank: 40),
        .init(role: .owner, name: "service group", types: ["ServiceLifecycle.ServiceGroup"]),
    ]
}
