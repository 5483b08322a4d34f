internal import Dispatch
internal import Foundation
internal import OutliveDriver
internal import OutliveModel
internal import OutliveSupport

/// Watches for interrupts (SIGINT, SIGTERM, SIGHUP), so that children are ended and results reported first.
///
/// Blocks briefly. After it returns, an interrupt no longer ends this process by itself.
///
/// - Parameters:
///   - first: A function called on the first interrupt.
///   - second: A function called on each later one except SIGHUP. A terminal may be closed after Ctrl-C, and both
///     the kernel and the shell report that.
/// - Returns: The sources of the watch, which ends when they are cancelled or released.
func watchInterrupts(
    first: @escaping @Sendable () -> Void, second: @escaping @Sendable () -> Void
) -> [any DispatchSourceSignal] {
    let isInterrupted = Flag()
    // Signals ignored from the start, by nohup(1) or a background shell, stay ignored.
    return interruptSources(where: { !isIgnored($0) }) { signal in
        if isInterrupted.raise() { first() } else if signal != SIGHUP { second() }
    }
}

/// Measures until the end, or until the first interrupt cancels the measurement.
///
/// - Parameters:
///   - progress: What is removed from the terminal at the end.
///   - removeTraces: Ends what the run started; called once more than necessary after a second interrupt.
/// - Returns: The result, and the watch, which has to last until all reports are written, so that an interrupt loses
///   nothing.
func untilInterrupted<Result: Sendable>(
    showing progress: any RunDisplay, removeTraces: @escaping @Sendable () -> Void,
    measure: @escaping @Sendable () async -> Result
) async -> (Result, interrupts: [any DispatchSourceSignal]) {
    // A process started before the watch begins would survive an interrupt.
    let (watching, whenWatching) = AsyncStream.makeStream(of: Never.self)
    let measuring = Task {
        for await _ in watching {}
        return await measure()
    }
    let interrupts = watchInterrupts(
        first: {
            progress.clear()
            printError("stopping; what was measured is reported (again to end at once)")
            measuring.cancel()
        },
        second: {
            removeTraces()
            Foundation.exit(Outcome.interrupted.rawValue)
        })
    whenWatching.finish()
    let measured = await measuring.value
    removeTraces()
    progress.clear()
    return (measured, interrupts)
}

/// Returns `true` if a signal is ignored.
///
/// The handler is the first word of the structure on all supported systems, which name its field differently.
private func isIgnored(_ signal: Int32) -> Bool {
    var action = sigaction()
    return sigaction(signal, nil, &action) == 0
        && withUnsafeBytes(of: &action) { $0.load(as: Int.self) } == unsafeBitCast(SIG_IGN, to: Int.self)
}
