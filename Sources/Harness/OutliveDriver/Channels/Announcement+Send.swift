internal import FoundationEssentials
internal import OutliveModel
internal import OutliveSupport

extension Announcement {
    /// Sends a request to the announced server and waits for the response.
    ///
    /// - Parameter reset: The reset to request, or `nil` for a ping.
    /// - Throws: `Failure` with `resetFailed` if there is no response, or it reports that the reset failed.
    func send(_ reset: ResetCall?, _ token: BearerToken) async throws -> Acknowledgement {
        let request = HTTPRequest(
            method: "POST", endpoint: try await endpoint(), target: reset == nil ? "/ping" : "/reset",
            token: token, json: try reset.map { Array(try JSONEncoder().encode($0)) })
        func failure(_ what: String) -> Failure {
            let name = reset == nil ? "the ping" : "the reset"
            // A response may repeat the token.
            return Failure(.resetFailed, "\(name) '\(request)' \(what)".replacing(token.text, with: "(the token)"))
        }
        let sent = SuspendingClock.now
        let response: HTTPResponse
        do {
            response = try await request.send()
        } catch ConnectionError.notHTTP {
            throw failure("was cut off, or answered with something other than HTTP: check the application's output")
        } catch let error as ConnectionError {
            throw failure("was not answered: \(error); check the application's output")
        }
        let received = SuspendingClock.now
        let answer = try? CheckedJSON(response.body).decode(ResetAnswer.self)
        guard response.status == 200 else {
            let refusal = try? CheckedJSON(response.body).decode(ErrorAnswer.self)
            let reason = refusal?.error ?? answer?.reply.problem
            throw failure(
                "was answered with status \(response.status): "
                    + (reason ?? "it gives no reason; check the application's output"))
        }
        guard let reply = answer?.reply else {
            throw failure("was answered with something other than an Outlive answer: check the versions")
        }
        guard reply.usable, reply.refusal == nil else {
            throw failure("was answered with a failure: \(reply.problem)")
        }
        return Acknowledgement(sent: sent, received: received, endedGeneration: reply.endedGeneration)
    }
}

extension ResetReply {
    fileprivate var problem: String {
        if !failures.isEmpty { return failures.map { "\($0.step): \($0.message)" }.joined(separator: "; ") }
        return refusal.map { "it refused the request (\($0.rawValue))" } ?? "it is not usable any more"
    }
}
