internal import Glibc

/// A POSIX signal by name or number.
public struct SignalNumber: Hashable, Sendable, CustomStringConvertible {
    /// The number of the signal on this system.
    public let number: Int32
    /// The signal as it was given, in capitals and without `SIG`: `HUP`, `RTMIN+1`, `12`.
    public let description: String

    /// The signal that asks a process to end.
    public static let terminate = SignalNumber(number: SIGTERM)

    /// Makes the signal of a number.
    init(number: Int32) {
        self.number = number
        description = Self.names.first { $0.value == number }?.key ?? String(number)
    }

    /// Reads `HUP`, `SIGHUP`, `RTMIN+1`, `RTMAX-2` or a number, in any case of letters.
    ///
    /// - Throws: `UsageError` when there is no such signal.
    public init(parsing text: String) throws(UsageError) {
        let upper = text.uppercased()
        let name = upper.after("SIG") ?? upper
        guard let number = Self.names[name] ?? Self.realTime(name) ?? Int32(name),
            (1...__libc_current_sigrtmax()).contains(number)
        else {
            throw UsageError("there is no signal '\(text)': write a name such as HUP, USR1 or RTMIN+1, or a number")
        }
        self.number = number
        description = name
    }

    /// `RTMIN`, `RTMIN+n`, `RTMAX` or `RTMAX-n`, within the range of real-time signals.
    private static func realTime(_ name: String) -> Int32? {
        let range = __libc_current_sigrtmin()...__libc_current_sigrtmax()
        if name == "RTMIN" { return range.lowerBound }
        if name == "RTMAX" { return range.upperBound }
        let number =
            name.after("RTMIN+").flatMap { Int32($0) }.map { range.lowerBound &+ $0 }
            ?? name.after("RTMAX-").flatMap { Int32($0) }.map { range.upperBound &- $0 }
        return number.flatMap { range.contains($0) ? $0 : nil }
    }

    private static let names: [String: Int32] = [
        "HUP": SIGHUP, "INT": SIGINT, "QUIT": SIGQUIT, "ILL": SIGILL, "TRAP": SIGTRAP, "ABRT": SIGABRT,
        "BUS": SIGBUS, "FPE": SIGFPE, "KILL": SIGKILL, "USR1": SIGUSR1, "SEGV": SIGSEGV, "USR2": SIGUSR2,
        "PIPE": SIGPIPE, "ALRM": SIGALRM, "TERM": SIGTERM, "CHLD": SIGCHLD, "CONT": SIGCONT, "STOP": SIGSTOP,
        "TSTP": SIGTSTP, "TTIN": SIGTTIN, "TTOU": SIGTTOU, "URG": SIGURG, "XCPU": SIGXCPU, "XFSZ": SIGXFSZ,
        "VTALRM": SIGVTALRM, "PROF": SIGPROF, "WINCH": SIGWINCH, "IO": SIGIO, "SYS": SIGSYS,
    ]
}
