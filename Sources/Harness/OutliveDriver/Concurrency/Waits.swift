internal import Dispatch
package import OutliveSupport

enum WaitOutcome<Value: Sendable>: Sendable {
    case value(Value)
    case exited(ProcessExit)
    case timedOut

    /// The awaited value, or `nil` if something else came first.
    var value: Value? {
        if case .value(let value) = self { value } else { nil }
    }
}

/// Waits for `operation` until it ends, `timeout` passes or the process exits.
///
/// A late operation is cancelled and must end soon after.
///
/// - Throws: the error of the operation; `CancellationError` as soon as the task is cancelled.
func firstOf<Value: Sendable>(
    timeout: Duration, exit: Promise<ProcessExit>? = nil, operation: @escaping @Sendable () async throws -> Value
) async throws -> WaitOutcome<Value> {
    try await withThrowingTaskGroup(of: WaitOutcome<Value>.self) { group in
        defer { group.cancelAll() }
        group.addTask { .value(try await operation()) }
        group.addTask {
            try await Task.sleep(for: timeout, clock: .suspending)
            return .timedOut
        }
        if let exit { group.addTask { .exited(try await exit.get()) } }
        guard let first = try await group.next() else { throw CancellationError() }
        try Task.checkCancellation()
        return first
    }
}

enum BackOff {
    /// A hundredth of the time waited so far, 0.2 ms at least. The time of the answer is then known to about 1 %, and a
    /// slow start is not disturbed by frequent polls.
    case hundredth(longest: Duration)
    /// 1 ms, 2 ms, 4 ms and so on up to 100 ms: few polls, for waits whose exact time does not matter.
    case doubling

    /// Returns the pause after a number of polls; the first one was `waited` ago.
    func next(waited: Duration, checks: Int) -> Duration {
        switch self {
        case .hundredth(let longest): min(max(waited / 100, .microseconds(200)), longest)
        case .doubling: min(.milliseconds(1) * (1 << min(checks - 1, 10)), .milliseconds(100))
        }
    }
}

/// Polls until there is an answer or the time limit passes.
///
/// The first poll is immediate, whatever the limit, and the last one follows the limit. A poll in progress is never
/// interrupted.
///
/// - Parameter ask: returns the answer, or `nil` to be polled again.
/// - Returns: the answer, or `nil` if the limit passed first; the number of polls; the time from the first to the last.
nonisolated(nonsending) func poll<Value>(
    within limit: Duration?, pauses: BackOff, clock: some Clock<Duration>,
    _ ask: nonisolated(nonsending) () async throws -> Value?
) async throws -> (answer: Value?, checks: Int, waited: Duration) {
    let start = clock.now
    var checks = 0
    while true {
        try Task.checkCancellation()
        checks += 1
        let answer = try await ask()
        let waited = start.duration(to: clock.now)
        let rest = limit.map { $0 - waited }
        if answer != nil || rest.map({ $0 <= .zero }) == true { return (answer, checks, waited) }
        let pause = pauses.next(waited: waited, checks: checks)
        try await clock.sleep(for: min(pause, rest ?? pause))
    }
}

/// Polls without a time limit until there is an answer, with pauses of 0.2 ms to `longestPause`.
func pollUntilAnswered<Value: Sendable>(
    longestPause: Duration = .milliseconds(5), _ ask: @Sendable () async throws -> Value?
) async throws -> Value {
    // Without a limit, `poll` returns only with an answer.
    try await poll(within: nil, pauses: .hundredth(longest: longestPause), clock: .suspending, ask).answer!
}

/// Runs blocking work on a thread of its own, because threads of the cooperative pool must not block.
///
/// - Parameter body: the work; its flag is raised when the task is cancelled, and the work should then throw soon.
package func onOwnThread<Value: Sendable>(
    _ body: @escaping @Sendable (_ stop: Flag) throws -> Value
) async throws -> Value {
    let stop = Flag()
    return try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
            // A serial queue gets a thread at once; a concurrent one may wait for a free thread.
            DispatchQueue(label: "outlive.blocking").async {
                continuation.resume(with: Result { try body(stop) })
            }
        }
    } onCancel: {
        stop.raise()
    }
}
