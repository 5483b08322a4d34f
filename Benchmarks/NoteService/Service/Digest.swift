/// The front page's figures over all notes, which are too slow to compute for every reader.
struct Digest: Codable, Equatable, Sendable {
    /// The revision of the store that the figures describe.
    var revision: Int
    /// The number of notes.
    var notes: Int
    /// The number of bytes of text in the notes.
    var bytes: Int
    /// The number of notes with each tag.
    var tags: [String: Int]
    /// The ids of the newest notes, newest first.
    var newest: [Int]

    /// Computes the figures.
    ///
    /// - Complexity: O(notes).
    init(of store: NoteStore) {
        revision = store.revision
        let ids = store.ids(matching: NoteQuery())
        notes = ids.count
        bytes = 0
        tags = [:]
        for note in ids.lazy.compactMap(store.note) {
            bytes += note.title.utf8.count + note.body.utf8.count
            for tag in note.tags { tags[tag, default: 0] += 1 }
        }
        newest = Array(ids.prefix(10))
    }
}
