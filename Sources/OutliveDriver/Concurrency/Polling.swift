/// How long to pause before something is looked at again.
enum Pauses {
    /// A hundredth of the time waited so far, 0.2 ms at least: the moment of the answer is then known to about one per
    /// cent, and an application that takes long to start is not disturbed by questions.
    case hundredth(longest: Duration)
    /// 1 ms, 2 ms, 4 ms and so on, 100 ms at most: few looks, where the moment does not matter.
    case doubling

    /// The pause after some looks, the first of which was `waited` ago.
    func next(waited: Duration, looks: Int) -> Duration {
        switch self {
        case .hundredth(let longest): min(max(waited / 100, .microseconds(200)), longest)
        case .doubling: min(.milliseconds(1) * (1 << min(looks - 1, 10)), .milliseconds(100))
        }
    }
}

/// What came of asking again and again.
struct Polled<Value> {
    /// The answer; nil when the time was up first.
    let answer: Value?
    /// How often it was asked for.
    let looks: Int
    /// How long that took.
    let waited: Duration
}

/// Asks again and again until there is an answer, or the time is up.
///
/// It is asked at once, whatever the limit, and once more when the time is up. A question under way is never broken
/// off.
///
/// - Parameters:
///   - limit: the longest wait; nil to wait for as long as it takes.
///   - pauses: the pauses between two questions.
///   - clock: what the wait is measured by.
///   - ask: returns nil to be asked again.
/// - Throws: what `ask` throws; `CancellationError` when the task is cancelled.
nonisolated(nonsending) func poll<Value>(
    within limit: Duration?, pauses: Pauses, clock: some Clock<Duration>,
    _ ask: nonisolated(nonsending) () async throws -> Value?
) async throws -> Polled<Value> {
    let start = clock.now
    var looks = 0
    while true {
        try Task.checkCancellation()
        looks += 1
        let answer = try await ask()
        let waited = start.duration(to: clock.now)
        let rest = limit.map { $0 - waited }
        if answer != nil || rest.map({ $0 <= .zero }) == true {
            return Polled(answer: answer, looks: looks, waited: waited)
        }
        let pause = pauses.next(waited: waited, looks: looks)
        try await clock.sleep(for: min(pause, rest ?? pause))
    }
}

/// Asks again and again until there is an answer, however long it takes.
///
/// - Parameters:
///   - longestPause: the upper bound of a pause; the lower one is 0.2 ms.
///   - ask: returns nil to be asked again.
/// - Throws: what `ask` throws; `CancellationError` when the task is cancelled.
func pollUntilAnswered<Value: Sendable>(
    longestPause: Duration = .milliseconds(5), _ ask: @Sendable () async throws -> Value?
) async throws -> Value {
    let pauses = Pauses.hundredth(longest: longestPause)
    while true {
        // Without a limit there is an answer at the end.
        if let answer = try await poll(within: nil, pauses: pauses, clock: .suspending, ask).answer { return answer }
    }
}
