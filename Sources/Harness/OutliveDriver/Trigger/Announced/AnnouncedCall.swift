internal import FoundationEssentials
internal import OutliveModel

/// A request to the HTTP server that an application announced.
struct AnnouncedCall: Sendable {
    /// The kind of request.
    enum Subject: Sendable {
        case reset(ResetCall)
        case ping
    }

    private let subject: Subject
    private let announcement: Announcement
    private let token: BearerToken

    /// Prepares a request to the server of a process, which may announce the server later.
    init(_ subject: Subject, to process: ProcessRun) {
        self.subject = subject
        announcement = process.channels.announcement
        token = process.token
    }

    /// Sends the request and waits for the response.
    ///
    /// - Throws: `Failure` with `resetFailed` if there is no response, or it reports that the reset failed.
    func send() async throws -> FiredTrigger {
        let request = HTTPRequest(
            method: "POST", endpoint: try await announcement.endpoint(), target: subject.target, token: token,
            json: try subject.body())
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
        let over = SuspendingClock.now
        let answer = try? CheckedJSON(response.body).decode(ResetAnswer.self)
        guard response.status == 200 else {
            throw failure(request, "was answered with status \(response.status): \(reason(response, answer))")
        }
        guard let answer else {
            throw failure(request, "was answered with something other than an Outlive answer: check the versions")
        }
        guard answer.reply.usable, answer.reply.refusal == nil else {
            throw failure(request, "was answered with a failure: \(answer.reply.complaint)")
        }
        return FiredTrigger(
            sent: sent, over: over, leaving: .answer(endedGeneration: answer.reply.endedGeneration))
    }

    /// Returns the server's reason for a refusal or failure.
    private func reason(_ response: HTTPResponse, _ answer: ResetAnswer?) -> String {
        if let refusal = try? CheckedJSON(response.body).decode(ErrorAnswer.self) { return refusal.error }
        return answer?.reply.complaint ?? "it gives no reason; check the application's output"
    }

    private func failure(_ request: HTTPRequest, _ what: String) -> Failure {
        // A response may repeat the token.
        Failure(.resetFailed, "\(subject.name) '\(request)' \(what)".replacing(token.text, with: "(the token)"))
    }
}

extension AnnouncedCall.Subject {
    /// The subject of an error message.
    fileprivate var name: String {
        switch self {
        case .reset: "the reset"
        case .ping: "the ping"
        }
    }

    fileprivate var target: String {
        switch self {
        case .reset: "/reset"
        case .ping: "/ping"
        }
    }

    fileprivate func body() throws -> [UInt8]? {
        switch self {
        case .reset(let call): Array(try JSONEncoder().encode(call))
        case .ping: nil
        }
    }
}

extension ResetReply {
    /// The error as one line.
    fileprivate var complaint: String {
        if !failures.isEmpty { return failures.map { "\($0.step): \($0.message)" }.joined(separator: "; ") }
        return refusal.map { "it refused the request (\($0.rawValue))" } ?? "it is not usable any more"
    }
}
