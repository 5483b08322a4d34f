#if LiveReset
internal import FlyingFox

/// What is served at which path.
struct Routes: Sendable {
    private var handler = RoutedHTTPHandler()
    private var methods: [String: [String]] = [:]

    /// Serves a path.
    mutating func add(
        _ method: HTTPMethod, _ path: String,
        _ answer: @escaping @Sendable (HTTPRequest) async throws -> HTTPResponse
    ) {
        methods[path, default: []].append(method.rawValue)
        handler.appendRoute(HTTPRoute(method: method, path: path), handler: answer)
    }

    /// Answers a request; never fails.
    func answer(_ request: HTTPRequest) async -> HTTPResponse {
        do {
            return try await handler.handleRequest(request)
        } catch let refusal as Refusal {
            return refusal.response
        } catch is HTTPUnhandledError {
            return unhandled(request).response
        } catch {
            return Refusal(500, "the request failed: \(error)").response
        }
    }

    private func unhandled(_ request: HTTPRequest) -> Refusal {
        guard let allowed = methods[request.path]?.joined(separator: ", ") else {
            return Refusal(404, "nothing is at this path; there are \(methods.keys.sorted().joined(separator: ", "))")
        }
        return Refusal(405, "\(request.path) takes \(allowed)", fields: ["Allow": allowed])
    }
}
#endif
