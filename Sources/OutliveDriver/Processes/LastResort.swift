internal import Glibc
internal import Synchronization

/// Ends what is still alive when the harness itself ends without having stopped it.
public enum LastResort {
    /// As many groups as can be alive at once: a few instances and their commands.
    private static let capacity = 256

    /// The numbers of the live groups, 0 in a free place; never freed, so that it can be read at any moment.
    private nonisolated(unsafe) static let groups: UnsafeMutablePointer<Atomic<pid_t>> = {
        let groups = UnsafeMutablePointer<Atomic<pid_t>>.allocate(capacity: capacity)
        for index in 0..<capacity { (groups + index).initialize(to: Atomic(0)) }
        return groups
    }()

    /// Kills every process group that was launched and not stopped, at once and without grace, and every orphan.
    ///
    /// Waits up to a second where there are orphans. From any thread, but not in a signal handler.
    public static func killAll() {
        for index in 0..<capacity {
            ProcessGroup(id: groups[index].load(ordering: .acquiring)).kill()
        }
        // After the groups, as their end is what makes orphans.
        Orphans.killAll()
    }

    /// Whether a group is remembered.
    static func holds(_ group: ProcessGroup) -> Bool {
        (0..<capacity).contains { groups[$0].load(ordering: .acquiring) == group.id }
    }

    /// Whether a group is the only one that is remembered.
    static func isOnly(_ group: ProcessGroup) -> Bool {
        (0..<capacity).allSatisfy { [0, group.id].contains(groups[$0].load(ordering: .acquiring)) }
    }

    /// Remembers a group that is alive; to be called before its leader can have been reaped.
    static func add(_ group: ProcessGroup) {
        for index in 0..<capacity
        where groups[index].compareExchange(expected: 0, desired: group.id, ordering: .acquiringAndReleasing).exchanged
        {
            return
        }
    }

    /// Forgets a group; to be called before its leader is reaped, as its number may be used again after.
    static func remove(_ group: ProcessGroup) {
        for index in 0..<capacity
        where groups[index].compareExchange(expected: group.id, desired: 0, ordering: .acquiringAndReleasing).exchanged
        {
            return
        }
    }
}
