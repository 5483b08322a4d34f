#if LiveReset
internal import Outlive

/// The connections whose request head has not been completely read, oldest first.
///
/// They need no token. If the limit is reached, the oldest connection without unread data is closed for a new one, so
/// stalled clients cannot block others. Safe to use from any thread.
final class PendingConnections: Sendable {
    private struct State {
        var reading: [Connection] = []
        /// The number of closed connections whose task has not ended yet.
        var closed = 0
    }

    private let limit: Int
    private let state = Lock(State())

    init(_ limit: Int) {
        self.limit = limit
    }

    /// Adds a connection.
    ///
    /// - Returns: `false` if there is no room until this process has read more of the existing connections.
    func add(_ connection: Connection) -> Bool {
        state.withLock { state in
            if state.reading.count == limit {
                guard state.closed < limit, let stalled = state.reading.firstIndex(where: \.isStalled) else {
                    return false
                }
                state.reading.remove(at: stalled).end()
                state.closed += 1
            }
            state.reading.append(connection)
            return true
        }
    }

    /// Removes a connection whose task has finished reading its head.
    func remove(_ connection: Connection) {
        state.withLock { state in
            if let index = state.reading.firstIndex(of: connection) {
                state.reading.remove(at: index)
            } else {
                state.closed -= 1
            }
        }
    }
}
#endif
