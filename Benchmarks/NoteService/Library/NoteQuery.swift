/// A query for notes that have all the words, and the tag if there is one.
struct NoteQuery: Hashable, Sendable {
    /// Lower-case words that must all occur in the title or the body; if empty, every note matches.
    var words: [String]
    /// The tag that a note must have, or `nil` for any.
    var tag: String?

    /// Creates a query from a text as a user types it.
    init(text: String = "", tag: String? = nil) {
        words = Words.of(text)
        self.tag = tag
    }

    /// Returns `true` if a note matches the query. The base library returns the same result from its index.
    func matches(_ note: Note) -> Bool {
        if let tag, !note.tags.contains(tag) { return false }
        guard !words.isEmpty else { return true }
        let present = Set(Words.of(note.title) + Words.of(note.body))
        return words.allSatisfy(present.contains)
    }
}
