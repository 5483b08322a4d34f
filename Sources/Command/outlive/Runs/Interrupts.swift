internal import Dispatch
internal import OutliveDriver
internal import OutliveSupport

/// A watch for interrupts (SIGINT, SIGTERM, SIGHUP), so that children are ended and results reported first.
struct Interrupts {
    private let sources: [any DispatchSourceSignal]

    /// Starts the watch, which ends when the value is released.
    ///
    /// Blocks briefly. After it returns, an interrupt no longer ends this process by itself.
    ///
    /// - Parameters:
    ///   - first: A function called on the first interrupt.
    ///   - second: A function called on each later one except SIGHUP. A terminal may be closed after Ctrl-C, and both
    ///     the kernel and the shell report that.
    init(first: @escaping @Sendable () -> Void, second: @escaping @Sendable () -> Void) {
        let isInterrupted = Flag()
        // Signals ignored from the start, by nohup(1) or a background shell, stay ignored.
        sources = interruptSources(where: { !isIgnored($0) }) { signal in
            if isInterrupted.raise() { first() } else if signal != SIGHUP { second() }
        }
    }

    func cancel() {
        for source in sources { source.cancel() }
    }
}

/// Returns `true` if a signal is ignored.
///
/// The handler is the first word of the structure on all supported systems, which name its field differently.
private func isIgnored(_ signal: Int32) -> Bool {
    var action = sigaction()
    return sigaction(signal, nil, &action) == 0
        && withUnsafeBytes(of: &action) { $0.load(as: Int.self) } == unsafeBitCast(SIG_IGN, to: Int.self)
}
