internal import Glibc
internal import OutliveModel

/// How and when a process ended.
struct ProcessExit: Hashable, Sendable, CustomStringConvertible {
    /// The way it ended.
    enum Status: Hashable, Sendable {
        /// It ended itself with this status, 0 when all was well.
        case exited(Int32)
        /// This signal killed it.
        case killed(Int32)
    }

    /// The way it ended.
    var status: Status
    /// The moment its end was seen.
    var instant: SuspendingClock.Instant

    /// Whether it ended itself with status 0.
    var isGood: Bool { status == .exited(0) }

    /// A verb phrase: `ended with status 3`, `was killed by SIGSEGV`.
    var description: String {
        switch status {
        case .exited(let code): return "ended with status \(code)"
        case .killed(let number): return "was killed by \(SignalNumber(number: number).signalName)"
        }
    }

    /// Blocks until the child process ends, and leaves it as a zombie, for somebody else to reap.
    ///
    /// As long as nobody does, its number and its group's cannot be given to another process.
    static func await(processID: pid_t) -> ProcessExit {
        var info = siginfo_t()
        while waitid(P_PID, id_t(processID), &info, WEXITED | WNOWAIT) == -1 && errno == EINTR {}
        let instant = SuspendingClock.now
        let value = info._sifields._sigchld.si_status
        return ProcessExit(
            status: info.si_code == CLD_EXITED ? .exited(value) : .killed(value), instant: instant)
    }
}

extension SignalNumber {
    /// The name as in a manual: `SIGUSR1`, or `signal 77` for a number without one.
    var signalName: String { "\(Int32(description) == nil ? "SIG" : "signal ")\(self)" }
}
