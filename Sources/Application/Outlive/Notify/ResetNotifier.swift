public import OutliveWire

/// A channel through which an application receives reset requests: a signal, an HTTP request, a button.
///
/// A `ResetHost` gives its handler to each notifier once, when it starts. A notifier turns what it receives into a
/// `ResetRequest`, awaits the handler and answers in its own way. The host itself sends the notifications for the
/// service manager.
public protocol ResetNotifier: Sendable {
    /// Starts to listen and calls `handler` with each request.
    ///
    /// - Throws: An error if it cannot listen. The host reports the error on standard error, and the application
    ///   continues: a broken reset channel must not end it.
    func add(handler: ResetHandler) async throws
}

/// The handler that a notifier calls with each request; it returns when the request has been carried out.
///
/// It may be called from any task at any time. The host carries out one request at a time, in the order of the calls.
public struct ResetHandler: Sendable {
    /// The history of the host's requests.
    public let history: ResetHistory
    private let carryOut: @Sendable (ResetRequest) async -> ResetReply

    /// Creates a handler without a host, for tests of a notifier; its history stays empty.
    ///
    /// - Parameter carryOut: Carries out one request.
    public init(_ carryOut: @escaping @Sendable (ResetRequest) async -> ResetReply) {
        self.init(history: ResetHistory(), carryOut)
    }

    /// Creates the handler of a host, which records its requests in `history`.
    package init(history: ResetHistory, _ carryOut: @escaping @Sendable (ResetRequest) async -> ResetReply) {
        self.history = history
        self.carryOut = carryOut
    }

    /// Carries out a request.
    public func callAsFunction(_ request: ResetRequest) async -> ResetReply {
        await carryOut(request)
    }
}
