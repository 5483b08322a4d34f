internal import Dispatch
internal import Foundation

/// Turns Ctrl-C, a closed terminal and a request to end into a call, so that the tests can be ended.
///
/// Dispatch installs a handler of its own, which the tests do not inherit.
struct Interrupts {
    private let sources: [any DispatchSourceSignal]

    /// Watches until `stop()`; nothing goes unnoticed from when this returns.
    ///
    /// - Parameter interrupted: called at each of them, on a queue.
    init(_ interrupted: @escaping @Sendable () -> Void) {
        // A shell's background ignores Ctrl-C for this process; whoever started it passes that on. Under nohup(1) a
        // closed terminal is not to be noticed.
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

    /// The handler is the first word of the structure.
    private static func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        return sigaction(number, nil, &action) == 0
            && withUnsafeBytes(of: &action) { $0.load(as: Int.self) } == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}
