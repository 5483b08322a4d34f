internal import Synchronization

/// A request's place in the queue of a host: it begins when its turn comes, or is withdrawn before, never both.
final class Turn: Sendable {
    private let isTaken = Atomic(false)

    /// Takes the turn, or takes it back.
    ///
    /// - Returns: whether it was still there to take.
    func take() -> Bool { !isTaken.exchange(true, ordering: .acquiringAndReleasing) }
}
