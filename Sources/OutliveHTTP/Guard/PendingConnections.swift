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
    /// - Returns: `false` if there is no room until this process has read more of what lies there.
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
