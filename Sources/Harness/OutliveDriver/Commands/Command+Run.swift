internal import OutliveModel
internal import OutliveSupport

extension Command {
    /// Runs a command that is independent of any application, and returns its standard output.
    ///
    /// Cancelling the task kills the command.
    ///
    /// - Parameters:
    ///   - statuses: The exit statuses of a command that did its work.
    ///   - outputLimit: The maximum length of the output, in bytes.
    /// - Throws: `Failure` if it cannot be started, ends otherwise or prints too much; `CancellationError`.
    package func output(endingWith statuses: ClosedRange<Int32>, outputLimit: Int) async throws -> [UInt8] {
        let output = OutputBuffer(limit: outputLimit)
        let child = try ChildProcess.spawn(
            self, mark: .command(), environment: Self.withoutHeapTier, output: output,
            errors: OutputBuffer(limit: 65_536))
        let exit: ProcessExit
        do {
            exit = try await child.exit.get()
            try await child.end(nil)
        } catch {
            try await child.end(nil)
            throw error
        }
        guard case .exited(let status) = exit.status, statuses.contains(status) else {
            throw Failure(.command, "the command \(exit): run it by hand")
        }
        guard output.received <= outputLimit else {
            throw Failure(.command, "the command printed more than \(outputLimit) bytes")
        }
        return output.tail
    }
}
