internal import OutliveModel
internal import OutliveSupport

/// The status and time of the end of a process.
struct ProcessExit: Hashable, Sendable, CustomStringConvertible {
    enum Status: Hashable, Sendable {
        /// The process exited with this status; 0 means success.
        case exited(Int32)
        /// This signal killed the process.
        case killed(Int32)
    }

    var status: Status
    /// The moment at which the end was observed.
    var instant: SuspendingClock.Instant

    /// `true` if the process exited with status 0.
    var isGood: Bool { status == .exited(0) }

    /// A verb phrase: `ended with status 3`, `was killed by SIGSEGV`.
    var description: String {
        switch status {
        case .exited(let code): return "ended with status \(code)"
        case .killed(let number): return "was killed by \(SignalNumber(number: number).signalName)"
        }
    }

    /// Blocks until the child process ends, and leaves it as a zombie for another task to reap.
    ///
    /// Until then, its number and that of its group cannot be reused.
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
    /// The conventional name: `SIGUSR1`, or `signal 77` for a number without one.
    var signalName: String { "\(Int32(description) == nil ? "SIG" : "signal ")\(self)" }
}
