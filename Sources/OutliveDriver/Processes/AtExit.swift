internal import Dispatch
internal import Glibc

/// Leaves nothing behind when this process exits or is interrupted, for a test process that nobody else tidies up.
///
/// Only the kernel can end a process without this: SIGKILL, or a crash. Nothing of it runs in a signal handler, where
/// no lock may be taken: Dispatch's sources call on a queue, and `exit(3)` on the thread that called it, while the
/// others go on and let go of their locks.
enum AtExit {
    /// A copy of this process that fork(2) made has its `atexit` handlers, too, and owns nothing of what they end.
    private static let owner = getpid()
    private static let directories = Locked<Set<String>>([])
    /// Kept for good, as a source without an owner is none.
    private nonisolated(unsafe) static var interrupts: [any DispatchSourceSignal] = []

    private static let begun: Void = {
        _ = owner
        atexit { AtExit.tidyUpNow() }
        // A source takes effect a moment after it is activated, and what is to be tidied up may be made before that.
        let registered = DispatchGroup()
        // Whoever handles a signal already, or ignores it, keeps it.
        interrupts = [SIGINT, SIGTERM, SIGHUP].filter(isUnhandled).map { signal in
            let source = DispatchSource.makeSignalSource(
                signal: signal, queue: DispatchQueue(label: "outlive.interrupts"))
            source.setEventHandler {
                tidyUpNow()
                endProcess(by: signal)
            }
            registered.enter()
            source.setRegistrationHandler { registered.leave() }
            source.activate()
            return source
        }
        registered.wait()
    }()

    /// Ends every process of the driver and removes `directory` when this process exits.
    static func tidyUp(_ directory: String) {
        _ = directories.withLock { $0.insert(directory) }
        _ = begun
    }

    /// Leaves a directory alone that was removed.
    static func forget(_ directory: String) {
        _ = directories.withLock { $0.remove(directory) }
    }

    private static func tidyUpNow() {
        guard getpid() == owner else { return }
        LastResort.killAll()
        for directory in directories.withLock({ $0 }) { FileTree.remove(directory) }
    }
}

/// Whether a signal does what it does by default; `SIG_DFL` is the handler that is no function.
private func isUnhandled(_ signal: Int32) -> Bool {
    var action = sigaction()
    return sigaction(signal, nil, &action) == 0 && action.__sigaction_handler.sa_handler == nil
}

/// Ends this process as it would have ended without anybody who looks after the signal.
///
/// Sent to the process it might end nothing: Dispatch's threads block all signals, and so does one that was interrupted
/// by a signal that has a source.
private func endProcess(by signal: Int32) {
    Glibc.signal(signal, SIG_DFL)
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, signal)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    raise(signal)
}
