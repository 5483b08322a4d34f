package import OutliveModel
internal import OutliveSupport

// A program in the foreground shares this process's standard streams, descriptors, terminal and process group. A
// `ChildProcess`, in contrast, is isolated and killed with all its descendants.
extension Command {
    /// Runs the command with the standard streams and the terminal of this process, which an interrupt does not end
    /// before the command has ended.
    ///
    /// - Returns: The ending, or `nil` if an interrupt arrived meanwhile.
    /// - Throws: `CommandNotRun`, or `Failure` if its status is unknown.
    package func runInForeground() async throws -> CensusReport.Ending? {
        defer { restoreSignals() }
        let ending = try await runInForeground(environment: CurrentProcess.environment)
        return interrupts > 0 ? nil : ending
    }

    /// Runs the command to its end and forwards the signals that this process receives, which are intercepted from then
    /// on.
    ///
    /// - Parameter output: The descriptor that replaces its standard output, or `nil`; closed when it has started.
    /// - Throws: `CommandNotRun`, or `Failure` if its status is unknown.
    func runInForeground(
        environment: [String: String], output: Int32? = nil, started: () -> Void = {}
    ) async throws -> CensusReport.Ending {
        interceptSignals()
        Watchdog.start()
        let processID: pid_t
        do throws(SystemError) {
            defer { if let output { close(output) } }
            processID = try start(environment, output)
        } catch {
            throw CommandNotRun(self, error)
        }
        Watchdog.add(.process(processID))
        forwardSignals(to: processID)
        // The number of the ended process may be reused; signals are still intercepted.
        defer { receiver = -1 }
        started()
        let exit = try await onOwnThread { _ in
            let exit = ProcessExit.await(processID: processID)
            waitpid(processID, nil, 0)
            Watchdog.remove(.process(processID))
            return exit
        }
        switch exit.status {
        case .exited(let status): return .exited(status)
        case .killed(let signal): return .signalled(signal)
        case .unknown, .unseen:
            throw Failure(.harness, "process \(processID) \(exit): start outlive with the default action of SIGCHLD")
        }
    }

    private func start(_ environment: [String: String], _ output: Int32?) throws(SystemError) -> pid_t {
        do throws(SystemError) {
            return try spawn(
                program, [program] + arguments, environment: environment, sharing: .foreground(output: output))
        } catch {
            // As in every shell, a script without an interpreter line runs in `sh`.
            guard error.code == ENOEXEC, let script = executable else { throw error }
            return try spawn(
                "/bin/sh", ["/bin/sh", script] + arguments, environment: environment,
                sharing: .foreground(output: output))
        }
    }
}

/// A command that could not be started, reported as by a shell.
package struct CommandNotRun: Error, Hashable, Sendable, CustomStringConvertible {
    /// The exit status of shells: 127 if there is no such program, 126 if it cannot be run.
    package let status: Int32
    /// One line with the problem and its remedy.
    package let description: String

    init(_ command: Command, _ error: SystemError) {
        status = error.code == ENOENT || error.code == ENOTDIR ? 127 : 126
        description = "cannot start '\(command.program)': \(command.obstacle(to: error))".onOneLine()
    }
}

// Forwarding of this process's signals to the foreground process.
//
// A signal from the terminal, such as Ctrl-C, reaches both processes and must not arrive twice, because many programs
// quit at once at the second. Only a signal handler receives the origin of a signal, so this is no Dispatch source.

private let relayedSignals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2]

/// Starts to intercept signals that would end this process; ignored signals stay ignored.
///
/// A program started meanwhile is not affected, because handlers are reset by `exec`.
private func interceptSignals() {
    // Initialises the globals before a handler can access them.
    receiver = 0
    pending = 0
    (intercepted, interrupts) = (0, 0)
    for signal in relayedSignals where hasDefaultAction(signal) {
        var relaying = sigaction()
        relaying.__sigaction_handler.sa_sigaction = { signal, information, _ in
            if signal == SIGINT { interrupts = 1 }
            guard let information, information.pointee.si_code <= 0 else { return }
            if receiver > 0 { kill(receiver, signal) } else { pending |= 1 << UInt64(signal) }
        }
        relaying.sa_flags = SA_SIGINFO | Int32(SA_RESTART)
        sigaction(signal, &relaying, nil)
        intercepted |= 1 << UInt64(signal)
    }
}

/// Sets the receiver and forwards the signals intercepted so far.
private func forwardSignals(to process: pid_t) {
    receiver = process
    for signal in relayedSignals where pending & 1 << UInt64(signal) != 0 { kill(process, signal) }
}

/// Lets the intercepted signals end this process again.
private func restoreSignals() {
    for number in relayedSignals where intercepted & 1 << UInt64(number) != 0 { signal(number, SIG_DFL) }
}

// A handler accesses these and must take no lock; each is written in one instruction.
private nonisolated(unsafe) var receiver: pid_t = 0
private nonisolated(unsafe) var pending: UInt64 = 0
/// Not 0 if an interrupt arrived since the beginning.
private nonisolated(unsafe) var interrupts: Int32 = 0
// The signals that had their default action.
private nonisolated(unsafe) var intercepted: UInt64 = 0
