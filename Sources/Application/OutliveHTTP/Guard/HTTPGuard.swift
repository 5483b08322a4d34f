#if LiveReset
internal import FlyingFox

/// The server in front of the routes: it accepts connections, enforces the limits and checks access.
///
/// A connection carries one request. `HTTPLimits` documents where each limit applies. FlyingFox's own server is not
/// used: it has no such limits, child processes inherit its sockets, and a disconnecting client can end the process by
/// SIGPIPE.
final class HTTPGuard: Sendable {
    private let limits: HTTPLimits
    private let access: AccessControl
    private let routes: Routes
    private let pending: PendingConnections
    private let served: Places
    private let unserved: Places

    init(_ limits: HTTPLimits, _ access: AccessControl, _ routes: Routes) {
        self.limits = limits
        self.access = access
        self.routes = routes
        pending = PendingConnections(limits.pending)
        served = Places(limits.connections)
        unserved = Places(limits.unserved)
    }

    /// Serves the clients of a listener until the task is cancelled.
    func serve(_ listener: Listener) async {
        await withDiscardingTaskGroup { group in
            while let connection = try? await listener.accept() {
                guard await awaitReserve(for: connection) else {
                    await refuseNow(connection, tooFewDescriptors)
                    continue
                }
                // Further clients wait in the kernel's queue while this process is behind with existing connections.
                while !pending.add(connection), !Task.isCancelled { try? await Task.sleep(for: .milliseconds(1)) }
                group.addTask { await self.serve(connection) }
            }
            group.cancelAll()
        }
        await routes.end()
    }

    /// Closes connections that stall until the process has enough descriptors to serve another one.
    ///
    /// - Returns: `false` if it has not, because the application itself needs the descriptors.
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
            // Only clients with the token occupy places that other clients with the token may need.
            guard let place = (access.isOpen(to: head) ? unserved : served).take() else { throw tooMany }
            // Released before the connection closes, because a client may reconnect as soon as it sees the end.
            defer { place.giveBack() }
            let body = try await reader.body(of: head)
            let departure = Departure()
            async let _ = connection.waitUntilLeft(departure)
            try await connection.write(await routes.answer(HTTPRequest(head, body), to: head, departure), limits)
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

    private var tooMany: Refusal {
        Refusal(
            503, "\(limits.connections) requests are being served, and more are not; try again",
            fields: ["Retry-After": "1"])
    }

    private var tooFewDescriptors: Refusal {
        Refusal(
            503, "the process has too few free descriptors; try again, or raise its limit (ulimit -n)",
            fields: ["Retry-After": "1"])
    }

    /// Writes only what the kernel accepts immediately, so that many refused clients do not hold descriptors.
    private func refuseNow(_ connection: Connection, _ refusal: Refusal) async {
        var limits = limits
        limits.writeTime = .zero
        _ = try? await connection.write(refusal.response, limits)
    }

    private func refuse(_ connection: Connection, _ refusal: Refusal) async {
        guard let place = unserved.take() else { return await refuseNow(connection, refusal) }
        defer { place.giveBack() }
        guard (try? await connection.write(refusal.response, limits)) != nil else { return }
        connection.endWriting()
        await connection.drain(limits)
    }
}
#endif
