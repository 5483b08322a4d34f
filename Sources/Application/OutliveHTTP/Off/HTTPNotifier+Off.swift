#if !LiveReset
public import Outlive

/// A stand-in for the HTTP notifier in builds without the trait `LiveReset`; it never listens.
public final class HTTPNotifier: ResetNotifier {
    /// Does nothing.
    public init(at address: HTTPAddress = .loopback, environment: [String: String]? = nil) {}

    /// Always `nil`.
    public var url: String? {
        get async { nil }
    }

    /// Does nothing.
    public func add(handler: ResetHandler) async throws {}

    /// Does nothing.
    public func stop() async {}
}
#endif
