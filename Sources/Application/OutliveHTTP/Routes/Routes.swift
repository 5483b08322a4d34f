#if LiveReset
internal import FlyingFox

/// The handlers by path and method.
///
/// Paths are compared as sent: another spelling, percent-encoded or with a final slash, is a different path. Access
/// checks and routes therefore agree on the path.
struct Routes: Sendable {
    /// A handler that returns the response to a request; it can observe the client's departure.
    typealias Answering = @Sendable (HTTPRequest, Departure) async throws -> HTTPResponse

    private var answers: [String: [String: Answering]] = [:]
    private var endings: [@Sendable () async -> Void] = []

    /// Adds a handler for a path.
    mutating func add(_ method: HTTPMethod, _ path: String, _ answer: @escaping Answering) {
        answers[path, default: [:]][method.rawValue] = answer
    }

    /// Adds an action for the end of the server.
    mutating func atEnd(_ action: @escaping @Sendable () async -> Void) {
        endings.append(action)
    }

    /// Runs the end actions, after the last request.
    func end() async {
        for ending in endings { await ending() }
    }

    /// Returns the response to a request with this head.
    ///
    /// - Throws: `Connection.Gone` if the client has disconnected.
    func answer(
        _ request: HTTPRequest, to head: RequestHead, _ departure: Departure
    ) async throws(Connection.Gone) -> HTTPResponse {
        do {
            return try await find(head)(request, departure)
        } catch let gone as Connection.Gone {
            throw gone
        } catch let refusal as Refusal {
            return refusal.response
        } catch {
            return Refusal(500, "the request failed: \(error)").response
        }
    }

    private func find(_ head: RequestHead) throws(Refusal) -> Answering {
        guard let methods = answers[head.path] else {
            throw Refusal(404, "nothing is at this path; there are \(answers.keys.sorted().joined(separator: ", "))")
        }
        guard let answer = methods[head.method] else {
            let allowed = methods.keys.sorted().joined(separator: ", ")
            throw Refusal(405, "\(head.path) takes \(allowed)", fields: ["Allow": allowed])
        }
        return answer
    }
}
#endif
