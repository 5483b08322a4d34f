package import Outlive
internal import OutliveWire

/// The request handlers, by path and method.
///
/// Paths are compared as sent: another spelling, percent-encoded or with a trailing slash, is a different path. Access
/// checks and routes therefore agree on the path.
package struct Routes: Sendable {
    private typealias Handler = @Sendable (HTTPRequest) async throws -> HTTPResponse

    private let handlers: [String: [String: Handler]]
    private let resets: ResetRoute

    /// Creates the routes for the application that `handler` resets.
    package init(of handler: ResetHandler, _ limits: HTTPLimits) {
        let history = handler.history
        let waiting = Places(limits.waiting)
        let resets = ResetRoute(handler, limits, waiting)
        let events = EventRoute(history, limits, waiting)
        self.resets = resets
        handlers = [
            "/reset": ["POST": { try await resets.reset($0) }],
            "/ping": ["POST": { try await resets.ping($0) }],
            "/ready": [
                "GET": { request in
                    _ = try request.checkedQuery()
                    let ready = ReadyAnswer(history)
                    return .json(ready, status: ready.ready ? 200 : 503)
                }
            ],
            "/generations": [
                "GET": { request in
                    _ = try request.checkedQuery()
                    return .json(GenerationsAnswer(history))
                }
            ],
            "/survivors": [
                "GET": { request in
                    _ = try request.checkedQuery()
                    return .json(SurvivorsAnswer(history))
                }
            ],
            "/metrics": [
                "GET": { request in
                    _ = try request.checkedQuery()
                    return MetricsAnswer(history).response
                }
            ],
            ProfileAnswer.path: [
                "GET": { request in
                    _ = try request.checkedQuery()
                    return try ProfileAnswer.response()
                }
            ],
            "/events": ["GET": { try events.response(to: $0) }],
            DebugPage.path: ["GET": { _ in DebugPage.response() }],
        ]
    }

    /// Ends the work that the routes have started, after the last request.
    func end() async {
        await resets.end()
    }

    /// Returns the response to a request.
    ///
    /// - Throws: `Connection.Gone` if the client has disconnected.
    func response(to request: HTTPRequest) async throws(Connection.Gone) -> HTTPResponse {
        do {
            return try await handler(of: request.head)(request)
        } catch let gone as Connection.Gone {
            throw gone
        } catch let refusal as Refusal {
            return refusal.response
        } catch {
            return Refusal(500, "the request failed: \(error)").response
        }
    }

    private func handler(of head: RequestHead) throws(Refusal) -> Handler {
        guard let methods = handlers[head.path] else {
            throw Refusal(404, "nothing is at this path; there are \(handlers.keys.sorted().joined(separator: ", "))")
        }
        guard let handler = methods[head.method] else {
            let allowed = methods.keys.sorted().joined(separator: ", ")
            throw Refusal(405, "\(head.path) takes \(allowed)", fields: ["Allow": allowed])
        }
        return handler
    }
}
