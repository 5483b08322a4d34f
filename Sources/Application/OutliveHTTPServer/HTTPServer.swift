internal import OutliveSupport

/// A server that accepts connections, enforces the limits, checks access and serves the routes.
///
/// A connection carries one request. `HTTPLimits` documents where each limit applies.
package final class HTTPServer: Sendable {
    private let limits: HTTPLimits
    private let access: AccessControl
    private let routes: Routes
    private let pending: PendingConnections
    private let served: Limiter
    private let unserved: Limiter

    package init(_ limits: HTTPLimits, _ access: AccessControl, _ routes: Routes) {
        (self.limits, self.access, self.routes) = (limits, access, routes)
        pending = PendingConnections(limits.pending)
        served = Limiter(limits.connections)
        unserved = Limiter(limits.unserved)
    }

    /// Serves the clients of a listener until the task is cancelled.
    package func serve(_ listener: Listener) async {
        await withDiscardingTaskGroup { group in
            while let connection = try? await listener.nextConnection() {
                guard await awaitReserve(for: connection) else {
                    await refuseNow(
                        connection,
                        .forNow("the process has too few free descriptors; try again, or raise its limit (ulimit -n)"))
                    continue
                }
                // Further clients wait in the kernel's queue until this process has caught up.
                while !pending.add(connection), !Task.isCancelled { try? await Task.sleep(for: .milliseconds(1)) }
                group.addTask { await self.serve(connection) }
            }
            group.cancelAll()
        }
        await routes.end()
    }

    /// Closes stalled connections until the process has enough free descriptors to serve another one.
    ///
    /// - Returns: `false` if there are still too few after the time limit, because the application itself uses them.
    private func awaitReserve(for connection: Connection) async -> Bool {
        let deadline = ContinuousClock.now + limits.reserveTime
        while connection.touchesReserve {
            guard !Task.isCancelled, ContinuousClock.now < deadline else { return false }
            pending.closeStalled()
            try? await Task.sleep(for: .milliseconds(1))
        }
        return true
    }

    private func serve(_ connection: Connection) async {
        var reader = RequestReader(connection, limits)
        do {
            let head = try await head(of: connection, &reader)
            // Clients without the token must not hold permits that clients with the token may need.
            guard let permit = (access.isOpen(to: head) ? unserved : served).take() else {
                throw Refusal.forNow("\(limits.connections) requests are being served, and more are not; try again")
            }
            // Released before the connection closes, because a client may reconnect as soon as it sees the end.
            defer { permit.release() }
            let request = HTTPRequest(head: head, body: try await reader.body(of: head))
            async let _ = connection.waitUntilLeft(request.departure)
            try await connection.write(await routes.response(to: request), limits)
        } catch let refusal as Refusal {
            await refuse(connection, refusal)
        } catch {
            // The client has disconnected or does not read.
        }
    }

    private func head(of connection: Connection, _ reader: inout RequestReader) async throws -> RequestHead {
        defer { pending.remove(connection) }
        let head = try await reader.head()
        try access.check(head)
        return head
    }

    private func refuse(_ connection: Connection, _ refusal: Refusal) async {
        guard let permit = unserved.take() else { return await refuseNow(connection, refusal) }
        defer { permit.release() }
        guard (try? await connection.write(refusal.response, limits)) != nil else { return }
        connection.endWriting()
        await connection.drain(limits)
    }

    /// Writes only what the kernel accepts immediately, so that many refused clients do not keep descriptors open.
    private func refuseNow(_ connection: Connection, _ refusal: Refusal) async {
        var limits = limits
        limits.writeTime = .zero
        _ = try? await connection.write(refusal.response, limits)
    }
}

/// The connections whose request head has not been completely read, oldest first.
///
/// Such clients have not presented a token yet. If the limit is reached, the oldest connection that waits for data is
/// closed for a new one, so stalled clients cannot block others. Safe to use from any thread.
final class PendingConnections: Sendable {
    private struct State {
        var reading: [Connection] = []
        /// The number of closed connections whose task has not ended yet.
        var closed = 0

        /// Closes the oldest connection that waits for data, unless the tasks of `limit` closed ones are still running.
        ///
        /// - Returns: `false` if no connection was closed.
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
    /// - Returns: `false` if there is no room until this process has read more data from the existing connections.
    func add(_ connection: Connection) -> Bool {
        state.withLock { state in
            if state.reading.count == limit, !state.closeStalled(limit) { return false }
            state.reading.append(connection)
            return true
        }
    }

    /// Closes the oldest stalled connection, if there is one, to free its descriptor.
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
