#if LiveReset
internal import Outlive

/// That a client went away while its answer was made, or written; safe to use from any thread.
final class Departure: Sendable {
    private struct State: Sendable {
        var isOver = false
        var actions: [@Sendable () -> Void] = []
    }

    private let state = Lock(State())

    /// Whether the client has gone.
    var hasHappened: Bool { state.withLock { $0.isOver } }

    /// Does something when the client has gone, at once where it has.
    func then(_ action: @escaping @Sendable () -> Void) {
        let isOver = state.withLock { state in
            if !state.isOver { state.actions.append(action) }
            return state.isOver
        }
        if isOver { action() }
    }

    /// Notes that the client has gone.
    func happened() {
        let actions = state.withLock { state in
            state.isOver = true
            defer { state.actions = [] }
            return state.actions
        }
        for action in actions { action() }
    }
}
#endif
