internal import OutliveSupport

/// Forwarding of this process's signals to the foreground process.
///
/// A signal from the terminal, such as Ctrl-C, reaches both processes and must not arrive twice, because many programs
/// quit at once at the second. Only a signal handler receives the origin of a signal, so this is no Dispatch source.
enum SignalRelay {
    private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2]

    /// Starts to hold signals that would end this process; ignored signals stay ignored.
    ///
    /// A program started meanwhile is not affected, because handlers are reset by `exec`.
    static func begin() {
        // Initialises the globals before a handler can access them.
        receiver = 0
        pending = 0
        for signal in signals {
            var current = sigaction()
            guard sigaction(signal, nil, &current) == 0,
                unsafeBitCast(current.__sigaction_handler.sa_handler, to: Int.self) == 0
            else { continue }
            var relaying = sigaction()
            relaying.__sigaction_handler.sa_sigaction = { signal, information, _ in
                guard let information, information.pointee.si_code <= 0 else { return }
                if receiver > 0 { kill(receiver, signal) } else { pending |= 1 << UInt64(signal) }
            }
            relaying.sa_flags = SA_SIGINFO | Int32(SA_RESTART)
            sigaction(signal, &relaying, nil)
        }
    }

    /// Sets the receiver and forwards the signals held so far.
    static func pass(to process: pid_t) {
        receiver = process
        for signal in signals where pending & 1 << UInt64(signal) != 0 { kill(process, signal) }
    }

    /// Stops the forwarding, because the number of the ended process may be reused; signals are still held.
    static func end() {
        receiver = -1
    }
}

// A handler reads these and must take no lock; both are written in one instruction.
private nonisolated(unsafe) var receiver: pid_t = 0
private nonisolated(unsafe) var pending: UInt64 = 0
