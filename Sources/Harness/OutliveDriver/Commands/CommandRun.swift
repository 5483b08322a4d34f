internal import OutliveModel
internal import OutliveSupport

/// A command that has ended.
package struct CommandRun: Hashable, Sendable {
    /// The exit status, or `nil` if a signal ended it.
    package var status: Int32?
    /// The end as a verb phrase: `ended with status 3`.
    package var ending: String
    /// The end of both its outputs.
    package var output: String
}

extension Command {
    /// Runs the command in a folder until it ends, with all its descendants.
    ///
    /// - Throws: `Failure` if it cannot be started; `CancellationError`, after killing it.
    package func run(in folder: String) async throws -> CommandRun {
        let inside = Command(
            program: "/bin/sh", arguments: ["-c", "cd -- \"$0\" && exec \"$@\"", folder, program] + arguments)
        let (exit, output) = try await inside.runToItsEnd(environment: [:], within: nil)
        // Without a limit of time, there is an end.
        guard let exit else { throw CancellationError() }
        var status: Int32?
        if case .exited(let code) = exit.status { status = code }
        return CommandRun(status: status, ending: exit.description, output: output.excerpt ?? "")
    }

    /// Runs a command that reacts to an event, with some variables in its environment, and requires status 0.
    ///
    /// - Throws: `Failure` if it cannot be started, fails or times out; `CancellationError`. Both after killing it.
    package func react(with variables: [String: String], within limit: Duration) async throws {
        let (exit, output) = try await runToItsEnd(environment: variables, within: limit)
        guard let exit else {
            throw Failure(.command, "'\(self)' took more than \(limit.text): raise --timeout, or let it do less")
        }
        guard exit.isSuccess else {
            throw Failure(.command, "'\(self)' \(exit): run it by hand", output: output.excerpt, printedBy: .tool)
        }
    }

    /// Runs the command until it ends or a time has passed, and kills what is left of it.
    ///
    /// - Returns: The end, or `nil` if the time passed first; both outputs.
    private func runToItsEnd(
        environment: [String: String], within limit: Duration?
    ) async throws -> (exit: ProcessExit?, output: OutputBuffer) {
        let output = OutputBuffer(limit: 65_536)
        let child = try ChildProcess.spawn(
            self, mark: .command(),
            environment: environment.mapValues(Optional.some).merging(Self.withoutHeapTier) { $1 }, output: output)
        do {
            let exit: ProcessExit?
            if let limit {
                exit = try await firstOf(timeout: limit, operation: child.exit.get).value
            } else {
                exit = try await child.exit.get()
            }
            try await child.end(nil)
            return (exit, output)
        } catch {
            try await child.end(nil)
            throw error
        }
    }
}
