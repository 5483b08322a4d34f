internal import Synchronization

/// A Boolean value that becomes `true` once, on any thread.
package final class Flag: Sendable {
    private let value = Atomic(false)

    /// Creates a flag that is not raised.
    package init() {}

    /// `true` if the flag has been raised.
    package var isRaised: Bool { value.load(ordering: .acquiring) }

    /// Raises the flag.
    ///
    /// - Returns: `true` if this call raised it.
    @discardableResult
    package func raise() -> Bool { !value.exchange(true, ordering: .acquiringAndReleasing) }
}
