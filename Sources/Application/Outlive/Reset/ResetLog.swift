internal import OutliveWire

/// The times and failures of a reset in progress.
struct ResetLog: Sendable {
    /// Phases and their steps, each before its parts, in the order in which they began.
    private(set) var phases: [Phase] = []
    /// The steps that threw.
    private(set) var failures: [StepFailure] = []

    /// Runs a phase and records its duration.
    nonisolated(nonsending) mutating func phase<Result>(
        _ name: String, _ body: nonisolated(nonsending) (inout ResetLog) async -> Result
    ) async -> Result {
        let index = phases.count
        phases.append(Phase(name: name, seconds: 0))
        let begin = SuspendingClock.now
        let result = await body(&self)
        phases[index].seconds = (SuspendingClock.now - begin) / .seconds(1)
        return result
    }

    /// Runs a step of a phase, and records its duration and error.
    ///
    /// - Returns: `true` if the step did not throw.
    @discardableResult
    nonisolated(nonsending) mutating func step(
        _ name: String, _ body: nonisolated(nonsending) () async throws -> Void
    ) async -> Bool {
        await phase(name) { log in
            do {
                try await body()
                return true
            } catch {
                log.failures.append(StepFailure(step: name, message: "\(error)"))
                return false
            }
        }
    }
}
