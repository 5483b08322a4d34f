internal import OutliveModel
internal import OutliveSupport

extension ProcessApplication {
    func reset(_ input: LaunchInput?) async throws -> Double {
        guard var process = processRun else {
            throw Failure(.resetFailed, "the application is not running, so it cannot be reset")
        }
        try await findSuccessor()
        if let exit = try await process.end() { throw process.ended(exit, "before the reset") }
        let change = try change(to: input, of: process)
        process.options = process.options.ofNextReset(configuration)
        processRun?.options = process.options
        guard let trigger = process.options.reset, let done = process.options.done else {
            throw Failure(.resetFailed, "no reset trigger is configured: add --reset")
        }
        try await refuseFalseAcknowledgement(process)
        let request = ApplicationRequest(
            name: "the reset", trigger: try prepare(trigger, change, of: process), done: done)
        let answer = try await acknowledgement(of: request, by: process)
        // `death()` reports a later end.
        if let end = process.exit, let exit = try await firstOf(timeout: aftermath, operation: end.get).value {
            throw process.ended(exit, "just after it acknowledged the reset")
        }
        processRun?.endedGeneration = answer.endedGeneration ?? process.endedGeneration + 1
        try await findSuccessor()
        return answer.seconds
    }

    func confirmTrigger() async throws {
        guard let process = processRun, process.options.reset == .announced else { return }
        do {
            _ = try await process.channels.announcement.endpoint()
        } catch let failure as Failure {
            throw try await explained(failure, of: process, in: "its launch")
        }
    }

    func ping() async throws -> Double? {
        guard let process = processRun else { return nil }
        let request: ApplicationRequest
        switch process.options.reset {
        case .exec, nil:
            return nil
        case .http(let request):
            return try await connect(to: process.options.ready.endpoint ?? request.endpoint, process)
        case .signal(let signal):
            guard let number = try writeRequest(.ping) else {
                return try await connect(to: process.options.ready.endpoint, process)
            }
            request = ApplicationRequest(
                name: "the ping", trigger: .signal(signal, to: process.recipient(of: signal), request: number),
                done: .notify)
        case .announced:
            request = ApplicationRequest(name: "the ping", trigger: .announced(nil, process.token), done: .response)
        }
        return try await acknowledgement(of: request, by: process).seconds
    }

    /// Sends the cheapest request: one HTTP request if that is the ready check, else one connection.
    private func connect(to endpoint: Endpoint?, _ process: ProcessRun) async throws -> Double? {
        guard let endpoint else { return nil }
        let ready = process.options.ready
        let outcome = try await firstOf(timeout: timeout, exit: process.exit) {
            let sent = SuspendingClock.now
            if case .http(let request) = ready {
                _ = try await request.sendExpectingSuccess(purpose: "the ping", failingWith: .harness)
            } else {
                do {
                    try await endpoint.connect()
                } catch let error as ConnectionError {
                    throw Failure(.harness, "no server answered the ping at \(endpoint): \(error)")
                }
            }
            return sent.duration(to: .now).seconds
        }
        switch outcome {
        case .value(let seconds): return seconds
        case .exited(let exit): throw process.ended(exit, "while it was pinged", .harness)
        case .timedOut: throw process.failure(.harness, "did not answer a ping within \(timeout.text): raise --timeout")
        }
    }

    /// Returns the change that a reset requests: the launch command's arguments followed by the input's.
    private func change(to input: LaunchInput?, of process: ProcessRun) throws -> InputChange {
        guard var input else { return InputChange() }
        let carries =
            switch process.options.reset {
            case .signal: hello != nil
            case .announced: true
            case .exec, .http, nil: false
            }
        guard carries else {
            throw Failure(
                .resetFailed,
                "the trigger '\(configuration.reset?.text ?? "none")' carries no settings: reset with those of the "
                    + "launch, use http, or a signal to an application that links Outlive")
        }
        input.arguments = process.launchedArguments + input.arguments
        return InputChange(to: input)
    }

    /// Prepares the trigger of a reset; it counts as a request if the application gets a number.
    private func prepare(
        _ trigger: ResetTrigger, _ change: InputChange, of process: ProcessRun
    ) throws -> ApplicationRequest.Trigger {
        switch trigger {
        case .signal(let signal):
            let recipient = process.recipient(of: signal)
            return .signal(signal, to: recipient, request: try writeRequest(.reset, change))
        case .exec(let command):
            return .exec(command, .reset(ofApplicationIn: process.directory.path))
        case .http(let request):
            return .http(request)
        case .announced:
            let id = process.requests + 1
            processRun?.requests = id
            let call = ResetCall(
                id: "\(process.child.processID)-\(id)", change: change, deadline: min(timeout.seconds, 3600))
            return .announced(call, process.token)
        }
    }

    /// Writes the request that a signal announces, if the application reads requests.
    ///
    /// - Returns: the request number, or `nil` for an application that gets a plain signal.
    private func writeRequest(_ kind: ResetRequest.Kind, _ change: InputChange = InputChange()) throws -> Int? {
        guard let process = processRun, hello != nil else { return nil }
        let id = process.requests + 1
        try process.directory.write(ResetRequest(id: id, kind: kind, change: change))
        processRun?.requests = id
        return id
    }

    /// Throws if an HTTP acknowledgement succeeds before the reset is requested.
    ///
    /// Many servers continue to answer from their previous processes, such as the old workers of nginx.
    private func refuseFalseAcknowledgement(_ process: ProcessRun) async throws {
        guard case .http(let request) = process.options.done else { return }
        // A server that takes longer does not count as one that already succeeds.
        let isGood = try await firstOf(timeout: .seconds(1), operation: request.isAnsweredWithSuccess).value
        guard isGood == true else { return }
        throw process.failure(
            .falseAcknowledgement,
            "answers '\(request)' with success before the reset is requested, so the answer acknowledges nothing: "
                + "use {reset} in the URL of --done, or let it answer with an error until the reset is done")
    }

    /// Sends a request and waits for the acknowledgement, the end of the process or the timeout.
    private func acknowledgement(
        of request: ApplicationRequest, by process: ProcessRun
    ) async throws -> Acknowledgement {
        let outcome: WaitOutcome<Acknowledgement>
        do {
            outcome = try await firstOf(timeout: timeout, exit: process.exit) {
                try await request.send(listeningTo: process.channels)
            }
        } catch let failure as Failure where process.options.reset?.isRequest == true {
            throw try await explained(failure, of: process, in: request.name)
        }
        switch outcome {
        case .value(let answer):
            if let reason = answer.failure {
                throw process.failure(.resetFailed, "reports that \(request.name) left it unusable: \(reason)")
            }
            guard let exit = process.exit?.current else { return answer }
            throw process.ended(exit, "in \(request.name)", resetBy: request.signal)
        case .exited(let exit):
            throw process.ended(exit, "in \(request.name)", resetBy: request.signal)
        case .timedOut:
            if let exit = try await process.end() {
                throw process.ended(exit, "in \(request.name)", resetBy: request.signal)
            }
            throw process.failure(
                .resetFailed,
                "did not acknowledge \(request.name) within \(timeout.text): check --done or raise --timeout")
        }
    }

    /// Returns a failure of the application's server, or the end of the application, which is the better explanation.
    private func explained(_ failure: Failure, of process: ProcessRun, in what: String) async throws -> Failure {
        guard let exit = try await process.endSeenLate() else {
            guard process.options.reset == .announced else { return failure }
            return Failure(failure.code, failure.message, output: process.failure(failure.code, "").output)
        }
        return process.ended(exit, "in \(what)", consequence: failure)
    }
}

extension ResetTrigger {
    /// `true` if the application itself answers, so that its end can look like a wrong answer.
    fileprivate var isRequest: Bool {
        switch self {
        case .http, .announced: true
        case .signal, .exec: false
        }
    }
}

extension ProcessRun {
    /// The arguments of the process, without its program's name and the input's arguments.
    fileprivate var launchedArguments: [String] {
        let added = input?.arguments ?? []
        // Read from the process, because a wrapper's arguments differ from its program's. The last word ends
        // with a NUL, too.
        let words = ProcessFiles(processID: subject).text("cmdline")?.split(
            separator: "\0", omittingEmptySubsequences: false)
        guard let own = words?.dropFirst().dropLast().map(String.init), own.suffix(added.count).elementsEqual(added)
        else {
            // The process has overwritten them, as programs with a title do.
            return options.launch.arguments
        }
        return Array(own.dropLast(added.count))
    }
}
