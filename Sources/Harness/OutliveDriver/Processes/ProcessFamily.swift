internal import OutliveSupport

/// A child process and all its descendants, including those that have left its group, session and parent.
///
/// A daemon is recognised by its parent while that lives, and by its initial environment. A process with a different
/// environment and without living parents is not found.
struct ProcessFamily: Sendable {
    /// The group that the child leads.
    let group: ProcessGroup
    private let leader: ProcessEntry?
    /// The variables that mark the family, as `NAME=value`.
    let marks: [String]
    /// The members seen so far, because the end of a parent may make a member unrecognisable.
    private var seen: Set<ProcessEntry> = []

    /// Creates the family of a child that was just started.
    init(of group: ProcessGroup, marks: [String]) {
        self.group = group
        self.marks = marks
        leader = ProcessEntry(group.id)
    }

    /// Records the current members; call it before the child is stopped.
    mutating func look() {
        seen = members(in: .now)
    }

    /// Kills all members and waits until they are gone and their ports and files are free, at most two seconds.
    ///
    /// Call it after the child has ended and before it is reaped, because its number may be reused afterwards.
    mutating func end() async {
        let deadline = SuspendingClock.now + .seconds(2)
        // Repeated, because a killed process may just have started another.
        while true {
            look()
            guard seen.killRunning(), SuspendingClock.now < deadline else { break }
            try? await Task.sleep(for: .milliseconds(1), clock: .suspending)
        }
    }

    /// Returns the members among all processes, including the child.
    ///
    /// - Complexity: O(processes); reads the environment of those younger than the child.
    func members(in table: ProcessTable) -> Set<ProcessEntry> {
        let known = Set(seen.compactMap(Self.now))
        let near = table.families(of: table.processes.filter { $0.group == group.id } + known)
        guard !marks.isEmpty else { return near }
        let marked = table.processes.filter { process in
            process.isRunning && process.started >= leader?.started ?? 0 && !near.contains(process)
                && process.carries(anyOf: marks)
        }
        return near.union(table.families(of: marked))
    }

    /// Returns the current entry of a process, or `nil` if it is gone and its number may be reused.
    private static func now(_ process: ProcessEntry) -> ProcessEntry? {
        ProcessEntry(process.id).flatMap { $0.started == process.started ? $0 : nil }
    }
}
