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

/// The last announcement of the address of an application's HTTP server.
final class Announcement: Sendable {
    private let last = Lock<String?>(nil)
    private let first = Promise<Void>()

    init(in messages: Broadcast<NotifyMessage>) {
        messages.follow { [last, first] message in
            guard let url = message.http else { return }
            last.withLock { $0 = url }
            first.fulfil(())
        }
    }

    /// Returns the server's address; waits up to a second for the announcement.
    ///
    /// An application whose ready check is a line or a response may be ready before it announces.
    ///
    /// - Throws: `Failure` with `resetFailed` if no address is announced, or the announced one is invalid.
    func endpoint() async throws -> Endpoint {
        _ = try await firstOf(timeout: .seconds(1)) { [first] in try await first.get() }
        guard let url = last.withLock({ $0 }) else {
            throw Failure(
                .resetFailed,
                "the application announced no URL, which --reset http needs: give its host an HTTPNotifier(), and pass "
                    + "NOTIFY_SOCKET on to it; was it built with the trait LiveReset?")
        }
        guard let endpoint = Self.endpoint(of: url) else {
            throw Failure(
                .resetFailed,
                "the application announced '\(url)', which is neither http://127.0.0.1:PORT nor http+unix://PATH: "
                    + "resets go to this machine only")
        }
        return endpoint
    }

    /// Returns the server of `http://127.0.0.1:PORT` or `http+unix://PATH`, with percent-encoding in the path.
    ///
    /// Returns `nil` for any other URL, because a token must not leave the machine.
    static func endpoint(of url: String) -> Endpoint? {
        if let socket = UnixSocketURL(url) { return try? Endpoint(path: socket.path) }
        guard let rest = url.after("http://") else { return nil }
        let authority = rest.hasSuffix("/") ? String(rest.dropLast()) : rest
        guard let endpoint = try? Endpoint(hostAndPort: authority), case .tcp(let host, _) = endpoint,
            ["127.0.0.1", "::1", "localhost"].contains(host)
        else { return nil }
        return endpoint
    }
}
