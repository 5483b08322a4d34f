#if LiveReset
internal import FlyingFox

/// What is served at which path.
///
/// A path is compared as it was sent: another spelling of it, percent-encoded or with a slash at the end, is another
/// one, so that who looks at the head of a request sees what is asked for.
struct Routes: Sendable {
    /// Makes the answer to a request; it can have something done when the client goes away meanwhile.
    typealias Answering = @Sendable (HTTPRequest, Departure) async throws -> HTTPResponse

    private var answers: [String: [String: Answering]] = [:]
    private var endings: [@Sendable () async -> Void] = []

    /// Serves a path.
    mutating func add(_ method: HTTPMethod, _ path: String, _ answer: @escaping Answering) {
        answers[path, default: [:]][method.rawValue] = answer
    }

    /// Has something done when the server has ended.
    mutating func atEnd(_ action: @escaping @Sendable () async -> Void) {
        endings.append(action)
    }

    /// Says that the server has ended: no request comes any more.
    func end() async {
        for ending in endings { await ending() }
    }

    /// Answers a request with this head.
    ///
    /// - Throws: where the client has gone, and nobody waits for the answer.
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
