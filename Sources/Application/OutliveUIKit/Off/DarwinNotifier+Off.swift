#if !LiveReset && canImport(Darwin)
public import Outlive

/// A stand-in for the notifier of Darwin notifications in builds without the trait `LiveReset`; it never listens.
///
/// Written to Apple's API of iOS 18 and macOS 15 and type-checked against stubs; not run.
public struct DarwinNotifier: ResetNotifier {
    /// Does nothing.
    public init(environment: [String: String]? = nil) {}

    /// Does nothing.
    public func add(handler: ResetHandler) async throws {}
}
#endif
