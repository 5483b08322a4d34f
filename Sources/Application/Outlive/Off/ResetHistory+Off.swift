#if !LiveReset
public import OutliveWire
internal import Synchronization

/// A stand-in for the history of a host in builds without the trait `LiveReset`; it records no events.
public final class ResetHistory: Sendable {
    /// The number of reports kept.
    public static let capacity = 0

    private let usable = Atomic(false)

    /// Creates an empty history.
    package init(isWatched: @autoclosure @escaping @Sendable () -> Bool = true) {}

    /// Always `false`.
    public var isWatched: Bool { false }

    /// `true` if the application is usable.
    public var isUsable: Bool { usable.load(ordering: .relaxed) }

    /// Always 1.
    public var generation: Int { 1 }

    /// Always empty.
    public var reports: [GenerationReport] { [] }

    /// Returns a stream that ends immediately.
    public func events() -> AsyncStream<ResetEvent> { AsyncStream { nil } }

    /// Returns `nil`.
    public func report(of generation: Int) async -> GenerationReport? { nil }

    func note(usable: Bool, generation: Int) { self.usable.store(usable, ordering: .relaxed) }
}
#endif
