internal import Glibc
internal import OutliveModel

/// A program in the place of this one: it has its standard streams and descriptors, its terminal and its process group.
///
/// `ChildProcess` is the opposite, a program that is kept apart and is killed with all that it starts.
struct ForegroundProcess: Sendable {
    /// The number of the process.
    let processID: pid_t

    /// Starts a program.
    ///
    /// - Parameter environment: all the variables that it is to have.
    /// - Throws: `CommandNotRun` when it cannot be started.
    init(_ command: Command, environment: [String: String]) throws(CommandNotRun) {
        Watchdog.start()
        let words = [command.program] + command.arguments
        var (processID, code) = Self.spawn(command.program, words, environment)
        if code == ENOEXEC, let script = command.executable {
            // A script that does not say what runs it is the shell's, as everywhere.
            (processID, code) = Self.spawn("/bin/sh", ["/bin/sh", script] + command.arguments, environment)
        }
        guard code == 0 else { throw CommandNotRun(command, code: code) }
        self.processID = processID
        Watchdog.add(.process(processID))
    }

    /// Waits until it ends.
    func end() async -> CensusReport.Ending {
        let processID = processID
        let ending = try? await onOwnThread { _ in
            var status: Int32 = 0
            while waitpid(processID, &status, 0) == -1 {
                // Somebody has let the kernel reap children: nobody knows how this one ended.
                guard errno == EINTR else { return CensusReport.Ending.exited(0) }
            }
            Watchdog.remove(.process(processID))
            let signal = status & 0x7F
            return signal == 0 ? .exited((status >> 8) & 0xFF) : .signalled(signal)
        }
        return ending ?? .exited(0)
    }

    private static func spawn(
        _ program: String, _ words: [String], _ environment: [String: String]
    ) -> (processID: pid_t, code: Int32) {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // Threads of Dispatch block all signals, and what they start would do so, too.
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

/// A command that could not be started, as a shell tells of it.
public struct CommandNotRun: Error, Hashable, Sendable, CustomStringConvertible {
    /// The status that shells exit with: 127 when there is no such program, 126 when it cannot be run.
    public let status: Int32
    /// What is wrong and what to do: one line.
    public let description: String

    init(_ command: Command, code: Int32) {
        status = code == ENOENT || code == ENOTDIR ? 127 : 126
        let reason =
            switch code {
            case ENOENT, ENOTDIR, EACCES, EISDIR: command.obstacleToFinding
            case ENOEXEC: "it is a program for another machine, or no program; check the file"
            default: String(cString: strerror(code))
            }
        description = "cannot start '\(command.program)': \(reason)".onOneLine()
    }
}
