internal import OutliveModel
internal import OutliveSupport

/// A trigger that is ready to be fired once.
enum PreparedTrigger: Sendable {
    /// A signal to a process, and the request number, or `nil` if the application reads no requests.
    case signal(SignalNumber, to: pid_t, request: Int?)
    /// A command and the mark of its family.
    case exec(Command, ProcessFamilyMark)
    /// An HTTP request.
    case http(HTTPRequest)
    /// A request to the server that the application announces.
    case announced(AnnouncedCall)

    /// The number that the acknowledgement must carry, or `nil` if the application gets no number.
    var request: Int? {
        guard case .signal(_, _, let request) = self else { return nil }
        return request
    }

    /// The signal to the process, or `nil` for other triggers.
    var signal: SignalNumber? {
        guard case .signal(let signal, _, _) = self else { return nil }
        return signal
    }

    /// Fires the trigger and waits for its end.
    ///
    /// - Throws: `Failure` if it cannot be fired, or the command or request fails.
    func fire() async throws -> FiredTrigger {
        switch self {
        case .signal(let signal, let process, let request):
            return try queue(signal, to: process, request: request ?? 0)
        case .exec(let command, let mark):
            let result = try await command.runToItsEnd(mark, for: .reset, failingWith: .resetFailed)
            return FiredTrigger(sent: result.started, over: result.exit.instant, leaving: .family(of: result.child))
        case .http(let request):
            let sent = SuspendingClock.now
            _ = try await request.sendExpectingSuccess(purpose: "the reset", failingWith: .resetFailed)
            return FiredTrigger(sent: sent, over: .now)
        case .announced(let call):
            return try await call.send()
        }
    }

    /// Queues a signal with a number; see `sigqueue(3)`.
    private func queue(_ signal: SignalNumber, to process: pid_t, request: Int) throws -> FiredTrigger {
        let sent = SuspendingClock.now
        guard sigqueue(process, signal.number, sigval(sival_int: Int32(truncatingIfNeeded: request))) == 0 else {
            throw Failure(
                .resetFailed,
                "cannot send the signal \(signal) to process \(process): \(String(cString: strerror(errno)))")
        }
        return FiredTrigger(sent: sent, over: .now)
    }
}
