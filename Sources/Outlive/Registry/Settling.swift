#if LiveReset
internal import OutliveModel

/// What is still waited for after a generation's end, and what has gone away meanwhile.
///
/// It knows no clock and no registry: times and looks are given to it.
struct Settling {
    private struct Group {
        let key: RegistrationKey
        /// How many objects are not worth the full deadline.
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

    /// Begins with what the first sweep found; of the objects that are `lost` anyway a tenth of the deadline will do.
    init(_ awaited: [RegistrationKey: [SlotReference]], deadline: Duration, lost: (RegistrationKey) -> Int) {
        self.deadline = deadline
        groups = awaited.map { Group(key: $0, lost: lost($0), alive: $1) }
    }

    /// Looks again at what is waited for, `elapsed` after the first sweep.
    mutating func poll(at elapsed: Duration, look: ([SlotReference]) -> (alive: [SlotReference], gone: Int)) {
        for index in groups.indices { groups[index].update(at: elapsed, look) }
    }

    /// How long to wait on at most; nil when there is nothing to wait for.
    func remaining(after waited: Duration) -> Duration? {
        let waiting = groups.filter { !$0.alive.isEmpty }
        guard !waiting.isEmpty else { return nil }
        let deadline = waiting.contains { $0.alive.count > $0.lost } ? deadline : deadline / 10
        return deadline > waited ? deadline - waited : nil
    }

    /// How many objects of each key are still alive; keys of which none is are left out.
    var outlived: [RegistrationKey: Int] {
        Dictionary(uniqueKeysWithValues: groups.lazy.filter { !$0.alive.isEmpty }.map { ($0.key, $0.alive.count) })
    }

    /// What went away, by key.
    var late: [LateFree] {
        groups.filter { $0.late > 0 }.map {
            LateFree(key: ComponentKey($0.key), count: $0.late, seconds: $0.lastSeenGone / .seconds(1))
        }.sorted { $0.key.precedes($1.key) }
    }
}
#endif
