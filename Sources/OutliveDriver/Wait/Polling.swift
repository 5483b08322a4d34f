/// Asks again and again until there is an answer.
///
/// Each pause is a hundredth of the time waited so far, within the bounds, so that the moment of the answer is
/// known to about one per cent, and an application that takes long to start is not disturbed by questions.
///
/// - Parameters:
///   - longestPause: the upper bound of a pause; the lower one is 0.2 ms.
///   - ask: returns nil to be asked again.
/// - Throws: what `ask` throws; `CancellationError` when the task is cancelled.
func pollUntilAnswered<Value: Sendable>(
    longestPause: Duration = .milliseconds(5), _ ask: @Sendable () async throws -> Value?
) async throws -> Value {
    let start = SuspendingClock.now
    while true {
        if let answer = try await ask() { return answer }
        let pause = start.duration(to: .now) / 100
        try await Task.sleep(for: min(max(pause, .microseconds(200)), longestPause), clock: .suspending)
    }
}
