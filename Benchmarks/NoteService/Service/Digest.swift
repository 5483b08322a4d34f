/// The front page's figures over all notes: too slow to work out for every reader.
struct Digest: Codable, Equatable, Sendable {
    /// The store's revision that the figures are of.
    var revision: Int
    /// How many notes there are.
    var notes: Int
    /// How many bytes of text they hold.
    var bytes: Int
    /// How many notes have each tag.
    var tags: [String: Int]
    /// The ids of the newest notes, newest first.
    var newest: [Int]

    /// Works out the figures.
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
