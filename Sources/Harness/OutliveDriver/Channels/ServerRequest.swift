internal import FoundationEssentials
internal import OutliveModel
internal import OutliveSupport

/// A request to the HTTP server that an application announces.
struct ServerRequest: Sendable {
    /// The reset to request, or `nil` for a ping.
    let reset: ResetCall?
    let announcement: Announcement
    let token: BearerToken

    /// Sends the request and waits for the response.
    ///
    /// - Throws: `Failure` with `resetFailed` if there is no response, or it reports that the reset failed.
    func send() async throws -> Acknowledgement {
        let request = HTTPRequest(
            method: "POST", endpoint: try await announcement.endpoint(), target: reset == nil ? "/ping" : "/reset",
            token: token, json: try reset.map { Array(try JSONEncoder().encode($0)) })
        let sent = SuspendingClock.now
        let response: HTTPResponse
        do {
            response = try await request.send()
        } catch let error as ConnectionError {
            throw failure(request, "was not answered: \(error); check the application's output")
        } catch is HTTPSyntaxError {
            throw failure(
                request, "was cut off, or answered with something other than HTTP: check the application's output")
        }
        let received = SuspendingClock.now
        let answer = try? CheckedJSON(response.body).decode(ResetAnswer.self)
        guard response.status == 200 else {
            let refusal = try? CheckedJSON(response.body).decode(ErrorAnswer.self)
            let reason = refusal?.error ?? answer?.reply.problem
            throw failure(
                request,
                "was answered with status \(response.status): "
                    + (reason ?? "it gives no reason; check the application's output"))
        }
        guard let reply = answer?.reply else {
            throw failure(request, "was answered with something other than an Outlive answer: check the versions")
        }
        guard reply.usable, reply.refusal == nil else {
            throw failure(request, "was answered with a failure: \(reply.problem)")
        }
        return Acknowledgement(sent: sent, received: received, endedGeneration: reply.endedGeneration)
    }

    private func failure(_ request: HTTPRequest, _ what: String) -> Failure {
        let name = reset == nil ? "the ping" : "the reset"
        // A response may repeat the token.
        return Failure(.resetFailed, "\(name) '\(request)' \(what)".replacing(token.text, with: "(the token)"))
    }
}

extension ResetReply {
    fileprivate var problem: String {
        if !failures.isEmpty { return failures.map { "\($0.step): \($0.message)" }.joined(separator: "; ") }
        return refusal.map { "it refused the request (\($0.rawValue))" } ?? "it is not usable any more"
    }
}
