internal import FoundationEssentials
package import OutliveModel
internal import OutliveSupport

/// A program in the foreground, which shares this process's standard streams, descriptors, terminal and process group.
///
/// A `ChildProcess`, in contrast, is isolated and killed with all its descendants.
struct ForegroundProcess: Sendable {
    let processID: pid_t

    init(_ command: Command, environment: [String: String]) async throws(CommandNotRun) {
        await Watchdog.start()
        let words = [command.program] + command.arguments
        var (processID, code) = Self.spawn(command.program, words, environment)
        if code == ENOEXEC, let script = command.executable {
            // As in every shell, a script without an interpreter line runs in `sh`.
            (processID, code) = Self.spawn("/bin/sh", ["/bin/sh", script] + command.arguments, environment)
        }
        guard code == 0 else { throw CommandNotRun(command, code: code) }
        self.processID = processID
        Watchdog.add(.process(processID))
    }

    /// Waits for the end, and reaps the process.
    ///
    /// - Throws: `Failure` if its status is unknown.
    func end() async throws -> CensusReport.Ending {
        let processID = processID
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

    /// Starts a program without swift-subprocess, which closes its other descriptors and resets the signals that it
    /// ignores.
    private static func spawn(
        _ program: String, _ words: [String], _ environment: [String: String]
    ) -> (processID: pid_t, code: Int32) {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // Threads of Dispatch block all signals, and a child would inherit that.
        var mask = sigset_t()
        sigemptyset(&mask)
        posix_spawnattr_setsigmask(&attributes, &mask)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        var arguments = words.map { strdup($0) } + [nil]
        var variables = environment.map { strdup("\($0)=\($1)") } + [nil]
        defer { for text in arguments + variables { free(text) } }
        var processID: pid_t = 0
        let code = posix_spawnp(&processID, program, nil, &attributes, &arguments, &variables)
        return (processID, code)
    }
}

extension Command {
    /// Runs the command with the standard streams and the terminal of this process, which an interrupt does not end
    /// before the command has ended.
    ///
    /// - Returns: The ending, or `nil` if an interrupt arrived meanwhile.
    /// - Throws: `CommandNotRun`, or `Failure` if its status is unknown.
    package func runInForeground() async throws -> CensusReport.Ending? {
        SignalRelay.begin()
        defer { SignalRelay.restore() }
        let process = try await ForegroundProcess(self, environment: ProcessInfo.processInfo.environment)
        SignalRelay.pass(to: process.processID)
        defer { SignalRelay.end() }
        let ending = try await process.end()
        return SignalRelay.wasInterrupted ? nil : ending
    }
}

/// A command that could not be started, reported as by a shell.
package struct CommandNotRun: Error, Hashable, Sendable, CustomStringConvertible {
    /// The exit status of shells: 127 if there is no such program, 126 if it cannot be run.
    package let status: Int32
    /// One line with the problem and its remedy.
    package let description: String

    init(_ command: Command, code: Int32) {
        status = code == ENOENT || code == ENOTDIR ? 127 : 126
        let reason =
            switch code {
            case ENOENT, ENOTDIR, EACCES, EISDIR: command.obstacleToFinding
            case ENOEXEC: "it is a program for another machine, or not a program; check the file"
            default: systemError(code)
            }
        description = "cannot start '\(command.program)': \(reason)".onOneLine()
    }
}

/// Forwarding of this process's signals to the foreground process.
///
/// A signal from the terminal, such as Ctrl-C, reaches both processes and must not arrive twice, because many programs
/// quit at once at the second. Only a signal handler receives the origin of a signal, so this is no Dispatch source.
enum SignalRelay {
    private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2]

    /// Starts to intercept signals that would end this process; ignored signals stay ignored.
    ///
    /// A program started meanwhile is not affected, because handlers are reset by `exec`.
    static func begin() {
        // Initialises the globals before a handler can access them.
        receiver = 0
        pending = 0
        (intercepted, interrupts) = (0, 0)
        for signal in signals where hasDefaultAction(signal) {
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
    static func pass(to process: pid_t) {
        receiver = process
        for signal in signals where pending & 1 << UInt64(signal) != 0 { kill(process, signal) }
    }

    /// Stops the forwarding, because the number of the ended process may be reused; signals are still intercepted.
    static func end() { receiver = -1 }

    /// `true` if an interrupt arrived since the beginning.
    static var wasInterrupted: Bool { interrupts > 0 }

    /// Lets the intercepted signals end this process again.
    static func restore() {
        for number in signals where intercepted & 1 << UInt64(number) != 0 { signal(number, SIG_DFL) }
    }
}

// A handler accesses these and must take no lock; each is written in one instruction.
private nonisolated(unsafe) var receiver: pid_t = 0
private nonisolated(unsafe) var pending: UInt64 = 0
private nonisolated(unsafe) var interrupts: Int32 = 0
// The signals that had their default action.
private nonisolated(unsafe) var intercepted: UInt64 = 0
