/// Which keys are not worth a full deadline any more, because they keep leaking.
///
/// Without it, each cycle of a soak over a leaking program would take the whole deadline. It changes no verdict: what
/// is alive is counted anew after each cycle, so an object that was given up too early is not counted in the next.
struct Patience: Sendable {
    /// How many generations in a row a key must outlive its deadline.
    static let generations = 3

    private var streaks: [RegistrationKey: Int] = [:]

    /// Whether a key has outlived the deadline in each of the last generations.
    func isExhausted(for key: RegistrationKey) -> Bool {
        streaks[key, default: 0] >= Self.generations
    }

    /// Takes note of the keys that outlived the deadline of one more generation; the others are forgotten.
    mutating func note(outlived keys: [RegistrationKey]) {
        var next: [RegistrationKey: Int] = [:]
        for key in keys { next[key] = min(streaks[key, default: 0] + 1, Self.generations) }
        streaks = next
    }
}
