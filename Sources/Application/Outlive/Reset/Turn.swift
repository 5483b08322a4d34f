internal import Synchronization

/// A request's place in the queue of a host; it either begins or is withdrawn, never both.
final class Turn: Sendable {
    private let isTaken = Atomic(false)

    /// Takes the turn, to begin the request or to withdraw it.
    ///
    /// - Returns: `true` if the turn was still available.
    func take() -> Bool { !isTaken.exchange(true, ordering: .acquiringAndReleasing) }
}
