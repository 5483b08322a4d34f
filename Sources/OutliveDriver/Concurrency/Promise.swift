/// A value that comes once, and that any number of tasks can wait for.
final class Promise<Value: Sendable>: Sendable {
    private struct State: Sendable {
        var value: Value?
        var waiters: [Int: @Sendable (Result<Value, CancellationError>) -> Void] = [:]
        var nextWaiter = 0
    }
    private let state = Locked(State())

    /// The value, where it has come.
    var current: Value? { state.withLock { $0.value } }

    /// Gives the value; only the first one counts.
    func fulfil(_ value: Value) {
        let waiters = state.withLock { state -> [@Sendable (Result<Value, CancellationError>) -> Void] in
            guard state.value == nil else { return [] }
            state.value = value
            defer { state.waiters = [:] }
            return Array(state.waiters.values)
        }
        for waiter in waiters { waiter(.success(value)) }
    }

    /// Waits for the value.
    ///
    /// - Throws: `CancellationError` as soon as the task is cancelled.
    func get() async throws -> Value {
        let id = state.withLock { state in
            state.nextWaiter += 1
            return state.nextWaiter
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                // Either this sees the cancellation, or the handler below finds the waiter.
                wait(id) { continuation.resume(with: $0) }
                if Task.isCancelled { abandon(id) }
            }
        } onCancel: {
            abandon(id)
        }
    }

    /// Waits for the value, also in a task that is cancelled.
    func getEvenIfCancelled() async -> Value {
        await withCheckedContinuation { continuation in
            let id = state.withLock { state in
                state.nextWaiter += 1
                return state.nextWaiter
            }
            wait(id) { result in
                // Nobody knows this waiter's number, so that it cannot be abandoned.
                if case .success(let value) = result { continuation.resume(returning: value) }
            }
        }
    }

    private func wait(_ id: Int, _ waiter: @escaping @Sendable (Result<Value, CancellationError>) -> Void) {
        let value = state.withLock { state in
            if state.value == nil { state.waiters[id] = waiter }
            return state.value
        }
        if let value { waiter(.success(value)) }
    }

    private func abandon(_ id: Int) {
        let waiter = state.withLock { $0.waiters.removeValue(forKey: id) }
        waiter?(.failure(CancellationError()))
    }
}
