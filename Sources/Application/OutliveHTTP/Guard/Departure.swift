#if LiveReset
internal import OutliveSupport
internal import Outlive

/// The disconnection of a client while its response is computed or written; safe to use from any thread.
final class Departure: Sendable {
    private struct State: Sendable {
        var isOver = false
        var actions: [@Sendable () -> Void] = []
    }

    private let state = Lock(State())

    /// `true` if the client has disconnected.
    var hasHappened: Bool { state.withLock { $0.isOver } }

    /// Runs `action` when the client disconnects, or immediately if it has.
    func then(_ action: @escaping @Sendable () -> Void) {
        let isOver = state.withLock { state in
            if !state.isOver { state.actions.append(action) }
            return state.isOver
        }
        if isOver { action() }
    }

    /// Records that the client has disconnected.
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
