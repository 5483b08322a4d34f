#if LiveReset
internal import FlyingFox

/// Stands in front of the routes: accepts connections, holds clients to the limits, and lets in who may come in.
///
/// A connection carries one request. See `HTTPLimits` for what is limited where, and why FlyingFox's own server is not
/// used: it has no place for limits, its sockets are inherited by child processes, and it lets a client that leaves end
/// the process by SIGPIPE.
final class HTTPGuard: Sendable {
    private let limits: HTTPLimits
    private let access: AccessControl
    private let routes: Routes
    private let served: Places
    private let draining: Places

    init(_ limits: HTTPLimits, _ access: AccessControl, _ routes: Routes) {
        self.limits = limits
        self.access = access
        self.routes = routes
        served = Places(limits.connections)
        draining = Places(limits.draining)
    }

    /// Serves the clients of a listener until the task is cancelled.
    func serve(_ listener: Listener) async {
        await withDiscardingTaskGroup { group in
            while let connection = try? await listener.accept() {
                guard let place = served.take() else {
                    group.addTask { await self.refuse(connection) }
                    continue
                }
                group.addTask {
                    // Before the connection is closed: a client that sees the end of it may come again at once.
                    defer { place.giveBack() }
                    await self.serve(connection)
                }
            }
            group.cancelAll()
        }
        await routes.end()
    }

    private func serve(_ connection: Connection) async {
        var reader = RequestReader(connection, limits)
        do {
            let head = try await reader.head()
            try access.check(head)
            let body = try await reader.body(of: head)
            let departure = Departure()
            async let _ = connection.waitUntilLeft(departure)
            try await connection.write(await routes.answer(HTTPRequest(head, body), to: head, departure), limits)
        } catch let refusal as Refusal {
            await refuse(connection, refusal)
        } catch {
            // The client is gone, or does not read: there is nobody to tell.
        }
    }

    /// Turns away a client that has no place.
    private func refuse(_ connection: Connection) async {
        let refusal = Refusal(
            503, "\(limits.connections) connections are open, and more are not served; try again",
            fields: ["Retry-After": "1"])
        guard let place = draining.take() else {
            // What the kernel takes at once is all that it gets: a crowd must not hold descriptors.
            var limits = limits
            limits.writeTime = .zero
            _ = try? await connection.write(refusal.response, limits)
            return
        }
        defer { place.giveBack() }
        await refuse(connection, refusal)
    }

    private func refuse(_ connection: Connection, _ refusal: Refusal) async {
        guard (try? await connection.write(refusal.response, limits)) != nil else { return }
        connection.endWriting()
        await connection.drain(limits)
    }
}
#endif
