internal import Outlive

/// The notes, in the order of the list, and the document that they are saved to.
@MainActor final class NotesLibrary {
    /// The notes, the newest last.
    private(set) var notes: [Note]
    /// The error of the document. The file is left as it is then, and saving fails.
    let problem: DocumentError?
    private let document: Document?

    /// Opens a document.
    ///
    /// - Parameter path: The path of the document, which need not exist yet, or `nil` for built-in notes in memory.
    init(path: String?) {
        document = path.map(Document.init)
        do {
            notes = try document?.read() ?? Self.builtIn
            problem = nil
        } catch let error as DocumentError {
            notes = []
            problem = error
        } catch {
            notes = []
            problem = DocumentError(description: "\(error)")
        }
        LeakRegistry.shared.track(self)
    }

    /// Adds a note, or replaces the one with the same id, and writes the document.
    ///
    /// - Throws: `DocumentError` if that cannot be written. The library is unchanged then.
    func save(_ note: Note) throws {
        var changed = notes
        if let index = notes.firstIndex(where: { $0.id == note.id }) {
            changed[index] = note
        } else {
            changed.append(note)
        }
        try replace(by: changed)
    }

    /// Removes a note, if it is there, and writes the document.
    ///
    /// - Throws: `DocumentError` if that cannot be written. The library is unchanged then.
    func delete(_ note: Note) throws {
        try replace(by: notes.filter { $0.id != note.id })
    }

    /// Returns the first note with a title, or `nil` if there is none.
    func note(titled title: String) -> Note? {
        notes.first { $0.title == title }
    }

    private func replace(by changed: [Note]) throws {
        if let problem { throw problem }
        try document?.write(changed)
        notes = changed
    }

    private static var builtIn: [Note] {
        [
            Note(title: "Groceries", body: "Milk, bread, apples"),
            Note(title: "Ideas", body: "A clock that shows how long tea has been steeping"),
            Note(title: "Travel", body: "Tickets are in the blue folder"),
        ]
    }
}
