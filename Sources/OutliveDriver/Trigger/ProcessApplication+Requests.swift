internal import OutliveModel

extension ProcessApplication {
    func reset(_ input: LaunchInput?) async throws -> Double {
        guard var process = incarnation else {
            throw Failure(.resetFailed, "the application is not running, so it cannot be reset")
        }
        if let exit = process.exit?.current {
            throw process.failure(.died, "\(exit) before the reset: see what it printed")
        }
        let change = try change(to: input, of: process)
        process.options = try process.options.ofNextReset(configuration)
        incarnation?.options = process.options
        try await refuseFalseAcknowledgement(process)
        let request = try leaveRequest(.reset, change)
        let answer = try await acknowledgement(
            of: request, by: process.options.done, process, call: call(change), what: "the reset")
        try await confirmAlive(process)
        incarnation?.endedGeneration = answer.endedGeneration ?? process.endedGeneration + 1
        return answer.seconds
    }

    func confirmTrigger() async throws {
        guard let process = incarnation, process.token != nil else { return }
        do {
            _ = try await process.channels.announcement.endpoint()
        } catch let failure as Failure {
            throw try await told(failure, of: process, in: "its launch")
        }
    }

    func ping() async throws -> Double? {
        guard let process = incarnation else { return nil }
        switch process.options.reset {
        case .exec:
            return nil
        case .signal:
            if let request = try leaveRequest(.ping) {
                return try await acknowledgement(of: request, by: .notify, process, what: "the ping").seconds
            }
            return try await knock(at: process.options.ready.endpoint, process)
        case .http(let request):
            return try await knock(at: process.options.ready.endpoint ?? request.endpoint, process)
        case .announced:
            return try await acknowledgement(
                of: nil, by: .response, process, call: call(nil), what: "the ping"
            ).seconds
        }
    }

    func settled() async throws -> GenerationReport? {
        guard let process = incarnation, process.endedGeneration > 0, hello?.registryEnabled == true else { return nil }
        let generation = process.endedGeneration
        let outcome = try await firstOf(timeout: settle + timeout, exit: process.exit) {
            try await pollUntilAnswered(longestPause: .milliseconds(50)) {
                try process.directory.report(of: generation)
            }
        }
        switch outcome {
        case .value(let report):
            return report
        case .exited(let exit):
            // It may have written the report just before its end.
            if let report = try process.directory.report(of: generation) { return report }
            throw process.failure(.noGenerationReport, "\(exit) before it reported generation \(generation)")
        case .timedOut:
            throw process.failure(
                .noGenerationReport,
                "did not report generation \(generation) within \((settle + timeout).text): raise --settle or --timeout"
            )
        }
    }

    /// What the application said of itself; one that notifies nothing may say it some time after it is ready.
    var hello: Hello? {
        guard let process = incarnation else { return nil }
        return try? process.directory.hello()
    }

    /// Writes the request that a signal announces, where the application is one that will look for it.
    ///
    /// - Returns: its number; nil for an application that gets a plain signal, a command or an HTTP request.
    private func leaveRequest(_ kind: ResetRequest.Kind, _ change: InputChange = InputChange()) throws -> Int? {
        guard let process = incarnation, case .signal = process.options.reset, hello != nil else { return nil }
        let id = process.requests + 1
        try process.directory.write(ResetRequest(id: id, kind: kind, change: change))
        incarnation?.requests = id
        return id
    }

    /// Prepares a request to the server that the application announces; nil where it was not asked to have one.
    ///
    /// - Parameter change: what a reset changes; nil for a ping.
    private func call(_ change: InputChange?) -> AnnouncedCall? {
        guard let process = incarnation, let token = process.token else { return nil }
        let call = change.map { change in
            let id = process.requests + 1
            incarnation?.requests = id
            return ResetCall(
                id: "\(process.child.processID)-\(id)", change: change, deadline: min(timeout.seconds, 3600))
        }
        return AnnouncedCall(call: call, announcement: process.channels.announcement, token: token)
    }

    /// Makes sure that an acknowledgement by HTTP is not given before the reset was asked for.
    ///
    /// Many a server answers on through what it had before: the old workers of nginx, while new ones start.
    ///
    /// - Throws: `Failure` with `falseAcknowledgement`.
    private func refuseFalseAcknowledgement(_ process: Incarnation) async throws {
        guard case .http(let request) = process.options.done else { return }
        // What takes longer than this to answer is not ready with a good answer.
        let outcome = try await firstOf(timeout: .seconds(1)) { try await request.answersWell() }
        guard case .value(true) = outcome else { return }
        throw process.failure(
            .falseAcknowledgement,
            "answers '\(request)' well before the reset was asked for, so it acknowledges nothing: "
                + "use {reset} in the URL of --done, or let it say no until the reset is done")
    }

    /// Sets the trigger off and waits for the answer.
    private func acknowledgement(
        of request: Int?, by done: DoneSignal, _ process: Incarnation, call: AnnouncedCall? = nil, what: String
    ) async throws -> (seconds: Double, endedGeneration: Int?) {
        let wait = AcknowledgementWait(done, request: request, on: process.channels)
        let trigger = process.options.reset
        let shot = Shot(
            processID: process.subject, request: request ?? 0, mark: .reset(ofApplicationIn: process.directory.path),
            call: call)
        let outcome: WaitOutcome<(SuspendingClock.Instant, Acknowledgement)>
        do {
            outcome = try await firstOf(timeout: timeout, exit: process.exit) {
                let times = try await trigger.fire(shot)
                do {
                    let acknowledgement = try await wait.get(times)
                    try await times.command?.end(nil)
                    return (times.sent, acknowledgement)
                } catch {
                    try await times.command?.end(nil)
                    throw error
                }
            }
        } catch let failure as Failure where trigger == .announced {
            throw try await told(failure, of: process, in: what)
        }
        switch outcome {
        case .value((let sent, .done(let instant, let generation))):
            if let exit = process.exit?.current {
                throw process.failure(.died, "\(exit) in \(what): see what it printed")
            }
            return (sent.duration(to: instant).seconds, generation)
        case .value((_, .failed(let reason))):
            throw process.failure(.resetFailed, "says that \(what) left it unusable: \(reason)")
        case .exited(let exit):
            throw process.failure(.died, "\(exit) in \(what): see what it printed")
        case .timedOut:
            throw process.failure(
                .resetFailed, "did not acknowledge \(what) within \(timeout.text): check --done or raise --timeout")
        }
    }

    /// A failure of the application's own server: if the application has ended, that is the reason.
    private func told(_ failure: Failure, of process: Incarnation, in what: String) async throws -> Failure {
        guard let exit = try await process.endSeenLate() else {
            return Failure(failure.code, failure.message, output: process.failure(failure.code, "").output)
        }
        return process.failure(.died, "\(exit) in \(what): see what it printed (\(failure.message))")
    }

    /// Makes sure that an application which acknowledged a reset did not end with that; what ends later is found
    /// before it is used next, see `death()`.
    private func confirmAlive(_ process: Incarnation) async throws {
        guard let end = process.exit,
            case .value(let exit) = try await firstOf(timeout: .milliseconds(5), operation: { try await end.get() })
        else { return }
        throw process.failure(.died, "\(exit) just after it acknowledged the reset: see what it printed")
    }

    /// Asks a server for as little as can be: one request where ready is told by HTTP, else one connection.
    private func knock(at endpoint: Endpoint?, _ process: Incarnation) async throws -> Double? {
        guard let endpoint else { return nil }
        let ready = process.options.ready
        let outcome = try await firstOf(timeout: timeout, exit: process.exit) {
            let sent = SuspendingClock.now
            if case .http(let request) = ready {
                _ = try await request.sendExpectingGoodAnswer(purpose: "the ping", failingWith: .harness)
            } else {
                do {
                    try await endpoint.connect()
                } catch let error as ConnectionError {
                    throw Failure(.harness, "the ping found nobody at \(endpoint): \(error)")
                }
            }
            return sent.duration(to: .now).seconds
        }
        switch outcome {
        case .value(let seconds): return seconds
        case .exited(let exit): throw process.failure(.harness, "\(exit) while it was pinged: see what it printed")
        case .timedOut: throw process.failure(.harness, "did not answer a ping within \(timeout.text): raise --timeout")
        }
    }
}
