internal import Synchronization

/// Something that becomes true once, on any thread.
package final class Flag: Sendable {
    private let value = Atomic(false)

    /// Makes one that is not true yet.
    package init() {}

    /// Whether it has become true.
    package var isRaised: Bool { value.load(ordering: .acquiring) }

    /// Makes it true.
    ///
    /// - Returns: whether it was not before.
    @discardableResult
    package func raise() -> Bool { !value.exchange(true, ordering: .acquiringAndReleasing) }
}
