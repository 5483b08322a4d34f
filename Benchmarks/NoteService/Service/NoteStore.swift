import Foundation
import Synchronization

/// The current notes: the library, and users' changes since the generation began.
///
/// Thread-safe. Posts `noteDidChange` after every change, outside its lock, on the thread that made it.
final class NoteStore: Sendable {
    /// The notes that the changes apply to.
    let library: NoteLibrary
    private let edits: Mutex<Edits>

    /// Creates a store without changes.
    init(library: NoteLibrary) {
        self.library = library
        edits = Mutex(Edits(nextID: (library.notes.last?.id ?? 0) + 1, checksum: library.checksum))
    }

    private struct Edits: Sendable {
        var changed: [Int: Note] = [:]
        var deleted: Set<Int> = []
        var nextID: Int
        var checksum: UInt64
        var revision = 0
        /// The number of notes created, less the number deleted.
        var growth = 0

        func note(id: Int, in library: NoteLibrary) -> Note? {
            deleted.contains(id) ? nil : changed[id] ?? library.note(id: id)
        }
    }

    /// Returns the note with an id, or `nil` if there is none.
    func note(id: Int) -> Note? {
        edits.withLock { $0.note(id: id, in: library) }
    }

    /// Returns the ids of the notes that match a query, newest first.
    func ids(matching query: NoteQuery) -> [Int] {
        let unchanged = library.index.positions(matching: query).map { library.notes[Int($0)].id }
        let edits = self.edits.withLock { $0 }
        let changed = edits.changed.values.filter(query.matches).map(\.id)
        return unchanged.filter { edits.changed[$0] == nil && !edits.deleted.contains($0) }.reversed()
            .merged(with: changed.sorted(by: >))
    }

    /// The notes that users created or edited, oldest first.
    var changed: [Note] {
        edits.withLock { $0.changed.values.sorted { $0.id < $1.id } }
    }

    /// All the notes, ascending by id.
    var notes: [Note] {
        let edits = self.edits.withLock { $0 }
        let unchanged = library.notes.filter { edits.changed[$0.id] == nil && !edits.deleted.contains($0.id) }
        return (unchanged + edits.changed.values).sorted { $0.id < $1.id }
    }

    /// Adds a note with a new id.
    @discardableResult
    func create(_ draft: NoteDraft) -> Note {
        let note = edits.withLock { edits in
            let note = Note(draft, id: edits.nextID)
            edits.nextID += 1
            edits.growth += 1
            edits.changed[note.id] = note
            edits.checksum ^= note.checksum
            edits.revision += 1
            return note
        }
        announceChange(of: note.id)
        return note
    }

    /// Replaces the content of a note and returns it, or returns `nil` if no note has the id.
    func update(id: Int, to draft: NoteDraft) -> Note? {
        let note: Note? = edits.withLock { edits in
            guard let old = edits.note(id: id, in: library) else { return nil }
            let note = Note(draft, id: id)
            edits.changed[id] = note
            edits.checksum ^= old.checksum ^ note.checksum
            edits.revision += 1
            return note
        }
        if note != nil { announceChange(of: id) }
        return note
    }

    /// Removes a note and returns `true`, or returns `false` if no note has the id.
    func delete(id: Int) -> Bool {
        let existed = edits.withLock { edits in
            guard let old = edits.note(id: id, in: library) else { return false }
            edits.changed[id] = nil
            edits.deleted.insert(id)
            edits.growth -= 1
            edits.checksum ^= old.checksum
            edits.revision += 1
            return true
        }
        if existed { announceChange(of: id) }
        return existed
    }

    /// The number of changes since the generation began.
    var revision: Int { edits.withLock { $0.revision } }

    /// The size of the store's content.
    var summary: Summary {
        edits.withLock { edits in
            Summary(
                notes: library.notes.count + edits.growth, changed: edits.changed.count, deleted: edits.deleted.count,
                revision: edits.revision, checksum: edits.checksum)
        }
    }

    /// Counts of a store's content.
    struct Summary: Equatable, Sendable {
        var notes: Int
        var changed: Int
        var deleted: Int
        var revision: Int
        var checksum: UInt64
    }

    private func announceChange(of id: Int) {
        NotificationCenter.default.post(name: .noteDidChange, object: self, userInfo: ["id": id])
    }
}

/// The part of a note that users write.
struct NoteDraft: Codable, Equatable, Sendable {
    var title: String
    var body: String
    var tags: [String]
}

extension Note {
    /// Creates a note whose time of change is now.
    fileprivate init(_ draft: NoteDraft, id: Int) {
        self.init(
            id: id, title: draft.title, body: draft.body, tags: draft.tags.map { $0.lowercased() },
            modified: Int(Date().timeIntervalSince1970))
    }
}

extension Collection<Int> {
    /// Merges two descending sequences.
    ///
    /// - Complexity: O(n + m).
    fileprivate func merged(with other: [Int]) -> [Int] {
        guard !other.isEmpty else { return Array(self) }
        var result: [Int] = []
        result.reserveCapacity(count + other.count)
        var rest = other[...]
        for element in self {
            while let next = rest.first, next > element { result.append(rest.removeFirst()) }
            result.append(element)
        }
        return result + rest
    }
}
