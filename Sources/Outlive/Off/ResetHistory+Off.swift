#if !LiveReset
public import OutliveModel
internal import Synchronization

/// Stands in for the history of a host in a build without the trait `LiveReset`: nothing happens in it.
public final class ResetHistory: Sendable {
    /// How many reports are kept.
    public static let capacity = 0

    private let usable = Atomic(false)

    /// Makes an empty history.
    package init(isWatched: @autoclosure @escaping @Sendable () -> Bool = true) {}

    /// Always false.
    public var isWatched: Bool { false }

    /// Whether the application can be used now.
    public var isUsable: Bool { usable.load(ordering: .relaxed) }

    /// Always 1.
    public var generation: Int { 1 }

    /// Always empty.
    public var reports: [GenerationReport] { [] }

    /// Ends at once.
    public func events() -> AsyncStream<ResetEvent> { AsyncStream { nil } }

    /// Returns nil.
    public func report(of generation: Int) async -> GenerationReport? { nil }

    func note(usable: Bool, generation: Int) { self.usable.store(usable, ordering: .relaxed) }
}
#endif
