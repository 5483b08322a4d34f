internal import OutliveBenchmark
internal import OutliveHeap
internal import OutliveModel
internal import OutliveSymbols

extension TaskReport {
    /// Creates the report of the tasks in a snapshot with a graph. Looking up names blocks the calling thread.
    ///
    /// - Parameter executable: The path of the executable, or `nil` for that in the snapshot.
    init(_ analysed: AnalysedSnapshot, executable: String? = nil) {
        let (snapshot, tasks) = (analysed.snapshot, analysed.tasks)
        let executable = executable ?? snapshot.modules.first?.path ?? ""
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
