public import OutliveModel

/// A way in which an application can be asked to reset itself: a signal, an HTTP request, a button.
///
/// A `ResetHost` gives its handler to every notifier once, at its start. A new kind of notifier needs nothing but this
/// protocol: it turns whatever it receives into a `ResetRequest`, awaits the handler, and answers in its own way.
/// Service manager notifications are sent by the host and are not its concern.
public protocol ResetNotifier: Sendable {
    /// Begins to listen, and calls `handler` with each request from now on.
    ///
    /// - Throws: when it cannot listen. The host then says so on standard error, and the application runs on: a reset
    ///   channel that does not work must never take the application with it.
    func add(handler: ResetHandler) async throws
}

/// What a notifier calls with each request it receives; it returns when the request has been carried out.
///
/// It may be called from any task at any time: requests are carried out one at a time, in the order of the calls.
public struct ResetHandler: Sendable {
    /// What became of earlier requests, and what becomes of those to come.
    public let history: ResetHistory
    private let carryOut: @Sendable (ResetRequest) async -> ResetReply

    /// Makes a handler without a host, as for the test of a notifier; its history stays empty.
    ///
    /// - Parameter carryOut: carries out one request.
    public init(_ carryOut: @escaping @Sendable (ResetRequest) async -> ResetReply) {
        self.init(history: ResetHistory(), carryOut)
    }

    /// Makes the handler of a host, which keeps in its history what became of the requests.
    package init(history: ResetHistory, _ carryOut: @escaping @Sendable (ResetRequest) async -> ResetReply) {
        self.history = history
        self.carryOut = carryOut
    }

    /// Carries out a request.
    public func callAsFunction(_ request: ResetRequest) async -> ResetReply {
        await carryOut(request)
    }
}
