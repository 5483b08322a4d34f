/// The request handlers, by path and method.
///
/// Paths are compared as sent: another spelling, percent-encoded or with a trailing slash, is a different path. Access
/// checks and routes therefore agree on the path.
package struct Routes: Sendable {
    package typealias Handler = @Sendable (HTTPRequest) async throws -> HTTPResponse

    private let handlers: [String: [String: Handler]]
    private let ending: @Sendable () async -> Void

    /// Creates a table.
    ///
    /// - Parameters:
    ///   - handlers: The handlers of each method of each path.
    ///   - ending: Ends the work that the handlers have started, after the last request.
    package init(_ handlers: [String: [String: Handler]], ending: @escaping @Sendable () async -> Void = {}) {
        self.handlers = handlers
        self.ending = ending
    }

    /// Ends the work that the routes have started, after the last request.
    func end() async { await ending() }

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
