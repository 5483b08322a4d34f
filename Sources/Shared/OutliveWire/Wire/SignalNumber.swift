internal import OutliveSupport

/// A POSIX signal by name or number.
public struct SignalNumber: Hashable, Sendable, CustomStringConvertible {
    /// The number of the signal on this system.
    public let number: Int32

    /// Creates a signal from a number without a check.
    public init(number: Int32) {
        self.number = number
    }

    /// Parses `HUP`, `SIGHUP`, `RTMIN+1`, `RTMAX-2` or a number, ignoring case; `nil` if there is no such signal.
    public init?(_ text: String) {
        let upper = text.uppercased()
        let name = upper.hasPrefix("SIG") ? String(upper.dropFirst(3)) : upper
        guard let number = Self.names[name] ?? Self.realTime(name) ?? Self.decimal(name),
            (1...(Self.realTime?.upperBound ?? 31)).contains(number)
        else { return nil }
        self.number = number
    }

    /// The signal that requests the end of a process: SIGTERM.
    public static let terminate = SignalNumber(number: SIGTERM)

    /// The signal with which a harness requests a reset: SIGRTMIN+1, or SIGHUP without real-time signals.
    ///
    /// Real-time signals are queued by the kernel and carry a number, unlike the traditional ones.
    public static let reset = SignalNumber(number: realTime.map { $0.lowerBound + 1 } ?? SIGHUP)

    /// `true` if a process can handle the signal, unlike SIGKILL, SIGSTOP and the signals reserved by the C library.
    public var isCatchable: Bool {
        number != SIGKILL && number != SIGSTOP && (number < 32 || Self.realTime?.contains(number) == true)
    }

    /// The name in capitals without `SIG`, such as `HUP` or `RTMIN+1`, or the number of a signal without a name.
    public var description: String {
        if let name = Self.names.first(where: { $0.value == number })?.key { return name }
        guard let first = Self.realTime?.lowerBound, Self.realTime?.contains(number) == true else { return "\(number)" }
        return number == first ? "RTMIN" : "RTMIN+\(number - first)"
    }

    /// The real-time signals available to programs; `nil` if there are none.
    private static let realTime: ClosedRange<Int32>? = {
        #if os(Linux)
        __libc_current_sigrtmin()...__libc_current_sigrtmax()
        #else
        nil
        #endif
    }()

    /// Parses `RTMIN`, `RTMIN+n`, `RTMAX` or `RTMAX-n` within the range of real-time signals.
    private static func realTime(_ name: String) -> Int32? {
        guard let range = realTime else { return nil }
        if name == "RTMIN" { return range.lowerBound }
        if name == "RTMAX" { return range.upperBound }
        guard name.hasPrefix("RTMIN+") || name.hasPrefix("RTMAX-"), let offset = decimal(name.dropFirst(6)) else {
            return nil
        }
        let number = name.hasPrefix("RTMIN+") ? range.lowerBound &+ offset : range.upperBound &- offset
        return range.contains(number) ? number : nil
    }

    /// Parses a number of digits only; `Int32` alone would accept a sign.
    private static func decimal(_ text: some StringProtocol) -> Int32? {
        text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? Int32(text) : nil
    }

    private static let names: [String: Int32] = {
        var names = [
            "HUP": SIGHUP, "INT": SIGINT, "QUIT": SIGQUIT, "ILL": SIGILL, "TRAP": SIGTRAP, "ABRT": SIGABRT,
            "BUS": SIGBUS, "FPE": SIGFPE, "KILL": SIGKILL, "USR1": SIGUSR1, "SEGV": SIGSEGV, "USR2": SIGUSR2,
            "PIPE": SIGPIPE, "ALRM": SIGALRM, "TERM": SIGTERM, "CHLD": SIGCHLD, "CONT": SIGCONT, "STOP": SIGSTOP,
            "TSTP": SIGTSTP, "TTIN": SIGTTIN, "TTOU": SIGTTOU, "URG": SIGURG, "XCPU": SIGXCPU, "XFSZ": SIGXFSZ,
            "VTALRM": SIGVTALRM, "PROF": SIGPROF, "WINCH": SIGWINCH, "IO": SIGIO, "SYS": SIGSYS,
        ]
        #if os(Linux)
        names["PWR"] = SIGPWR
        #endif
        return names
    }()
}
