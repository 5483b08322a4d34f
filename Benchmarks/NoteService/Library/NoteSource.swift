import Outlive

/// Where a generation's notes come from: the document that it is to work on, a named fixture, or the data file.
struct NoteSource: Sendable {
    private let data: NoteLibraryLoader

    /// Makes a source whose notes are, unless something else is asked for, those of a data file.
    init(data: NoteLibraryLoader) {
        self.data = data
    }

    /// The notes to begin with.
    ///
    /// A document that does not exist yet is a new one: it begins with the named fixture, or empty.
    ///
    /// - Throws: `ServiceFailure` when a file cannot be read, or a document not be cleared.
    func library(for settings: Settings, document: NoteDocument?) async throws -> NoteLibrary {
        if settings.cleanStorage { try document?.clear() }
        if let document {
            return track(try document.notes() ?? settings.setupFixture?.notes ?? [])
        }
        if let fixture = settings.setupFixture { return track(fixture.notes) }
        return try await data.library()
    }

    /// A library of one generation, unlike that of the data file.
    private func track(_ notes: [Note]) -> NoteLibrary {
        LeakRegistry.shared.track(NoteLibrary(notes: notes), as: "NoteLibrary")
    }
}
