internal import OutliveModel
internal import OutliveSupport

/// A snapshot as a SQLite database, for questions in SQL.
///
/// `docs/heap-database.md` describes its tables and views. It has names, sizes and references, and no contents of
/// objects.
package struct SnapshotDatabase {
    private let file: SQLiteFile

    /// Makes the database of a snapshot with a graph. Looking up names blocks the calling thread.
    ///
    /// - Parameter path: The path of the snapshot, for people.
    /// - Throws: `SQLiteError` if SQLite's library is missing or too old, or memory runs out.
    package init(_ analysed: AnalysedSnapshot, path: String) throws(SQLiteError) {
        // First, because it fails where the library is missing.
        let database = try SQLiteDatabase()
        try database.execute(SnapshotSchema.tables)
        try Self.insertHead(of: analysed.snapshot, path, into: database)
        let types = TypeRows(analysed.snapshot)
        try types.insert(into: database)
        try StackRows(analysed).insert(into: database)
        let causes = CauseRows(analysed)
        try causes.insert(into: database)
        try ObjectRows(analysed, types, causes).insert(into: database)
        try ReferenceRows(analysed.graph, types).insert(into: database)
        try RootRows(analysed).insert(into: database)
        try TaskRows(analysed.tasks).insert(into: database)
        try database.insert(into: "note", columns: 2) { row throws(SQLiteError) in
            for (index, note) in analysed.notes.enumerated() { try row([.integer(index + 1), SQLiteValue(note)]) }
        }
        try Self.insertSavings(of: analysed.snapshot, types, into: database)
        try database.execute(SnapshotSchema.views)
        file = try database.file()
    }

    /// Writes the file of the database. The output is the same for the same snapshot and version of SQLite.
    ///
    /// - Parameter sink: Receives the pieces of at most 1 MiB in order.
    package func write<Failure: Error>(to sink: ([UInt8]) throws(Failure) -> Void) throws(Failure) {
        try file.write(to: sink)
    }

    private static func insertHead(
        of snapshot: HeapSnapshot, _ path: String, into database: SQLiteDatabase
    ) throws(SQLiteError) {
        let facts = SnapshotFacts(snapshot, file: path)
        try database.insert(into: "snapshot", columns: 8) { row throws(SQLiteError) in
            try row([
                SQLiteValue(toolVersion), SQLiteValue(path), SQLiteValue(facts.processID),
                SQLiteValue(facts.executable), .real(facts.time), SQLiteValue(facts.cycle),
                SQLiteValue(snapshot.header.hasStacks), SQLiteValue(facts.isIncomplete),
            ])
        }
    }

    private static func insertSavings(
        of snapshot: HeapSnapshot, _ types: TypeRows, into database: SQLiteDatabase
    ) throws(SQLiteError) {
        try database.insert(into: "saving", columns: 8) { row throws(SQLiteError) in
            for (index, saving) in (snapshot.savings ?? []).enumerated() {
                guard let kind = saving.kind else { continue }
                try row([
                    .integer(index + 1), .text(kind.rawValue),
                    .integer(saving.type == HeapSnapshot.none ? types.raw : types[saving.type]),
                    SQLiteValue(StackRows.id(of: saving.stack)), .integer(saving.blocks),
                    kind == .equal ? .integer(saving.different) : .null, .integer(saving.bytes), .integer(saving.saved),
                ])
            }
        }
    }
}

/// The rows of types; types with the same name and kind are one.
struct TypeRows {
    /// The identifier of each type of the snapshot.
    private let ids: [Int]
    private let types: [HeapType]
    /// The identifier of raw memory.
    let raw: Int

    init(_ snapshot: HeapSnapshot) {
        var numbers = NumberTable<HeapType>()
        raw = numbers.number(of: .rawMemory) + 1
        ids = snapshot.types.map { numbers.number(of: $0.type ?? .rawMemory) + 1 }
        types = numbers.items
    }

    /// Returns the identifier of the type with an index in the snapshot.
    subscript(index: UInt32) -> Int { ids[Int(index)] }

    func insert(into database: SQLiteDatabase) throws(SQLiteError) {
        try database.insert(into: "type", columns: 5) { row throws(SQLiteError) in
            for (index, type) in types.enumerated() {
                try row([
                    .integer(index + 1), SQLiteValue(type.description), .text(type.kind.rawValue),
                    SQLiteValue(type.kind == .raw ? nil : type.module), SQLiteValue(type.isDeclaredByProgram),
                ])
            }
        }
    }
}
