import Foundation
import GRDB
import Metrics

/// A note in the database.
struct Note: Codable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "note"
    let text: String
}

/// The notes of one generation, in a database in a private folder.
actor NoteStore {
    private let folder: URL
    private let database: DatabaseQueue
    private let leaks: Bool
    private let gauge = Gauge(label: "notes")
    private var following: Task<Void, any Error>?

    /// Opens an empty database; what a killed process left is removed.
    init(_ settings: Settings) throws {
        leaks = settings.leak
        folder = URL(filePath: settings.data).appending(path: "note-web-data")
        try? FileManager.default.removeItem(at: folder)
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        database = try DatabaseQueue(path: folder.appending(path: "notes.sqlite").path)
        try database.write { database in
            try database.create(table: Note.databaseTableName) { $0.column("text", .text).notNull() }
        }
    }

    /// Records the number of notes as a metric, whenever it changes.
    func follow() {
        let counts = ValueObservation.tracking(Note.fetchCount).values(in: database)
        following = Task {
            for try await count in counts { gauge.record(count) }
        }
    }

    /// Adds a note and returns their number.
    func add(_ text: String) async throws -> Int {
        try await database.write { database in
            try Note(text: text).insert(database)
            return try Note.fetchCount(database)
        }
    }

    /// The texts of the notes, in the order in which they were added.
    func texts() async throws -> [String] {
        try await database.read { try Note.fetchAll($0) }.map(\.text)
    }

    /// Ends the observation, closes the database and removes its folder.
    func close() async throws {
        // The task refers to the store, and waits for the next change for ever.
        if !leaks {
            following?.cancel()
            _ = await following?.result
        }
        try database.close()
        try FileManager.default.removeItem(at: folder)
    }
}
