internal import FoundationEssentials
internal import OutliveModel

/// A request to the HTTP server that an application announced.
struct AnnouncedCall: Sendable {
    /// What is asked for.
    enum Subject: Sendable {
        case reset(ResetCall)
        case ping
    }

    private let subject: Subject
    private let announcement: Announcement
    private let token: BearerToken

    /// Prepares a request to the server of a process, which need not have been announced yet.
    init(_ subject: Subject, to process: Incarnation) {
        self.subject = subject
        announcement = process.channels.announcement
        token = process.token
    }

    /// Sends the request and waits for the answer.
    ///
    /// - Throws: `Failure` with `resetFailed` when there is no answer, or one that says that nothing was reset.
    func send() async throws -> FiredTrigger {
        let request = HTTPRequest(
            method: "POST", endpoint: try await announcement.endpoint(), target: subject.target, token: token,
            json: try subject.body())
        let sent = SuspendingClock.now
        let response: HTTPResponse
        do {
            response = try await request.send()
        } catch let error as ConnectionError {
            throw failure(request, "was not answered: \(error); see what the application printed")
        } catch is HTTPSyntaxError {
            throw failure(
                request, "was cut off, or answered with something that is no HTTP: see what the application printed")
        }
        let over = SuspendingClock.now
        let answer = try? CheckedJSON(response.body).decode(ResetAnswer.self)
        guard response.status == 200 else {
            throw failure(request, "was answered with status \(response.status): \(reason(response, answer))")
        }
        guard let answer else {
            throw failure(request, "was answered with something that is no answer of Outlive: check the versions")
        }
        guard answer.reply.usable, answer.reply.refusal == nil else {
            throw failure(request, "was answered with a failure: \(answer.reply.complaint)")
        }
        return FiredTrigger(
            sent: sent, over: over, leaving: .answer(endedGeneration: answer.reply.endedGeneration))
    }

    /// Why the server did not do what it was asked for.
    private func reason(_ response: HTTPResponse, _ answer: ResetAnswer?) -> String {
        if let refusal = try? CheckedJSON(response.body).decode(ErrorAnswer.self) { return refusal.error }
        return answer?.reply.complaint ?? "it gives no reason; see what the application printed"
    }

    private func failure(_ request: HTTPRequest, _ what: String) -> Failure {
        // What a server says may hold what it was sent.
        Failure(.resetFailed, "\(subject.name) '\(request)' \(what)".replacing(token.text, with: "(the token)"))
    }
}

extension AnnouncedCall.Subject {
    /// What is asked for, as the subject of a message.
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
    /// What went wrong, in one line.
    fileprivate var complaint: String {
        if !failures.isEmpty { return failures.map { "\($0.step): \($0.message)" }.joined(separator: "; ") }
        return refusal.map { "it refused the request (\($0.rawValue))" } ?? "it is not usable any more"
    }
}
