internal import OutliveSupport

/// All processes at nearly one moment: some may come and go during the read.
struct ProcessTable: Sendable {
    /// The processes, in no particular order.
    let processes: [ProcessEntry]

    /// Reads `/proc`; takes about 20 µs per process.
    static var now: ProcessTable {
        ProcessTable(processes: ProcessFiles.all.compactMap { ProcessEntry($0.processID) })
    }

    /// Returns these processes and all their descendants.
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

    /// Returns the members of a family without the subject and its ancestors.
    ///
    /// A wrapper that launched the subject is its ancestor.
    func started(by subject: pid_t, in family: Set<ProcessEntry>) -> Set<ProcessEntry> {
        let excluded = ancestors(of: subject).union([subject])
        return family.filter { !excluded.contains($0.id) }
    }

    private func ancestors(of process: pid_t) -> Set<pid_t> {
        let parents = Dictionary(processes.map { ($0.id, $0.parent) }) { first, _ in first }
        var ancestors: Set<pid_t> = []
        var next = parents[process]
        // Rows are read one after another, so an apparent cycle is possible; it ends the loop.
        while let ancestor = next, ancestors.insert(ancestor).inserted { next = parents[ancestor] }
        return ancestors
    }
}

extension Collection<ProcessEntry> {
    /// Kills the running processes.
    ///
    /// - Returns: `true` if any was killed; a process of another user is out of reach.
    func killRunning() -> Bool {
        filter { $0.isRunning && $0.id > 1 && kill($0.id, SIGKILL) == 0 }.count > 0
    }
}
