import Outlive

/// The origin of a generation's notes: the document to work on, a named fixture, or the data file.
struct NoteSource: Sendable {
    private let data: NoteLibraryLoader

    /// Creates a source with the notes of a data file, which are used unless the settings name others.
    init(data: NoteLibraryLoader) {
        self.data = data
    }

    /// Returns the initial notes.
    ///
    /// A document that does not exist yet begins with the named fixture, or empty.
    ///
    /// - Throws: `ServiceFailure` if a file cannot be read or a document cannot be cleared.
    func library(for settings: Settings, document: NoteDocument?) async throws -> NoteLibrary {
        if settings.cleanStorage { try document?.clear() }
        if let document {
            return track(try document.notes() ?? settings.setupFixture?.notes ?? [])
        }
        if let fixture = settings.setupFixture { return track(fixture.notes) }
        return try await data.library()
    }

    /// Returns a tracked library that belongs to one generation, unlike that of the data file.
    private func track(_ notes: [Note]) -> NoteLibrary {
        LeakRegistry.shared.track(NoteLibrary(notes: notes), as: "NoteLibrary")
    }
}
