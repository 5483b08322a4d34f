internal import OutliveModel

/// What is still waited for after a generation's end, and what has gone away meanwhile.
///
/// It knows no clock and no registry: times and looks are given to it.
struct Settling {
    private struct Group {
        let key: RegistrationKey
        let deadline: Duration
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

    private var groups: [Group]

    /// Begins with what the first sweep found; `deadline` tells how long to wait for a key.
    init(_ awaited: [RegistrationKey: [SlotReference]], deadline: (RegistrationKey) -> Duration) {
        groups = awaited.map { Group(key: $0, deadline: deadline($0), alive: $1) }
    }

    /// Looks again at what is waited for, `elapsed` after the first sweep.
    mutating func poll(at elapsed: Duration, look: ([SlotReference]) -> (alive: [SlotReference], gone: Int)) {
        for index in groups.indices { groups[index].update(at: elapsed, look) }
    }

    /// How long to wait on at most; nil when there is nothing to wait for.
    func remaining(after waited: Duration) -> Duration? {
        let deadline = groups.lazy.filter { !$0.alive.isEmpty }.map(\.deadline).max()
        guard let deadline, deadline > waited else { return nil }
        return deadline - waited
    }

    /// The keys of which something is still alive.
    var waitingFor: [RegistrationKey] {
        groups.filter { !$0.alive.isEmpty }.map(\.key)
    }

    /// What went away, by key.
    var late: [LateFree] {
        groups.filter { $0.late > 0 }.map {
            LateFree(key: ComponentKey($0.key), count: $0.late, seconds: $0.lastSeenGone / .seconds(1))
        }.sorted { $0.key.precedes($1.key) }
    }
}
