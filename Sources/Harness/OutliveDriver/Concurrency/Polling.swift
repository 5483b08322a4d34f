/// The back-off between two polls.
enum BackOff {
    /// A hundredth of the time waited so far, 0.2 ms at least. The time of the answer is then known to about 1 %, and a
    /// slow start is not disturbed by frequent polls.
    case hundredth(longest: Duration)
    /// 1 ms, 2 ms, 4 ms and so on up to 100 ms: few polls, for waits whose exact time does not matter.
    case doubling

    /// Returns the pause after a number of polls, the first of which was `waited` ago.
    func next(waited: Duration, looks: Int) -> Duration {
        switch self {
        case .hundredth(let longest): min(max(waited / 100, .microseconds(200)), longest)
        case .doubling: min(.milliseconds(1) * (1 << min(looks - 1, 10)), .milliseconds(100))
        }
    }
}

/// The result of polling.
struct Polled<Value> {
    /// The answer, or `nil` if the time limit passed first.
    let answer: Value?
    let looks: Int
    /// The time from the first poll to the last.
    let waited: Duration
}

/// Polls until there is an answer or the time limit passes.
///
/// The first poll is immediate, whatever the limit, and the last one follows the limit. A poll in progress is never
/// interrupted.
nonisolated(nonsending) func poll<Value>(
    within limit: Duration?, pauses: BackOff, clock: some Clock<Duration>,
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

/// Polls without a time limit until there is an answer, with pauses of 0.2 ms to `longestPause`.
func pollUntilAnswered<Value: Sendable>(
    longestPause: Duration = .milliseconds(5), _ ask: @Sendable () async throws -> Value?
) async throws -> Value {
    let pauses = BackOff.hundredth(longest: longestPause)
    while true {
        // Without a limit, `poll` returns only with an answer.
        if let answer = try await poll(within: nil, pauses: pauses, clock: .suspending, ask).answer { return answer }
    }
}
