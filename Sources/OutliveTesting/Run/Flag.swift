internal import Synchronization

/// Something that becomes true once, on any thread.
final class Flag: Sendable {
    private let value = Atomic(false)

    /// Whether it has become true.
    var isRaised: Bool { value.load(ordering: .acquiring) }

    /// Makes it true.
    ///
    /// - Returns: whether it was not before.
    @discardableResult
    func raise() -> Bool { !value.exchange(true, ordering: .acquiringAndReleasing) }
}
