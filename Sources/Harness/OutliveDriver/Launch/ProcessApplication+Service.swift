internal import OutliveModel
internal import OutliveSupport

extension ProcessApplication {
    /// Waits until the ready check succeeds, if it can be repeated, and then until the probe does.
    ///
    /// A probe that fails is repeated: an application that has acknowledged a reset too early refuses it for a while.
    func awaitService() async throws -> Service? {
        guard let process = processRun else { return nil }
        let (ready, probe) = (process.options.ready, process.options.probe)
        guard ready.isRepeatable || probe != nil else { return nil }
        let refusal = Lock<Failure?>(nil)
        let outcome = try await firstOf(timeout: timeout, exit: process.exit) {
            let asked = SuspendingClock.now
            _ = try await ready.awaitAnswer()
            let printed = try await probe?.outputWhenItSucceeds { failure in refusal.withLock { $0 = failure } }
            return Service(seconds: asked.duration(to: .now).seconds, printed: printed)
        }
        switch outcome {
        case .value(let service): return service
        case .exited(let exit): throw process.ended(exit, "before it served again")
        case .timedOut:
            let reason = refusal.withLock(\.self)?.message ?? "the ready check (\(ready)) had no answer"
            throw process.failure(
                .resetFailed,
                "did not serve within \(timeout.text) although it was ready (\(reason)): let it report ready, and "
                    + "acknowledge a reset, only when it serves, or raise --timeout")
        }
    }
}

extension Action {
    /// Performs the probe until it succeeds, and returns its output.
    ///
    /// - Parameter refused: receives each failure.
    fileprivate func outputWhenItSucceeds(refused: @Sendable (Failure) -> Void) async throws -> [UInt8] {
        try await pollUntilAnswered {
            do {
                return try await perform(.probe)
            } catch let failure as Failure {
                refused(failure)
                return nil
            }
        }
    }
}

extension ReadyCheck {
    /// Waits until a check that can be repeated succeeds, and returns the moment; others succeed at once.
    func awaitAnswer() async throws -> SuspendingClock.Instant {
        switch self {
        case .http(let request): try await request.awaitSuccess()
        case .connect(let endpoint): try await endpoint.awaitConnection()
        case .notify, .line, .exit: .now
        }
    }
}
