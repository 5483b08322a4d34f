internal import OutliveModel
internal import OutliveSupport

/// A reset or a ping, ready to be sent once.
struct ApplicationRequest: Sendable {
    enum Trigger: Sendable {
        /// A signal to a process, with a request number, or `nil` if the application reads no requests.
        case signal(SignalNumber, to: pid_t, request: Int?)
        /// A command and the mark of its family.
        case exec(Command, ProcessFamilyMark)
        case http(HTTPRequest)
        /// A request to the server that the application announces, a ping without a call.
        case announced(ResetCall?, BearerToken)
    }

    /// The subject of an error message, such as `the reset`.
    let name: String
    let trigger: Trigger
    let done: DoneSignal

    var signal: SignalNumber? {
        if case .signal(let signal, _, _) = trigger { signal } else { nil }
    }

    /// Sends the request and waits for the acknowledgement, without a timeout.
    func send(listeningTo channels: Channels) async throws -> Acknowledgement {
        // Before the trigger, so that nothing is missed.
        let acknowledgement = acknowledgement(on: channels)
        switch trigger {
        case .signal(let signal, let process, let request):
            let sent = SuspendingClock.now
            let value = sigval(sival_int: Int32(truncatingIfNeeded: request ?? 0))
            guard sigqueue(process, signal.number, value) == 0 else {
                throw Failure(.resetFailed, "cannot send the signal \(signal) to process \(process): \(systemError())")
            }
            return try await acknowledgement(Acknowledgement(sent: sent, received: .now))
        case .exec(let command, let mark):
            let (child, exit, _) = try await command.runToItsEnd(mark, for: .reset, failingWith: .resetFailed)
            let ended = Acknowledgement(sent: child.spawned, received: exit.instant)
            let answer: Acknowledgement
            do {
                answer = try await acknowledgement(ended)
            } catch {
                try await child.end(nil)
                throw error
            }
            try await child.end(nil)
            return answer
        case .http(let request):
            let sent = SuspendingClock.now
            _ = try await request.sendExpectingSuccess(purpose: "the reset", failingWith: .resetFailed)
            return try await acknowledgement(Acknowledgement(sent: sent, received: .now))
        case .announced(let call, let token):
            return try await acknowledgement(channels.announcement.send(call, token))
        }
    }

    /// Starts to listen for the acknowledgement.
    ///
    /// - Returns: a function that waits for it, and that takes the times of the completed trigger.
    private func acknowledgement(
        on channels: Channels
    ) -> @Sendable (_ triggered: Acknowledgement) async throws -> Acknowledgement {
        switch done {
        case .notify:
            // A program without request numbers acknowledges by its next `READY=1`.
            let number = if case .signal(_, _, let request) = trigger { request } else { nil as Int? }
            let message = channels.notifications.messages.expect { message in
                (number == nil || message.request == number) && (message.isReady || message.failure != nil)
                    ? message : nil
            }
            return { triggered in
                let message = try await message.get()
                return Acknowledgement(
                    sent: triggered.sent, received: message.instant, endedGeneration: message.endedGeneration,
                    failure: message.failure)
            }
        case .line(let pattern):
            let line = channels.output.expect(pattern)
            return { Acknowledgement(sent: $0.sent, received: try await line.get()) }
        case .http(let request):
            return { Acknowledgement(sent: $0.sent, received: try await request.awaitSuccess()) }
        case .exit, .response:
            return { $0 }
        }
    }
}

struct Acknowledgement: Sendable {
    var sent: SuspendingClock.Instant
    /// The moment of the answer: at its exit for a command, at its response for an HTTP request.
    var received: SuspendingClock.Instant
    /// The generation that the reset ended, or `nil` without an answer that reports it.
    var endedGeneration: Int?
    /// The reason why the application is unusable, or `nil` if it is ready again.
    var failure: String?

    var seconds: Double { sent.duration(to: received).seconds }
}
