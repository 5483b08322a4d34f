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

        mutating func update(at elapsed: Duration, _ look: ([SlotReference]) -> (alive: [SlotReference], gone: Int)) {
            guard !alive.isEmpty else { return }
            let seen = look(alive)
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
    mutating func poll(at elapsed: Duration, look: ([SlotReference]) -> (alive: [SlotReference], gone: Int)) {
        for index in groups.indices { groups[index].update(at: elapsed, look) }
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
#endif
