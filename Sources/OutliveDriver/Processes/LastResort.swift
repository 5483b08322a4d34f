internal import Glibc

/// Ends what is still alive when the harness itself ends without having stopped it.
public enum LastResort {
    private static let families = Locked<[ProcessGroup: Family]>([:])

    /// Kills every process that was launched and not stopped, and all that it started, at once and without grace.
    ///
    /// Waits until they are gone, a second at most. From any thread, but not in a signal handler.
    public static func killAll() {
        let families = families.withLock { $0 }
        for group in families.keys { group.kill() }
        let deadline = SuspendingClock.now + .seconds(1)
        while !families.isEmpty, SuspendingClock.now < deadline {
            let table = ProcessTable.now
            guard families.values.map({ $0.members(in: table).killRunning() }).contains(true) else { break }
            usleep(5000)
        }
    }

    /// Remembers a family that is alive; to be called before its leader can have been reaped.
    static func add(_ family: Family) {
        families.withLock { $0[family.group] = family }
    }

    /// Forgets a family; to be called before its leader is reaped, as its number may be used again after.
    static func remove(_ group: ProcessGroup) {
        families.withLock { $0[group] = nil }
    }
}
