internal import OutliveSupport

/// Events that are delivered to expectations in the order in which they are sent.
///
/// An expectation that is set before the event is provoked cannot miss it.
final class Broadcast<Event: Sendable>: Sendable {
    /// An observer that returns `true` is satisfied and removed.
    private let state = Lock((observers: [Int: @Sendable (Event) -> Bool](), nextObserver: 0))

    var isObserved: Bool { state.withLock { !$0.observers.isEmpty } }

    /// Expects an event that `match` maps to a value.
    func expect<Value>(_ match: @escaping @Sendable (Event) -> Value?) -> Promise<Value> {
        let promise = Promise<Value>()
        observe { event in
            guard let value = match(event) else { return false }
            promise.fulfil(value)
            return true
        }
        return promise
    }

    /// Calls `body` with every event from now on, for the lifetime of the broadcast.
    func follow(_ body: @escaping @Sendable (Event) -> Void) {
        observe { event in
            body(event)
            return false
        }
    }

    private func observe(_ observer: @escaping @Sendable (Event) -> Bool) {
        state.withLock { state in
            state.nextObserver += 1
            state.observers[state.nextObserver] = observer
        }
    }

    /// Delivers an event to every observer; must be called from one thread at a time.
    func send(_ event: Event) {
        let observers = state.withLock { $0.observers }
        var satisfied: [Int] = []
        for (id, observer) in observers where observer(event) { satisfied.append(id) }
        // Most events satisfy no expectation, and megabytes of lines may come.
        guard !satisfied.isEmpty else { return }
        state.withLock { state in
            for id in satisfied { state.observers[id] = nil }
        }
    }
}
