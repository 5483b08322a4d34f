/// A value from several concurrent producers for one consumer.
///
/// The first value counts. Safe to use from any thread.
package final class FirstOf<Value: Sendable>: Sendable {
    private struct State: Sendable {
        var value: Value?
        var waiter: CheckedContinuation<Value, Never>?
    }

    private let state = Lock(State())

    package init() {}

    /// Sets the value, unless it is already set.
    package func give(_ value: Value) {
        let waiter = state.withLock { state -> CheckedContinuation<Value, Never>? in
            guard state.value == nil else { return nil }
            state.value = value
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume(returning: value)
    }

    /// The value, once it is set; read it only once.
    package var value: Value {
        get async {
            await withCheckedContinuation { continuation in
                let given = state.withLock { state -> Value? in
                    if state.value == nil { state.waiter = continuation }
                    return state.value
                }
                if let given { continuation.resume(returning: given) }
            }
        }
    }
}
