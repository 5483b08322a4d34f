/// What notes are asked for: those with all the words, and the tag if there is one.
struct NoteQuery: Hashable, Sendable {
    /// Lower-case words that must all occur in the title or the body; none: every note.
    var words: [String]
    /// The tag that a note must have.
    var tag: String?

    /// Makes a query from a text as a user types it.
    init(text: String = "", tag: String? = nil) {
        words = Words.of(text)
        self.tag = tag
    }

    /// Whether a note is among those asked for; the base library answers the same from its index.
    func matches(_ note: Note) -> Bool {
        if let tag, !note.tags.contains(tag) { return false }
        guard !words.isEmpty else { return true }
        let present = Set(Words.of(note.title) + Words.of(note.body))
        return words.allSatisfy(present.contains)
    }
}
