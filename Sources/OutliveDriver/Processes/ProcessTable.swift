internal import Glibc

/// All processes at one moment, or nearly so: some may come and go while they are read.
struct ProcessTable: Sendable {
    /// The processes, in no order.
    let processes: [ProcessEntry]

    /// Reads `/proc`: about 20 µs a process.
    static var now: ProcessTable {
        ProcessTable(processes: ProcessFiles.all.compactMap { ProcessEntry($0.processID) })
    }

    /// These processes, what they started, what that started, and so on.
    ///
    /// - Complexity: O(number of processes).
    func families(of roots: some Sequence<ProcessEntry>) -> Set<ProcessEntry> {
        let children = Dictionary(grouping: processes, by: \.parent)
        var members: Set<ProcessEntry> = []
        var next = Array(roots)
        while let process = next.popLast() {
            if members.insert(process).inserted { next += children[process.id] ?? [] }
        }
        return members
    }

    /// Who of a family was started by a process in it: all but itself and those that it descends from, as a wrapper
    /// that launched it was not started by it.
    func started(by subject: pid_t, in family: Set<ProcessEntry>) -> Set<ProcessEntry> {
        let excluded = ancestors(of: subject).union([subject])
        return family.filter { !excluded.contains($0.id) }
    }

    private func ancestors(of process: pid_t) -> Set<pid_t> {
        let parents = Dictionary(processes.map { ($0.id, $0.parent) }) { first, _ in first }
        var ancestors: Set<pid_t> = []
        var next = parents[process]
        // The table was read row by row: what looks like a circle ends it.
        while let ancestor = next, ancestors.insert(ancestor).inserted { next = parents[ancestor] }
        return ancestors
    }
}

extension Collection<ProcessEntry> {
    /// Kills those that run.
    ///
    /// - Returns: whether any was there to be killed; one that belongs to another user is out of reach.
    func killRunning() -> Bool {
        filter { $0.isRunning && $0.id > 1 && kill($0.id, SIGKILL) == 0 }.count > 0
    }
}
