/// A named set of notes that a test begins with: `-SetupFixture NAME`.
enum SetupFixture: String, Codable, CaseIterable, Sendable {
    /// No notes.
    case empty
    /// The notes that a new user finds.
    case welcome
    /// Notes with links, to preview.
    case links

    /// The notes, the same on each call.
    var notes: [Note] {
        switch self {
        case .empty: []
        case .welcome:
            [
                note(1, "Welcome", "This is your first note.", ["help"]),
                note(2, "Search", "Type a word, or choose a tag.", ["help", "search"]),
                note(3, "Groceries", "Apples, bread and a lamp.", ["house"]),
            ]
        case .links:
            [
                note(1, "News", "Read http://news.example/today before lunch.", ["links"]),
                note(2, "Two links", "First https://docs.example/a?b=1, then http://news.example/today.", ["links"]),
                note(3, "No link", "Nothing to see here.", []),
            ]
        }
    }

    private func note(_ id: Int, _ title: String, _ body: String, _ tags: [String]) -> Note {
        Note(id: id, title: title, body: body, tags: tags, modified: 1_600_000_000 + id)
    }
}
