internal import OutliveBenchmark
internal import OutliveHeap
internal import OutliveModel
internal import OutliveSymbols

extension TaskReport {
    /// Creates the report of the tasks in a snapshot with a graph. Looking up names blocks the calling thread.
    init(_ snapshot: HeapSnapshot, names: any AddressNames) {
        self.init(snapshot, TaskGroups(snapshot, names: names), executable: snapshot.modules.first?.path ?? "")
    }

    /// Creates the report of grouped tasks.
    init(_ snapshot: HeapSnapshot, _ tasks: TaskGroups, executable: String) {
        self.init(
            toolVersion: version, processID: snapshot.header.processID, executable: executable,
            time: Double(snapshot.header.time) / 1e9, reason: snapshot.header.reason,
            pauseSeconds: Double(snapshot.header.pause) / 1e9, groups: tasks.groups, actors: tasks.actors,
            notes: snapshot.notes + [tasks.obstacle].compactMap(\.self))
    }
}

extension MemoryReport {
    /// Creates the report of one look, which cannot show growth.
    init(one look: MemoryBreakdown, of target: String) {
        let growth = MemoryVerdict.Growth.unknown(looks: 1, needed: MemoryRun.fewestLooks)
        self.init(
            toolVersion: version, target: target, looks: [look], verdict: MemoryVerdict(look, growth: growth))
    }

    /// Creates the report of the memory at the end of a run, which judged its growth.
    init(_ use: MemoryUse, of target: String) {
        self.init(toolVersion: version, target: target, looks: [use.breakdown], verdict: use.verdict)
    }
}

/// The version of Outlive; the properties of reports have the name of the global one.
private let version = toolVersion
