#if LiveReset
internal import Outlive

/// How many sockets of a server are open; safe to use from any thread.
final class DescriptorCensus: Sendable {
    private struct State {
        var open = 0
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Lock(State())

    var open: Int { state.withLock { $0.open } }

    /// Returns when none is open.
    ///
    /// A task lets go of what it holds a moment after those who wait for it go on.
    func allClosed() async {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                if state.open > 0 { state.waiters.append(continuation) }
                return state.open == 0
            }
            if isOver { continuation.resume() }
        }
    }

    /// Notes that one was opened.
    func opened() { state.withLock { $0.open += 1 } }

    /// Notes that one was closed.
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
