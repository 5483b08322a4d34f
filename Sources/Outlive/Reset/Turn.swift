internal import Synchronization

/// A request's place in the queue of a host: it begins when its turn comes, or is withdrawn before, never both.
final class Turn: Sendable {
    private let isTaken = Atomic(false)

    /// Takes the turn, or takes it back.
    ///
    /// - Returns: whether it was still there to take.
    func take() -> Bool { !isTaken.exchange(true, ordering: .acquiringAndReleasing) }
}

/// A value that two tasks race to give; the first one counts.
final class FirstOf<Value: Sendable>: Sendable {
    private let continuation: CheckedContinuation<Value, Never>
    private let isGiven = Turn()

    init(_ continuation: CheckedContinuation<Value, Never>) {
        self.continuation = continuation
    }

    func give(_ value: Value) {
        if isGiven.take() { continuation.resume(returning: value) }
    }
}
