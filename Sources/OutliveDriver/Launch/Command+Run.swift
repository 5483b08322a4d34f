internal import OutliveModel

/// What came of a command that ran to its end.
struct CommandResult: Sendable {
    /// The moment just before it was started.
    var started: SuspendingClock.Instant
    /// How and when it ended.
    var exit: ProcessExit
    /// What it printed on standard output.
    var output: OutputBuffer
    /// What it printed on standard error.
    var errors: OutputBuffer
    /// Its process, to be ended so that nothing of what it started is left.
    var child: ChildProcess
}

extension Command {
    /// Runs the command until it ends.
    ///
    /// It sees the environment of this process, without the variables that a watched application gets.
    ///
    /// - Parameter outputLimit: how many bytes of its standard output are kept.
    /// - Throws: `Failure` when it cannot be started; `CancellationError`, after having killed it.
    private func run(_ mark: FamilyMark, outputLimit: Int) async throws -> CommandResult {
        let output = OutputBuffer(limit: outputLimit)
        let errors = OutputBuffer(limit: 65_536)
        let child = try await ChildProcess.spawn(
            self, mark: mark,
            environment: [
                EnvironmentName.directory: nil, EnvironmentName.notifySocket: nil, EnvironmentName.settle: nil,
                EnvironmentName.leaks: nil, EnvironmentName.token: nil,
            ].merging(HeapSettings.off) { $1 },
            output: output, errors: errors)
        do {
            let exit = try await child.exit.get()
            return CommandResult(started: child.spawned, exit: exit, output: output, errors: errors, child: child)
        } catch {
            try await child.end(nil)
            throw error
        }
    }

    /// Runs the command until it ends, which has to be with status 0, and kills what it leaves behind.
    ///
    /// - Parameters:
    ///   - helper: what it is for.
    ///   - purpose: the same as the subject of a message; `nil` for the usual words.
    ///   - code: the kind of failure that another status is.
    ///   - outputLimit: how many bytes of its standard output are kept.
    /// - Throws: `Failure` when it cannot be started or ends otherwise; `CancellationError`, after having killed it.
    func runExpectingSuccess(
        for helper: HelperCommand, purpose: String? = nil, failingWith code: Failure.Code, outputLimit: Int = 65_536
    ) async throws -> CommandResult {
        let result = try await runToItsEnd(
            .command(), for: helper, purpose: purpose, failingWith: code, outputLimit: outputLimit)
        try await result.child.end(nil)
        return result
    }

    /// Runs the command until it ends, which has to be with status 0, and gives what it printed on standard output.
    ///
    /// - Parameters:
    ///   - purpose: what it is for, as the subject of a message.
    ///   - limit: the longest that it may take; it is killed then.
    ///   - outputLimit: how many bytes it may print.
    /// - Throws: `Failure` when it cannot be started, ends otherwise, is late or prints more; `CancellationError`,
    ///   after having killed it.
    package func output(
        purpose: String, within limit: Duration, outputLimit: Int = 1 << 26
    ) async throws -> [UInt8] {
        let outcome = try await firstOf(timeout: limit) {
            try await runExpectingSuccess(
                for: .tool, purpose: purpose, failingWith: .harness, outputLimit: outputLimit)
        }
        guard case .value(let result) = outcome else {
            throw Failure(.harness, "\(purpose) '\(self)' took more than \(limit): run it by hand")
        }
        guard result.output.received <= outputLimit else {
            throw Failure(.harness, "\(purpose) '\(self)' printed more than \(outputLimit) bytes: run it by hand")
        }
        return result.output.tail
    }

    /// The same as the first, but what it leaves behind stays until the caller ends the result's child: looking for it
    /// takes time, which must not be on a clock.
    ///
    /// - Parameter mark: what its family is told by.
    func runToItsEnd(
        _ mark: FamilyMark, for helper: HelperCommand, purpose: String? = nil, failingWith code: Failure.Code,
        outputLimit: Int = 65_536
    ) async throws -> CommandResult {
        let result = try await run(mark, outputLimit: outputLimit)
        guard result.exit.isGood else {
            try await result.child.end(nil)
            throw Failure(
                code, "\(purpose ?? helper.purpose) '\(self)' \(result.exit): run it by hand",
                output: result.errors.crashExcerpt ?? result.output.excerpt, printedBy: helper)
        }
        return result
    }
}
