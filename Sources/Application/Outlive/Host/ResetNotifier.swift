internal import OutliveSupport
public import OutliveWire

/// A channel through which an application receives reset requests, such as a signal, an HTTP server or a button.
///
/// A `ResetHost` passes its handler to each notifier once, when it starts. A notifier converts what it receives to a
/// `ResetRequest`, awaits the handler and responds in its own way. The host itself sends the notifications for the
/// service manager.
public protocol ResetNotifier: Sendable {
    /// Starts to listen and calls `handler` with each request.
    ///
    /// - Throws: An error if it cannot listen. The host prints the error on standard error. The application continues,
    ///   because a broken reset channel must not end it.
    func add(handler: ResetHandler) async throws
}

/// The handler that a notifier calls with each request; it returns when the request has been executed.
///
/// It may be called from any task at any time. The host executes one request at a time, in the order of the calls.
public struct ResetHandler: Sendable {
    /// The history of the host's requests.
    public let history: ResetHistory
    private let carryOut: @Sendable (ResetRequest) async -> ResetReply
    private let accept: @Sendable (ResetRequest) async -> Void

    /// Creates a handler without a host, for tests of a notifier; its history stays empty.
    ///
    /// - Parameter carryOut: Executes one request.
    public init(_ carryOut: @escaping @Sendable (ResetRequest) async -> ResetReply) {
        self.init(history: ResetHistory(), carryOut)
    }

    /// Creates the handler of a host, which records its requests in `history`.
    package init(history: ResetHistory, _ carryOut: @escaping @Sendable (ResetRequest) async -> ResetReply) {
        self.history = history
        self.carryOut = carryOut
        accept = { request in _ = Task { await carryOut(request) } }
    }

    #if LiveReset
    /// Creates the handler of a started host, which it retains.
    init(of host: ResetHost) {
        history = host.history
        carryOut = { request in await host.handle(request) }
        accept = { request in _ = await host.accept(request) }
    }
    #endif

    /// Executes a request.
    public func callAsFunction(_ request: ResetRequest) async -> ResetReply {
        await carryOut(request)
    }

    /// Begins a request without waiting for its reply; a host executes the requests in the order of these calls.
    func begin(_ request: ResetRequest) async {
        await accept(request)
    }
}

/// A notifier that requests resets from inside the process, for tests and for hosts with their own request channel.
///
/// Safe to use from any task. It serves one host: each added handler replaces the previous one. Without the package
/// trait `LiveReset` it refuses requests, as a host that is not running does.
public final class InProcessNotifier: ResetNotifier {
    #if LiveReset
    private let handler = Lock<ResetHandler?>(nil)
    #endif

    /// Creates a notifier without a handler.
    public init() {}

    /// Sets the handler of all later requests.
    public func add(handler: ResetHandler) {
        #if LiveReset
        self.handler.withLock { $0 = handler }
        #endif
    }

    /// Sends a request and waits until the host has executed it.
    ///
    /// - Returns: The host's reply, or a failed reply if no host was started with this notifier.
    public func send(_ request: ResetRequest) async -> ResetReply {
        func refusal(_ message: String, _ refusal: ResetReply.Refusal? = nil) -> ResetReply {
            ResetReply(
                request: request.id, kind: request.kind, endedGeneration: 0,
                failures: [StepFailure(step: "request", message: message)], usable: false, refusal: refusal)
        }
        #if LiveReset
        guard let handler = handler.withLock({ $0 }) else {
            return refusal("no host has been started with this notifier")
        }
        return await handler(request)
        #else
        return refusal("built without the trait LiveReset", .notRunning)
        #endif
    }
}

/// An event in the life of a host.
public enum ResetEvent: Codable, Hashable, Sendable {
    /// A reset began. The application is not usable until it ends.
    case began
    /// A reset or ping ended or was refused.
    case ended(ResetReply)
    /// A generation that a reset ended has settled.
    case settled(GenerationReport)
}
