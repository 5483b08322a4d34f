internal import COutlive

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// The names of the signals that can ask for a reset.
enum SignalName {
    /// SIGRTMIN+1: queued by the kernel and able to carry a number, unlike the traditional signals.
    static var standard: Int32 { outl_signal_realtime_first() + 1 }

    /// The number of a signal given as `HUP`, `SIGHUP`, `RTMIN+3`, `RTMAX-1` or `35`, in any case.
    ///
    /// - Throws: `ResetError` when there is no such signal, or it cannot be caught.
    static func number(of name: String) throws -> Int32 {
        let upper = name.uppercased()
        let short = upper.hasPrefix("SIG") ? String(upper.dropFirst(3)) : upper
        if let number = traditional[short] ?? realTime(short) ?? Int32(short),
            number > 0, number <= outl_signal_realtime_last(), number != SIGKILL, number != SIGSTOP
        {
            return number
        }
        throw ResetError(
            .unknownSignal, "no signal \"\(name)\" can ask for a reset; use a name such as HUP, USR1 or RTMIN+1")
    }

    private static let traditional: [String: Int32] = [
        "HUP": SIGHUP, "INT": SIGINT, "QUIT": SIGQUIT, "USR1": SIGUSR1, "USR2": SIGUSR2, "ALRM": SIGALRM,
        "TERM": SIGTERM, "CONT": SIGCONT, "URG": SIGURG, "WINCH": SIGWINCH, "IO": SIGIO, "PWR": SIGPWR,
    ]

    private static func realTime(_ name: String) -> Int32? {
        let base = name.hasPrefix("RTMIN") ? outl_signal_realtime_first() : outl_signal_realtime_last()
        guard name.hasPrefix("RTMIN") || name.hasPrefix("RTMAX") else { return nil }
        let rest = name.dropFirst(5)
        guard let offset = rest.isEmpty ? 0 : Int32(rest), offset.magnitude < 64 else { return nil }
        let number = base + offset
        return number >= outl_signal_realtime_first() ? number : nil
    }
}
