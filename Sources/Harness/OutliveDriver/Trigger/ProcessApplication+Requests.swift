internal import OutliveModel
internal import OutliveSupport

// The common part of resets and pings.
extension ProcessApplication {
    /// Writes the request that a signal announces, if the application reads requests.
    ///
    /// - Returns: the request number, or `nil` for an application that gets a plain signal.
    func leaveRequest(_ kind: ResetRequest.Kind, _ change: InputChange = InputChange()) throws -> Int? {
        guard let process = processRun, hello != nil else { return nil }
        let id = process.requests + 1
        try process.directory.write(ResetRequest(id: id, kind: kind, change: change))
        processRun?.requests = id
        return id
    }

    /// Makes a request and waits for the acknowledgement, the end of the process or the timeout.
    ///
    /// - Returns: the seconds from the trigger until the acknowledgement, and the generation it ended, if reported.
    func acknowledgement(
        of request: PreparedRequest, by process: ProcessRun
    ) async throws -> (seconds: Double, endedGeneration: Int?) {
        switch try await outcome(of: request, by: process) {
        case .value((let sent, .done(let instant, let generation))):
            if let exit = process.exit?.current {
                throw process.ended(exit, "in \(request.name)", resetBy: request.trigger.signal)
            }
            return (sent.duration(to: instant).seconds, generation)
        case .value((_, .failed(let reason))):
            throw process.failure(.resetFailed, "reports that \(request.name) left it unusable: \(reason)")
        case .exited(let exit):
            throw process.ended(exit, "in \(request.name)", resetBy: request.trigger.signal)
        case .timedOut:
            throw process.failure(
                .resetFailed,
                "did not acknowledge \(request.name) within \(timeout.text): check --done or raise --timeout")
        }
    }

    private func outcome(
        of request: PreparedRequest, by process: ProcessRun
    ) async throws -> WaitOutcome<(sent: SuspendingClock.Instant, Acknowledgement)> {
        do {
            return try await firstOf(timeout: timeout, exit: process.exit) {
                try await request.make(listeningTo: process.channels)
            }
        } catch let failure as Failure where process.options.reset == .announced {
            throw try await explained(failure, of: process, in: request.name)
        }
    }

    /// Returns a failure of the application's server, or the end of the application, which is the better explanation.
    func explained(_ failure: Failure, of process: ProcessRun, in what: String) async throws -> Failure {
        guard let exit = try await process.endSeenLate() else {
            return Failure(failure.code, failure.message, output: process.failure(failure.code, "").output)
        }
        return process.ended(exit, "in \(what)", consequence: failure)
    }
}
