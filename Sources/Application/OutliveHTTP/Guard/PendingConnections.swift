#if LiveReset
internal import OutliveSupport
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

        /// Closes the oldest connection whose client has sent nothing that is still to be read.
        ///
        /// - Parameter limit: how many may be closed whose task has not ended yet.
        /// - Returns: `false` if there is none.
        mutating func closeStalled(_ limit: Int) -> Bool {
            guard closed < limit, let stalled = reading.firstIndex(where: \.isStalled) else { return false }
            reading.remove(at: stalled).end()
            closed += 1
            return true
        }
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
            if state.reading.count == limit, !state.closeStalled(limit) { return false }
            state.reading.append(connection)
            return true
        }
    }

    /// Closes the oldest one that stalls, if there is one, so that its descriptor becomes free.
    func closeStalled() {
        state.withLock { _ = $0.closeStalled(limit) }
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
