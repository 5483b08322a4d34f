internal import Dispatch
internal import Glibc

/// Leaves nothing behind when this process exits or is interrupted, for a test process that nobody else tidies up.
///
/// Only the kernel can end a process without this: SIGKILL, or a crash.
enum AtExit {
    private static let directories = Locked<Set<String>>([])
    /// Kept for good, as a source without an owner is none.
    private nonisolated(unsafe) static var interrupts: [any DispatchSourceSignal] = []

    private static let begun: Void = {
        atexit { AtExit.tidyUpNow() }
        // A source takes effect a moment after it is activated, and what is to be tidied up may be made before that.
        let registered = DispatchGroup()
        // Whoever handles a signal already, or ignores it, keeps it.
        interrupts = [SIGINT, SIGTERM, SIGHUP].filter(isUnhandled).map { signal in
            let source = DispatchSource.makeSignalSource(
                signal: signal, queue: DispatchQueue(label: "outlive.interrupts"))
            source.setEventHandler {
                tidyUpNow()
                // It ends as it would have ended.
                Glibc.signal(signal, SIG_DFL)
                kill(getpid(), signal)
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
        LastResort.killAll()
        for directory in directories.withLock({ $0 }) { FileTree.remove(directory) }
    }
}

private func isUnhandled(_ signal: Int32) -> Bool {
    var action = sigaction()
    return sigaction(signal, nil, &action) == 0
        && withUnsafeBytes(of: &action) { $0.load(as: Int.self) }
            == Int(bitPattern: unsafeBitCast(SIG_DFL, to: UnsafeRawPointer?.self))
}
