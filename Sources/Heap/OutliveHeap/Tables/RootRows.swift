internal import OutliveModel

/// The rows of GC roots.
struct RootRows {
    private let snapshot: HeapSnapshot
    private let names: [String]

    /// Looks up the names of variables, which blocks the calling thread.
    init(_ analysed: AnalysedSnapshot) {
        snapshot = analysed.snapshot
        names = snapshot.rootNames(analysed.names)
    }

    func insert(into database: SQLiteDatabase) throws(SQLiteError) {
        try database.insert(into: "root", columns: 4) { row throws(SQLiteError) in
            for (index, root) in snapshot.roots.enumerated() {
                try row([
                    .integer(index + 1), .text(SnapshotOrigin(root.kind).name), SQLiteValue(names[index]),
                    .integer(snapshot.key(ofNode: Int(root.node))),
                ])
            }
        }
    }
}

/// The rows of tasks.
struct TaskRows {
    private let groups: TaskGroups

    init(_ groups: TaskGroups) { self.groups = groups }

    func insert(into database: SQLiteDatabase) throws(SQLiteError) {
        let table = groups.table
        try database.insert(into: "task", columns: 13) { row throws(SQLiteError) in
            for (index, entry) in table.entries.enumerated() {
                // The inner tasks of sleeps are in no group.
                guard let number = groups.groupOfTask[index] else { continue }
                let (group, details) = (groups.groups[number], table.details(of: index))
                let place = groups.place(of: group) ?? group.frames.first
                try row([
                    .integer(Int(truncatingIfNeeded: entry.address)), SQLiteValue(entry.record.id),
                    SQLiteValue(details?.name.isEmpty == false ? details?.name : nil),
                    SQLiteValue(details.map { Int($0.priority) }), .text(group.state.rawValue),
                    SQLiteValue(group.awaited?.rawValue), SQLiteValue(group.holder),
                    SQLiteValue(group.stuck?.certainty.rawValue), SQLiteValue(place?.function),
                    SQLiteValue(place?.location?.description), SQLiteValue(group.creator?.function),
                    SQLiteValue(entry.parent.map { Int(truncatingIfNeeded: table.entries[$0].address) }),
                    SQLiteValue(entry.record.isCancelled),
                ])
            }
        }
    }
}
