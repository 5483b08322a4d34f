#if LiveReset
internal import FlyingFox

/// What is served at which path.
///
/// A path is compared as it was sent: another spelling of it, percent-encoded or with a slash at the end, is another one,
/// so that who looks at the head of a request sees what is asked for.
struct Routes: Sendable {
    /// Makes the answer to a request; it can have something done when the client goes away meanwhile.
    typealias Answering = @Sendable (HTTPRequest, Departure) async throws -> HTTPResponse

    private var answers: [String: [String: Answering]] = [:]

    /// Serves a path.
    mutating func add(_ method: HTTPMethod, _ path: String, _ answer: @escaping Answering) {
        answers[path, default: [:]][method.rawValue] = answer
    }

    /// Answers a request with this head; never fails.
    func answer(_ request: HTTPRequest, to head: RequestHead, _ departure: Departure) async -> HTTPResponse {
        do {
            return try await find(head)(request, departure)
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
