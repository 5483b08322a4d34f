#if LiveReset
internal import OutliveSupport
internal import Outlive

/// The number of open sockets of a server; safe to use from any thread.
final class OpenDescriptorCount: Sendable {
    private struct State {
        var open = 0
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Lock(State())

    var open: Int { state.withLock { $0.open } }

    /// Waits until no socket is open.
    ///
    /// A task releases its references a moment after tasks that await it continue.
    func allClosed() async {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                if state.open > 0 { state.waiters.append(continuation) }
                return state.open == 0
            }
            if isOver { continuation.resume() }
        }
    }

    func opened() { state.withLock { $0.open += 1 } }

    func closed() {
        let waiters = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            state.open -= 1
            guard state.open == 0 else { return [] }
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }
}
#endif
