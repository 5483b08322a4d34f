#if LiveReset
/// How many objects of a key are not worth a full deadline any more, because so many are left behind each time.
///
/// Without it, each cycle of a soak over a leaking program would take the whole deadline. More objects than that are
/// waited for in full: some of them may yet go away, as late ones do that have a name in common with a leak.
struct Patience: Sendable {
    /// How many generations in a row a key must outlive its deadline.
    static let generations = 3

    private struct Streak {
        var generations = 0
        /// The fewest objects left in any of them; errs to waiting.
        var fewest = Int.max
    }

    private var streaks: [RegistrationKey: Streak] = [:]

    /// How many objects of a key can be expected to stay: 0 unless it outlived the deadline in the last generations.
    func lost(of key: RegistrationKey) -> Int {
        guard let streak = streaks[key], streak.generations >= Self.generations else { return 0 }
        return streak.fewest
    }

    /// Takes note of how many objects of each key outlived the deadline of one more generation; the keys that are not
    /// there are forgotten.
    mutating func note(outlived counts: [RegistrationKey: Int]) {
        var next: [RegistrationKey: Streak] = [:]
        for (key, count) in counts {
            let streak = streaks[key] ?? Streak()
            next[key] = Streak(generations: streak.generations + 1, fewest: min(streak.fewest, count))
        }
        streaks = next
    }
}
#endif
