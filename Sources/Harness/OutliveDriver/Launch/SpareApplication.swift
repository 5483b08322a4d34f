internal import OutliveModel
internal import OutliveSupport

/// An application with a warm spare: a second process, started ahead of time, that a reset swaps in.
///
/// The time of a reset is the time of the swap: until the spare answers its ready check again, or is known to run if it
/// has announced that it is ready. The end of the old process and the start of the next spare are not part of it.
actor SpareApplication: ReplacedApplication {
    private(set) var active: ProcessApplication
    private var spare: ProcessApplication

    /// Creates an application of two instances that are not started.
    init(_ first: ProcessApplication, spare: ProcessApplication) {
        active = first
        self.spare = spare
    }

    func start(_ input: LaunchInput?) async throws -> Double {
        let seconds = try await active.start(input)
        _ = try await spare.start(input)
        return seconds
    }

    func stop() async throws -> Double {
        let stopped: Result<Double, any Error>
        do { stopped = .success(try await active.stop()) } catch { stopped = .failure(error) }
        _ = try await spare.stop()
        return try stopped.get()
    }

    func reset(_ input: LaunchInput?) async throws -> Double {
        let seconds = try await spare.confirmReady()
        (active, spare) = (spare, active)
        _ = try await spare.stop()
        _ = try await spare.start(input)
        return seconds
    }
}

extension ProcessApplication {
    /// Checks that the running process is still ready, by its ready check if that can be repeated.
    ///
    /// - Returns: the seconds until the answer.
    /// - Throws: `Failure` with `resetFailed` if it has ended or does not answer.
    func confirmReady() async throws -> Double {
        let asked = SuspendingClock.now
        guard let process = processRun else {
            throw Failure(.resetFailed, "the spare is not running, so it cannot be swapped in")
        }
        if let exit = try await process.end() { throw process.ended(exit, "before it was swapped in", .resetFailed) }
        let ready = process.options.ready
        guard ready.isRepeatable else { return asked.duration(to: .now).seconds }
        switch try await firstOf(timeout: timeout, exit: process.exit, operation: { try await ready.awaitAnswer() }) {
        case .value(let instant): return asked.duration(to: instant).seconds
        case .exited(let exit): throw process.ended(exit, "while it was swapped in", .resetFailed)
        case .timedOut:
            throw process.failure(.resetFailed, "did not answer (\(ready)) within \(timeout.text): raise --timeout")
        }
    }
}
