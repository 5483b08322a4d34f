#if LiveReset
internal import Outlive

/// The connections whose request line and header fields have not been read to the end, oldest first.
///
/// A client needs no token to have one. So where one more comes than there may be, the oldest whose client has sent
/// nothing that is still to be read is closed: clients that stall keep out no other. Safe to use from any thread.
final class PendingConnections: Sendable {
    private struct State {
        var reading: [Connection] = []
        /// The number of those that were closed and whose task has not ended yet.
        var closed = 0
    }

    private let limit: Int
    private let state = Lock(State())

    init(_ limit: Int) {
        self.limit = limit
    }

    /// Adds a connection.
    ///
    /// - Returns: `false` if there is no room until this process has read more of what lies there.
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

    /// Removes a connection whose task does not read its head any more.
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
