internal import OutliveModel
internal import OutliveSupport

/// The result of a command that has ended.
struct CommandResult: Sendable {
    /// The moment just before the spawn.
    var started: SuspendingClock.Instant
    var exit: ProcessExit
    var output: OutputBuffer
    var errors: OutputBuffer
    /// The process, to be ended so that no descendant remains.
    var child: ChildProcess
}

extension Command {
    /// Runs the command until it ends.
    ///
    /// It gets the environment of this process without the variables of a watched application.
    ///
    /// - Parameter outputLimit: the number of bytes of its standard output that are kept.
    /// - Throws: `Failure` if it cannot be started; `CancellationError`, after killing it.
    private func run(_ mark: ProcessFamilyMark, outputLimit: Int) async throws -> CommandResult {
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

    /// Runs the command until it ends, requires status 0, and kills its remaining descendants.
    ///
    /// - Parameters:
    ///   - helper: the role of the command.
    ///   - purpose: the subject of an error message, or `nil` for that of the role.
    ///   - code: the code of the failure for another status.
    ///   - outputLimit: the number of bytes of its standard output that are kept.
    /// - Throws: `Failure` if it cannot be started or fails; `CancellationError`, after killing it.
    func runExpectingSuccess(
        for helper: HelperCommand, purpose: String? = nil, failingWith code: Failure.Code, outputLimit: Int = 65_536
    ) async throws -> CommandResult {
        let result = try await runToItsEnd(
            .command(), for: helper, purpose: purpose, failingWith: code, outputLimit: outputLimit)
        try await result.child.end(nil)
        return result
    }

    /// Runs the command until it ends, requires status 0, and returns its standard output.
    ///
    /// - Parameters:
    ///   - purpose: the subject of an error message.
    ///   - limit: the timeout, after which the command is killed.
    ///   - outputLimit: the maximum number of output bytes.
    /// - Throws: `Failure` if it cannot be started, fails, times out or exceeds the output limit; `CancellationError`,
    ///   after killing it.
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

    /// Runs the command until it ends and requires status 0, but leaves its descendants until the caller ends the
    /// child.
    ///
    /// The search for descendants takes time that must not be measured.
    ///
    /// - Parameter mark: the mark of its family.
    func runToItsEnd(
        _ mark: ProcessFamilyMark, for helper: HelperCommand, purpose: String? = nil, failingWith code: Failure.Code,
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
