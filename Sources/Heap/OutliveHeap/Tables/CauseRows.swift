internal import OutliveModel

/// The rows of causes: why the objects of the program that only a cycle holds, or nothing, are alive.
struct CauseRows {
    private let causes: [Cause]
    /// The number of the cause of each lost object, by node.
    private let ofNode: [Int: Int]

    /// Finds the causes. Looking up names blocks the calling thread.
    init(_ analysed: AnalysedSnapshot) {
        let objects = analysed.snapshot.lostObjects(analysed.chains)
        causes = OutliveModel.causes(of: objects.traces(in: analysed).map(\.finding))
        var numbers: [String: Int] = [:]
        for (index, cause) in causes.enumerated() {
            for finding in cause.findings { numbers[finding.key.type] = index + 1 }
        }
        var ofNode: [Int: Int] = [:]
        for type in objects {
            for node in type.nodes { ofNode[node] = numbers[type.type.description] }
        }
        self.ofNode = ofNode
    }

    /// Returns the number of the cause of a lost object, or `nil` for any other node.
    subscript(node: Int) -> Int? { ofNode[node] }

    func insert(into database: SQLiteDatabase) throws(SQLiteError) {
        try database.insert(into: "cause", columns: 8) { row throws(SQLiteError) in
            for (index, cause) in causes.enumerated() {
                try row([
                    .integer(index + 1), SQLiteValue(cause.name), SQLiteValue(cause.location?.description),
                    SQLiteValue(cause.culprit?.pattern.rawValue), SQLiteValue(cause.hint),
                    SQLiteValue(cause.culprit?.doubt), SQLiteValue(cause.leader.trace?.description),
                    SQLiteValue(cause.fingerprint),
                ])
            }
        }
    }
}
