/// A value that is set once, and that any number of tasks can await.
final class Promise<Value: Sendable>: Sendable {
    private struct State: Sendable {
        var value: Value?
        var waiters: [Int: @Sendable (Result<Value, CancellationError>) -> Void] = [:]
        var nextWaiter = 0
    }
    private let state = Locked(State())

    /// The value, or `nil` if it is not set yet.
    var current: Value? { state.withLock { $0.value } }

    /// Sets the value; later calls have no effect.
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
                // Either this check sees the cancellation, or the handler below finds the waiter.
                wait(id) { continuation.resume(with: $0) }
                if Task.isCancelled { abandon(id) }
            }
        } onCancel: {
            abandon(id)
        }
    }

    /// Waits for the value, even in a cancelled task.
    func getEvenIfCancelled() async -> Value {
        await withCheckedContinuation { continuation in
            let id = state.withLock { state in
                state.nextWaiter += 1
                return state.nextWaiter
            }
            wait(id) { result in
                // No cancellation handler has this waiter's number, so it is never abandoned.
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
