import Foundation
import GRDB

struct Entry: Codable, FetchableRecord, PersistableRecord {
    var id: Int64?
    var title: String
}

/// The number of entries, as a page shows it.
final class EntryCount: @unchecked Sendable {
    let title: String
    var count = 0
    init(title: String) { self.title = title }
}

/// The entries of the archive, in SQLite.
final class Catalogue: @unchecked Sendable {
    private let database: DatabaseQueue
    private let queue = DispatchQueue(label: "catalogue")
    private let lock = NSLock()
    private var watches: [AnyDatabaseCancellable] = []
    private let endsWatches: Bool

    init(endsWatches: Bool) throws {
        self.endsWatches = endsWatches
        database = try DatabaseQueue()
        try database.write { db in
            try db.create(table: "entry") { table in
                table.autoIncrementedPrimaryKey("id")
                table.column("title", .text).notNull()
            }
            try Entry(title: "first").insert(db)
        }
    }

    func watch(_ title: String) async throws -> String {
        let shown = EntryCount(title: title)
        let observation = ValueObservation.tracking { db in try Entry.fetchCount(db) }
        let watch = observation.start(
            in: database, scheduling: .async(onQueue: queue), onError: { _ in }, onChange: { shown.count = $0 })
        lock.withLock {
            if endsWatches { watches.removeAll() }
            watches.append(watch)  // TRUE CULPRIT of --leak watch: those of earlier pages stay
        }
        return "\(shown.count) entries"
    }
}

/// One shelf has a database of its own.
final class ShelfDirectory: @unchecked Sendable {
    private let lock = NSLock()
    private var shelves: [String: DatabaseQueue] = [:]
    private let closesShelves: Bool

    init(closesShelves: Bool) { self.closesShelves = closesShelves }

    func count(on name: String) throws -> String {
        let key = "\(name)-\(UUID().uuidString)"
        let shelf = try DatabaseQueue()
        lock.withLock { shelves[key] = shelf }  // TRUE CULPRIT of --leak shelf: never closed, never removed
        let count = try shelf.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM sqlite_master") ?? 0 }
        if closesShelves {
            lock.withLock { shelves[key] = nil }
            try shelf.close()
        }
        return "\(count) entries"
    }
}
