internal import OutliveModel

/// A registration that was alive when its generation ended and that no report has named yet.
struct AwaitedRegistration: Sendable {
    let key: RegistrationKey
    let slot: SlotReference
}

/// What is still waited for after a generation's end, and what has gone away meanwhile.
///
/// It knows no clock and no registry: times and looks are given to it.
struct Settling {
    private struct Group {
        let deadline: Duration
        var alive: [SlotReference] = []
        var late = 0
        var lastSeenGone = Duration.zero

        mutating func update(at elapsed: Duration, alive look: ([SlotReference]) -> [SlotReference]) {
            guard !alive.isEmpty else { return }
            let left = look(alive)
            guard left.count < alive.count else { return }
            late += alive.count - left.count
            lastSeenGone = elapsed
            alive = left
        }
    }

    private var groups: [RegistrationKey: Group] = [:]

    /// Begins with what the first sweep found; `deadline` tells how long to wait for a key, from when settling is
    /// asked for.
    init(_ awaited: [AwaitedRegistration], deadline: (RegistrationKey) -> Duration) {
        for one in awaited {
            groups[one.key, default: Group(deadline: deadline(one.key))].alive.append(one.slot)
        }
    }

    /// Looks again at what is waited for, `elapsed` after the first sweep.
    mutating func poll(at elapsed: Duration, alive: ([SlotReference]) -> [SlotReference]) {
        for key in groups.keys {
            groups[key]?.update(at: elapsed, alive: alive)
        }
    }

    /// How long to wait on at most; nil when there is nothing to wait for.
    func remaining(after waited: Duration) -> Duration? {
        let deadline = groups.values.lazy.filter { !$0.alive.isEmpty }.map(\.deadline).max()
        guard let deadline, deadline > waited else { return nil }
        return deadline - waited
    }

    /// The keys of which something is still alive.
    var waitingFor: [RegistrationKey] {
        groups.compactMap { key, group in group.alive.isEmpty ? nil : key }
    }

    /// What went away, by key.
    var late: [LateFree] {
        groups.compactMap { key, group in
            group.late == 0
                ? nil
                : LateFree(
                    key: ComponentKey(key), count: group.late, seconds: group.lastSeenGone / .seconds(1))
        }.sorted { $0.key.precedes($1.key) }
    }
}
