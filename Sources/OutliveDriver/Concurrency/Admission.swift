/// Lets so many tasks in at a time; the others wait outside, and come in in the order in which they came.
///
/// An actor alone does not do that: while one of its methods awaits something, another one begins.
final class Admission: Sendable {
    private struct State: Sendable {
        var free: Int
        var waiters: [(id: Int, admit: @Sendable (Result<Void, CancellationError>) -> Void)] = []
        var nextWaiter = 0
    }
    private let state: Locked<State>

    /// How many wait outside.
    var waiting: Int { state.withLock { $0.waiters.count } }

    /// Lets `count` tasks in at a time, 1 or more.
    init(count: Int) {
        state = Locked(State(free: count))
    }

    /// Waits for a place; whoever got one calls `leave()` in the end.
    ///
    /// - Throws: `CancellationError` when the task is cancelled before there is one.
    func enter() async throws {
        let id = state.withLock { state in
            state.nextWaiter += 1
            return state.nextWaiter
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let isFree = state.withLock { state in
                    guard state.free == 0 else {
                        state.free -= 1
                        return true
                    }
                    state.waiters.append((id, { continuation.resume(with: $0) }))
                    return false
                }
                if isFree {
                    continuation.resume()
                } else if Task.isCancelled {
                    // Either this sees the cancellation, or the handler below finds the waiter.
                    abandon(id)
                }
            }
        } onCancel: {
            abandon(id)
        }
    }

    /// Gives the place to the one that has waited longest.
    func leave() {
        let next = state.withLock { state in
            guard !state.waiters.isEmpty else {
                state.free += 1
                return nil as (@Sendable (Result<Void, CancellationError>) -> Void)?
            }
            return state.waiters.removeFirst().admit
        }
        next?(.success(()))
    }

    private func abandon(_ id: Int) {
        let waiter = state.withLock { state in
            state.waiters.firstIndex { $0.id == id }.map { state.waiters.remove(at: $0).admit }
        }
        waiter?(.failure(CancellationError()))
    }
}
