#if LiveReset
/// A back-off for keys whose objects survive in every generation.
///
/// Without it, each cycle of a soak over a leaking program would take the whole deadline. It applies only up to the
/// usual number of survivors. If more objects are alive, some may be late ones that share a key with a leak, and the
/// full deadline applies.
struct Patience: Sendable {
    /// The number of consecutive generations in which a key must exceed its deadline.
    static let generations = 3

    private struct Streak {
        var generations = 0
        /// The smallest number of objects left in any of them; the minimum favours waiting.
        var fewest = Int.max
    }

    private var streaks: [RegistrationKey: Streak] = [:]

    /// Returns the expected survivors of a key: 0 unless it exceeded the deadline in enough recent generations.
    func lost(of key: RegistrationKey) -> Int {
        guard let streak = streaks[key], streak.generations >= Self.generations else { return 0 }
        return streak.fewest
    }

    /// Records the survivors of another generation by key; keys that are absent from `counts` are forgotten.
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
