package import OutliveModel

extension TaskReport {
    /// Creates the report of the tasks in a snapshot with a graph. Looking up names blocks the calling thread.
    ///
    /// - Parameter executable: The path of the executable, or `nil` for that in the snapshot.
    package init(_ analysed: AnalysedSnapshot, executable: String? = nil) {
        let (snapshot, tasks) = (analysed.snapshot, analysed.tasks)
        let executable = executable ?? snapshot.modules.first?.path ?? ""
        self.init(
            toolVersion: OutliveModel.toolVersion, processID: snapshot.header.processID, executable: executable,
            time: Double(snapshot.header.time) / 1e9, reason: snapshot.header.reason,
            pauseSeconds: Double(snapshot.header.pause) / 1e9, groups: tasks.groups, actors: tasks.actors,
            notes: snapshot.notes + [tasks.obstacle].compactMap(\.self))
    }
}
