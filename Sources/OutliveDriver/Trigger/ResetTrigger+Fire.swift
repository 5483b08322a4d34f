internal import Glibc
internal import OutliveModel

/// The two moments of a trigger.
struct TriggerTimes: Sendable {
    /// Just before it was set off.
    var sent: SuspendingClock.Instant
    /// When it was over: a signal at once, a command when it ended, a request when it was answered.
    var finished: SuspendingClock.Instant
    /// The command that it was, whose family is to be ended when nothing is timed any more.
    var command: ChildProcess?
    /// The generation that was ended, where an answer told it.
    var endedGeneration: Int?
}

/// What a trigger is set off with.
struct Shot: Sendable {
    /// The process that gets the signal.
    var processID: pid_t
    /// The number that goes with a signal, see `sigqueue(3)`; 0 for none.
    var request: Int
    /// What a command's family is told by.
    var mark: FamilyMark
    /// What is sent to an announced server; nil where there is none.
    var call: AnnouncedCall?
}

extension ResetTrigger {
    /// Sets the trigger off.
    ///
    /// - Throws: `Failure` when it cannot be set off, or the command or the request fails.
    func fire(_ shot: Shot) async throws -> TriggerTimes {
        switch self {
        case .signal(let signal):
            let sent = SuspendingClock.now
            guard
                sigqueue(shot.processID, signal.number, sigval(sival_int: Int32(truncatingIfNeeded: shot.request))) == 0
            else {
                throw Failure(
                    .resetFailed,
                    "cannot send the signal \(signal) to process \(shot.processID): \(String(cString: strerror(errno)))"
                )
            }
            return TriggerTimes(sent: sent, finished: .now)
        case .exec(let command):
            let result = try await command.runToItsEnd(
                shot.mark, purpose: "the reset command", failingWith: .resetFailed)
            return TriggerTimes(sent: result.started, finished: result.exit.instant, command: result.child)
        case .http(let request):
            let sent = SuspendingClock.now
            _ = try await request.sendExpectingGoodAnswer(purpose: "the reset", failingWith: .resetFailed)
            return TriggerTimes(sent: sent, finished: .now)
        case .announced:
            guard let call = shot.call else {
                throw Failure(.harness, "the application was launched without the token that --reset http needs")
            }
            return try await call.send()
        }
    }
}

extension HTTPRequest {
    /// Sends the request once.
    ///
    /// - Parameters:
    ///   - purpose: what the request is for, as the subject of a message.
    ///   - code: the kind of failure that no good answer is.
    /// - Throws: `Failure` when there is no answer, or none with a status of 200 ... 399.
    func sendExpectingGoodAnswer(purpose: String, failingWith code: Failure.Code) async throws -> HTTPResponse {
        do {
            let response = try await send()
            guard !response.isGood else { return response }
            throw Failure(
                code,
                "\(purpose) '\(self)' was answered with status \(response.status), not 200 ... 399: check method and URL",
                output: response.body.isEmpty ? nil : String(decoding: response.body.suffix(4096), as: UTF8.self))
        } catch let error as ConnectionError {
            throw Failure(code, "\(purpose) '\(self)' was not answered: \(error); check the URL")
        } catch is HTTPSyntaxError {
            throw Failure(code, "\(purpose) '\(self)' was answered with something that is no HTTP: check the URL")
        }
    }
}
