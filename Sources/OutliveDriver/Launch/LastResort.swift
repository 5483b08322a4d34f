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

    /// Kills every process group that was launched and not stopped, at once and without grace.
    ///
    /// Neither locks nor allocates once anything was launched, so that it may run at exit or in a signal handler.
    /// From any thread.
    public static func killAll() {
        for index in 0..<capacity {
            ProcessGroup(id: groups[index].load(ordering: .acquiring)).kill()
        }
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
