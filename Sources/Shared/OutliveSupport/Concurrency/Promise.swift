/// A value that is set once, and that any number of tasks can await.
///
/// If there are several producers, the first value counts. Safe to use from any thread.
package final class Promise<Value: Sendable>: Sendable {
    /// The value, and the waiting tasks; a cancelled one receives `nil`.
    private let state = Lock((value: Value?.none, waiters: [Int: @Sendable (Value?) -> Void](), nextWaiter: 0))

    /// Creates a promise without a value.
    package init() {}

    /// The value, or `nil` if it is not set yet.
    package var current: Value? { state.withLock { $0.value } }

    /// Sets the value; later calls have no effect.
    package func fulfil(_ value: Value) {
        let waiters = state.withLock { state -> [@Sendable (Value?) -> Void] in
            guard state.value == nil else { return [] }
            state.value = value
            defer { state.waiters = [:] }
            return Array(state.waiters.values)
        }
        for waiter in waiters { waiter(value) }
    }

    /// Waits for the value.
    ///
    /// - Throws: `CancellationError` as soon as the task is cancelled.
    package func get() async throws -> Value {
        let id = newWaiter()
        let value: Value? = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                // Either this check sees the cancellation, or the handler below finds the waiter.
                wait(id) { continuation.resume(returning: $0) }
                if Task.isCancelled { abandon(id) }
            }
        } onCancel: {
            abandon(id)
        }
        guard let value else { throw CancellationError() }
        return value
    }

    /// Waits for the value, even in a cancelled task.
    package func getEvenIfCancelled() async -> Value {
        await withCheckedContinuation { continuation in
            wait(newWaiter()) { value in
                // No cancellation handler has this waiter's id, so it is never abandoned.
                if let value { continuation.resume(returning: value) }
            }
        }
    }

    private func newWaiter() -> Int {
        state.withLock { state in
            state.nextWaiter += 1
            return state.nextWaiter
        }
    }

    private func wait(_ id: Int, _ waiter: @escaping @Sendable (Value?) -> Void) {
        let value = state.withLock { state in
            if state.value == nil { state.waiters[id] = waiter }
            return state.value
        }
        if let value { waiter(value) }
    }

    private func abandon(_ id: Int) {
        state.withLock { $0.waiters.removeValue(forKey: id) }?(nil)
    }
}
