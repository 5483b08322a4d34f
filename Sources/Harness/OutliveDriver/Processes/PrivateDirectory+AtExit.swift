package import Dispatch
internal import OutliveSupport

// Cleanup when this process exits or is interrupted, for a test process without a cleanup of its own.
//
// SIGKILL and crashes bypass it; the watchdog cleans up after those. None of it runs in a signal handler, where no
// lock may be taken: Dispatch's sources run on a queue, and `exit(3)` runs handlers on its calling thread while other
// threads continue and release their locks.
extension PrivateDirectory {
    /// The process that owns the directories; its forks inherit the `atexit` handler but must not clean up.
    private static let owner = getpid()
    private static let removedAtExit = Lock<Set<String>>([])
    /// Retained for good, because releasing a source cancels it.
    private nonisolated(unsafe) static var interrupts: [any DispatchSourceSignal] = []

    private static let cleanup: Void = {
        _ = owner
        atexit { PrivateDirectory.tidyUpNow() }
        // Signals that are handled or ignored already stay so.
        interrupts = interruptSources(where: hasDefaultAction) { signal in
            tidyUpNow()
            endProcess(by: signal)
        }
    }()

    /// Registers a directory: at the exit of this process, all processes of the driver are killed and it is removed.
    static func removeAtExit(_ directory: String) {
        _ = removedAtExit.withLock { $0.insert(directory) }
        _ = cleanup
    }

    static func forgetAtExit(_ directory: String) { _ = removedAtExit.withLock { $0.remove(directory) } }

    private static func tidyUpNow() {
        guard getpid() == owner else { return }
        killLaunchedProcesses()
        for directory in removedAtExit.withLock({ $0 }) { removeTree(directory) }
    }
}

/// Ends this process by the default action of a signal.
///
/// A plain `kill` might have no effect, because Dispatch's threads block all signals, and so does a thread that was
/// interrupted by a signal with a source.
private func endProcess(by signal: Int32) {
    OutliveSupport.signal(signal, SIG_DFL)
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, signal)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    raise(signal)
}

/// Handles interrupts (SIGINT, SIGTERM, SIGHUP) on a queue until the returned sources are released or cancelled.
///
/// Blocks until the sources have taken effect, shortly after their activation. Dispatch installs a handler, which an
/// executed child does not inherit.
///
/// - Parameter isHandled: returns `true` for the signals to handle.
package func interruptSources(
    where isHandled: (Int32) -> Bool, _ handle: @escaping @Sendable (Int32) -> Void
) -> [any DispatchSourceSignal] {
    let queue = DispatchQueue(label: "outlive.interrupts")
    let registered = DispatchGroup()
    let sources = [SIGINT, SIGTERM, SIGHUP].filter(isHandled).map { signal in
        let source = DispatchSource.makeSignalSource(signal: signal, queue: queue)
        source.setEventHandler { handle(signal) }
        registered.enter()
        source.setRegistrationHandler { registered.leave() }
        source.activate()
        return source
    }
    registered.wait()
    return sources
}

/// Returns `true` if a signal has its default action, for which the handler is a null pointer.
func hasDefaultAction(_ signal: Int32) -> Bool {
    var action = sigaction()
    return sigaction(signal, nil, &action) == 0 && action.__sigaction_handler.sa_handler == nil
}
