internal import Glibc

/// A child process and all that it started, also what has left its group, its session and its parent.
///
/// A daemon is told by what it cannot easily change: who started it, as long as that one lives, and the environment it
/// was started with. One that was given another environment, and whose parents have ended, is told by nothing.
struct Family: Sendable {
    /// The group that the child leads.
    let group: ProcessGroup
    private let leader: ProcessEntry?
    /// The variables that tell the family, as `NAME=value`.
    let marks: [String]
    /// Who was seen in the family, as one may lose what tells it when its parent ends.
    private var seen: Set<ProcessEntry> = []

    /// The family of a child that was just started.
    init(of group: ProcessGroup, marks: [String]) {
        self.group = group
        self.marks = marks
        leader = ProcessEntry(group.id)
    }

    /// Remembers who is there; to be called before the child is asked to end.
    mutating func look() {
        seen = members(in: .now)
    }

    /// Kills all of the family, and waits until they are gone, so that their ports and files are free; two seconds at
    /// most.
    ///
    /// To be called when the child has ended and before it is reaped, as its number may be used again after.
    mutating func end() async {
        let deadline = SuspendingClock.now + .seconds(2)
        // Again, as one that is killed may just have started another.
        while true {
            look()
            guard seen.killRunning(), SuspendingClock.now < deadline else { break }
            try? await Task.sleep(for: .milliseconds(1), clock: .suspending)
        }
    }

    /// Who of the processes there are is of the family, the child included.
    ///
    /// - Complexity: O(processes); the environment of those that are younger than the child is read.
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

    /// The process as it is now; nil when it is gone, though its number may be in use again.
    private static func now(_ process: ProcessEntry) -> ProcessEntry? {
        ProcessEntry(process.id).flatMap { $0.started == process.started ? $0 : nil }
    }
}
