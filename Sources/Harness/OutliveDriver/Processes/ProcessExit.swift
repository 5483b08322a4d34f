internal import OutliveModel
internal import OutliveSupport

struct ProcessExit: Hashable, Sendable, CustomStringConvertible {
    enum Status: Hashable, Sendable {
        /// The process exited with this status; 0 means success.
        case exited(Int32)
        case killed(Int32)
        /// The kernel or other code of this process reaped it.
        case unknown
        /// It is no child of this process, and that which launched it goes on.
        case unseen
    }

    var status: Status
    var instant: SuspendingClock.Instant

    var isSuccess: Bool { status == .exited(0) }

    /// A verb phrase: `ended with status 3`, `was killed by SIGSEGV`.
    var description: String {
        switch status {
        case .exited(let code): "ended with status \(code)"
        case .killed(let number): "was killed by \(SignalNumber(number: number).signalName)"
        case .unknown: "ended with an unknown status (SIGCHLD is ignored, or other code waited for it)"
        case .unseen: "ended, while the process that launched it goes on"
        }
    }

    /// Blocks until the child process ends, and leaves it as a zombie for another task to reap.
    ///
    /// Until then, the numbers of the process and its group cannot be reused.
    static func await(processID: pid_t) -> ProcessExit {
        var info = siginfo_t()
        var result: Int32
        repeat {
            result = waitid(P_PID, id_t(processID), &info, WEXITED | WNOWAIT)
        } while result == -1 && errno == EINTR
        let instant = SuspendingClock.now
        guard result == 0 else { return ProcessExit(status: .unknown, instant: instant) }
        let value = info._sifields._sigchld.si_status
        return ProcessExit(status: info.si_code == CLD_EXITED ? .exited(value) : .killed(value), instant: instant)
    }
}

extension SignalNumber {
    /// The conventional name: `SIGUSR1`, or `signal 77` for a number without one.
    var signalName: String { "\(Int32(description) == nil ? "SIG" : "signal ")\(self)" }
}
