/// Lets one task at a time at each of some things, in the order in which they ask.
actor Turns {
    static let shared = Turns()

    private struct Waiter {
        let number: Int
        let turn: CheckedContinuation<Void, any Error>
    }

    /// Who waits for each thing that somebody is at.
    private var waiters: [ObjectIdentifier: [Waiter]] = [:]
    private var last = 0

    /// Waits until nobody else is at the thing.
    ///
    /// - Throws: `CancellationError`, and it is not the task's turn then.
    func enter(_ thing: ObjectIdentifier) async throws {
        try Task.checkCancellation()
        guard waiters[thing] != nil else {
            waiters[thing] = []
            return
        }
        last += 1
        let number = last
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (turn: CheckedContinuation<Void, any Error>) in
                // Cancelled before there was anybody to give up.
                if Task.isCancelled { return turn.resume(throwing: CancellationError()) }
                waiters[thing]?.append(Waiter(number: number, turn: turn))
            }
        } onCancel: {
            Task { await giveUp(number, thing) }
        }
    }

    /// Lets the next one at the thing.
    func leave(_ thing: ObjectIdentifier) {
        guard let next = waiters[thing]?.first else {
            waiters[thing] = nil
            return
        }
        waiters[thing]?.removeFirst()
        next.turn.resume()
    }

    private func giveUp(_ number: Int, _ thing: ObjectIdentifier) {
        guard let index = waiters[thing]?.firstIndex(where: { $0.number == number }) else { return }
        waiters[thing]?.remove(at: index).turn.resume(throwing: CancellationError())
    }
}
