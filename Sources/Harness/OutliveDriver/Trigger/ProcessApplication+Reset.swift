internal import OutliveModel
internal import OutliveSupport

extension ProcessApplication {
    func reset(_ input: LaunchInput?) async throws -> Double {
        guard var process = processRun else {
            throw Failure(.resetFailed, "the application is not running, so it cannot be reset")
        }
        if let exit = process.exit?.current {
            throw process.ended(exit, "before the reset")
        }
        let change = try change(to: input, of: process)
        process.options = try process.options.ofNextReset(configuration)
        processRun?.options = process.options
        guard let trigger = process.options.reset, let done = process.options.done else {
            throw Failure(.resetFailed, "no reset trigger is configured: add --reset")
        }
        try await refuseFalseAcknowledgement(process)
        let request = PreparedRequest(
            trigger: try prepare(trigger, change, of: process), done: done, name: "the reset")
        let answer = try await acknowledgement(of: request, by: process)
        try await confirmAlive(process)
        processRun?.endedGeneration = answer.endedGeneration ?? process.endedGeneration + 1
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

    /// Prepares the trigger of a reset; it counts as a request if the application gets a number.
    private func prepare(
        _ trigger: ResetTrigger, _ change: InputChange, of process: ProcessRun
    ) throws -> PreparedTrigger {
        switch trigger {
        case .signal(let signal):
            return .signal(signal, to: process.subject, request: try leaveRequest(.reset, change))
        case .exec(let command):
            return .exec(command, .reset(ofApplicationIn: process.directory.path))
        case .http(let request):
            return .http(request)
        case .announced:
            let id = process.requests + 1
            processRun?.requests = id
            let call = ResetCall(
                id: "\(process.child.processID)-\(id)", change: change, deadline: min(timeout.seconds, 3600))
            return .announced(AnnouncedCall(.reset(call), to: process))
        }
    }

    /// Throws if an HTTP acknowledgement succeeds before the reset is requested.
    ///
    /// Many servers continue to answer from their previous processes, such as the old workers of nginx.
    ///
    /// - Throws: `Failure` with `falseAcknowledgement`.
    private func refuseFalseAcknowledgement(_ process: ProcessRun) async throws {
        guard case .http(let request) = process.options.done else { return }
        // A slower response is not a ready success.
        let outcome = try await firstOf(timeout: .seconds(1)) { try await request.answersWell() }
        guard case .value(true) = outcome else { return }
        throw process.failure(
            .falseAcknowledgement,
            "answers '\(request)' with success before the reset is requested, so the answer acknowledges nothing: "
                + "use {reset} in the URL of --done, or let it answer with an error until the reset is done")
    }

    /// Throws if the application ends right after its acknowledgement; `death()` reports a later end.
    private func confirmAlive(_ process: ProcessRun) async throws {
        guard let end = process.exit,
            case .value(let exit) = try await firstOf(timeout: aftermath, operation: { try await end.get() })
        else { return }
        throw process.ended(exit, "just after it acknowledged the reset")
    }
}
