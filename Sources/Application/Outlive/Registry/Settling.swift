#if LiveReset
internal import OutliveWire

/// The components of an ended generation that are still alive, and those released late.
///
/// It is independent of the clock and the registry: the caller passes times and the results of checks.
struct Settling {
    private struct Group {
        let key: RegistrationKey
        /// The expected number of survivors, for which the full deadline is not justified.
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

    /// Begins with the result of the first sweep.
    ///
    /// A tenth of the deadline applies once no key has more live objects than `lost` returns for it.
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
/// Without it, each cycle of a soak test of a leaking program would take the full deadline. It applies only up to the
/// usual number of survivors. If more objects are alive, some of them may be late releases that share a key with a
/// leak, and the full deadline applies.
struct SettleBackOff: Sendable {
    /// The number of consecutive generations in which objects of a key must outlive the deadline.
    static let generations = 3

    /// The number of consecutive generations, and the smallest number of survivors in any; the minimum favours waiting.
    private typealias Streak = (generations: Int, minimum: Int)

    private var streaks: [RegistrationKey: Streak] = [:]

    /// Returns the expected number of survivors of a key: 0 unless objects of it outlived the deadline in enough recent
    /// generations.
    func lost(of key: RegistrationKey) -> Int {
        guard let streak = streaks[key], streak.generations >= Self.generations else { return 0 }
        return streak.minimum
    }

    /// Records the number of survivors of another generation by key, and forgets keys that are absent from `counts`.
    mutating func note(outlived counts: [RegistrationKey: Int]) {
        var next: [RegistrationKey: Streak] = [:]
        for (key, count) in counts {
            let streak = streaks[key] ?? (0, .max)
            next[key] = (streak.generations + 1, min(streak.minimum, count))
        }
        streaks = next
    }
}
#endif
