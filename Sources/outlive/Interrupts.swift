internal import Dispatch

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// Turns Ctrl-C, a closed terminal and a request to end into a call, so that children can be ended and what was
/// measured can be reported.
///
/// Dispatch installs a handler of its own, which an executed child does not inherit.
struct Interrupts {
    private let sources: [any DispatchSourceSignal]

    /// Starts watching; stops when the value goes away.
    ///
    /// Blocks for a moment: from its return on no interrupt ends this process by itself.
    ///
    /// - Parameters:
    ///   - first: called on the first interrupt.
    ///   - second: called on every later one, when someone has lost patience. A terminal has none: it may be closed
    ///     after Ctrl-C, and both the kernel and the shell tell of that.
    init(first: @escaping @Sendable () -> Void, second: @escaping @Sendable () -> Void) {
        let queue = DispatchQueue(label: "outlive.interrupts")
        let patience = Patience()
        // A source takes effect a moment after it is activated.
        let registered = DispatchGroup()
        // What is ignored from the start, by nohup(1) or a shell's background, stays so.
        sources = [SIGINT, SIGTERM, SIGHUP].filter { !isIgnored($0) }.map { signal in
            let source = DispatchSource.makeSignalSource(signal: signal, queue: queue)
            source.setEventHandler {
                if !patience.interrupted { first() } else if signal != SIGHUP { second() }
                patience.interrupted = true
            }
            registered.enter()
            source.setRegistrationHandler { registered.leave() }
            source.activate()
            return source
        }
        registered.wait()
    }

    /// Stops watching.
    func cancel() {
        for source in sources { source.cancel() }
    }

    /// Whether there was an interrupt; used on the one queue only.
    private final class Patience: @unchecked Sendable {
        var interrupted = false
    }
}

/// The handler is the first word of the structure on every system here; its field has another name on each.
private func isIgnored(_ signal: Int32) -> Bool {
    var action = sigaction()
    return sigaction(signal, nil, &action) == 0
        && withUnsafeBytes(of: &action) { $0.load(as: Int.self) } == unsafeBitCast(SIG_IGN, to: Int.self)
}
