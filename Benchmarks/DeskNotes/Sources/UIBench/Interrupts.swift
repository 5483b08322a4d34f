internal import Dispatch
internal import Foundation

/// Turns Ctrl-C, a closed terminal and SIGTERM into a call, so that the tests can be ended.
///
/// Dispatch installs a handler of its own, which the tests do not inherit.
struct Interrupts {
    private let sources: [any DispatchSourceSignal]

    /// Watches the signals until `stop()`. Once this returns, none is missed.
    ///
    /// - Parameter interrupted: Called for each signal, on a queue.
    init(_ interrupted: @escaping @Sendable () -> Void) {
        // A shell starts background processes with SIGINT ignored, and the parent passes it on. Under nohup(1) a closed
        // terminal must have no effect.
        let numbers = [SIGINT, SIGTERM] + (Self.isIgnored(SIGHUP) ? [] : [SIGHUP])
        let registered = DispatchGroup()
        sources = numbers.map { number in
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { interrupted() }
            registered.enter()
            source.setRegistrationHandler { registered.leave() }
            source.activate()
            return source
        }
        registered.wait()
    }

    /// Stops watching.
    func stop() {
        for source in sources { source.cancel() }
    }

    /// Returns `true` if the signal is ignored. The handler is the first word of the structure.
    private static func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        return sigaction(number, nil, &action) == 0
            && withUnsafeBytes(of: &action) { $0.load(as: Int.self) } == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}
