internal import OutliveSupport

/// A counting semaphore for tasks, which admits waiters in order of arrival.
///
/// An actor alone does not exclude: another method begins while one awaits.
final class Admission: Sendable {
    private struct State: Sendable {
        var free: Int
        var waiters: [(id: Int, admit: @Sendable (Result<Void, CancellationError>) -> Void)] = []
        var nextWaiter = 0
    }
    private let state: Lock<State>

    /// The number of waiting tasks.
    var waiting: Int { state.withLock { $0.waiters.count } }

    /// Admits `count` tasks at a time, 1 or more.
    init(count: Int) {
        state = Lock(State(free: count))
    }

    /// Waits for admission; every admitted caller calls `leave()` at the end.
    ///
    /// - Throws: `CancellationError` if the task is cancelled before it is admitted.
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
                    // Either this check sees the cancellation, or the handler below finds the waiter.
                    abandon(id)
                }
            }
        } onCancel: {
            abandon(id)
        }
    }

    /// Admits the task that has waited longest.
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
