#if LiveReset
internal import OutliveWire

/// The components of an ended generation that are still alive, and those released late.
///
/// Independent of clock and registry: the caller passes times and check results.
struct Settling {
    private struct Group {
        let key: RegistrationKey
        /// The number of objects that do not justify the full deadline.
        let lost: Int
        var alive: [SlotReference]
        var late = 0
        var lastSeenGone = Duration.zero

        mutating func update(at elapsed: Duration, _ check: ([SlotReference]) -> (alive: [SlotReference], gone: Int)) {
            guard !alive.isEmpty else { return }
            let seen = check(alive)
            alive = seen.alive
            guard seen.gone > 0 else { return }
            late += seen.gone
            lastSeenGone = elapsed
        }
    }

    private let deadline: Duration
    private var groups: [Group]

    /// Begins with the result of the first sweep; if only `lost` objects remain, a tenth of the deadline applies.
    init(_ awaited: [RegistrationKey: [SlotReference]], deadline: Duration, lost: (RegistrationKey) -> Int) {
        self.deadline = deadline
        groups = awaited.map { Group(key: $0, lost: lost($0), alive: $1) }
    }

    /// Checks the remaining objects again, `elapsed` after the first sweep.
    mutating func poll(at elapsed: Duration, check: ([SlotReference]) -> (alive: [SlotReference], gone: Int)) {
        for index in groups.indices { groups[index].update(at: elapsed, check) }
    }

    /// Returns the remaining time to wait, or `nil` if the wait is over.
    func remaining(after waited: Duration) -> Duration? {
        let waiting = groups.filter { !$0.alive.isEmpty }
        guard !waiting.isEmpty else { return nil }
        let deadline = waiting.contains { $0.alive.count > $0.lost } ? deadline : deadline / 10
        return deadline > waited ? deadline - waited : nil
    }

    /// The number of live objects by key, without keys that have none.
    var outlived: [RegistrationKey: Int] {
        Dictionary(uniqueKeysWithValues: groups.lazy.filter { !$0.alive.isEmpty }.map { ($0.key, $0.alive.count) })
    }

    /// The objects released late, by key.
    var late: [LateFree] {
        groups.filter { $0.late > 0 }.map {
            LateFree(key: ComponentKey($0.key), count: $0.late, seconds: $0.lastSeenGone / .seconds(1))
        }.sorted { $0.key.precedes($1.key) }
    }
}

/// A back-off for keys whose objects survive in every generation.
///
/// Without it, each cycle of a soak over a leaking program would take the whole deadline. It applies only up to the
/// usual number of survivors. If more objects are alive, some may be late ones that share a key with a leak, and the
/// full deadline applies.
struct SettleBackOff: Sendable {
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
