internal import Glibc

/// Passes signals that were sent to this process on to another one, which is in its place.
///
/// What the terminal sends, such as Ctrl-C, reaches both by itself: twice would be once too often, as many programs end
/// at once at the second. Only a handler sees who sent a signal, so that this is one, and no source of Dispatch.
enum SignalRelay {
    private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2]

    /// Begins to hold signals back that would end this process; those that are ignored stay so.
    ///
    /// What a program started meanwhile does with them is not changed by that.
    static func begin() {
        // Made before a handler could be the first to ask for them.
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

    /// Names the process that they go to, and passes on those that have come already.
    static func pass(to process: pid_t) {
        receiver = process
        for signal in signals where pending & 1 << UInt64(signal) != 0 { kill(process, signal) }
    }

    /// Stops passing on, as the process has ended and its number may be used again; signals are held back on.
    static func end() {
        receiver = -1
    }
}

// Read in a handler, where no lock may be taken; numbers that are written whole.
private nonisolated(unsafe) var receiver: pid_t = 0
private nonisolated(unsafe) var pending: UInt64 = 0
