import Foundation
import Outlive

/// The notes of a data file, parsed and indexed: the initial content of every generation of the service.
///
/// Immutable, so that it can outlive a reset without carrying anything over.
final class NoteLibrary: Sendable {
    /// The notes, ascending by id.
    let notes: [Note]
    /// The index of words and tags.
    let index: NoteIndex
    /// The combined checksum of all the notes.
    let checksum: UInt64

    /// Sorts and indexes notes.
    init(notes: [Note]) {
        self.notes = notes.sorted { $0.id < $1.id }
        index = NoteIndex(self.notes)
        checksum = notes.reduce(0) { $0 ^ $1.checksum }
    }

    /// Returns the note with an id, or `nil` if there is none.
    ///
    /// - Complexity: O(log notes).
    func note(id: Int) -> Note? {
        var range = notes.startIndex..<notes.endIndex
        while !range.isEmpty {
            let middle = (range.lowerBound + range.upperBound) / 2
            if notes[middle].id == id { return notes[middle] }
            range = notes[middle].id < id ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        return nil
    }
}

/// Reads the data file once, and again only if it has changed.
///
/// Parsing and indexing are most of the cost of a launch. Keeping their result in the process makes a reset faster.
actor NoteLibraryLoader {
    private let path: String
    private var loaded: (version: FileVersion, library: NoteLibrary)?

    /// The attributes of the file that change with its content.
    private struct FileVersion: Equatable {
        var number: UInt64?
        var size: UInt64?
        var modified: Date?
    }

    /// Creates a loader; it reads nothing yet.
    init(path: String) {
        self.path = path
    }

    /// Returns the library for the present content of the data file.
    func library() throws -> NoteLibrary {
        let version = try currentVersion()
        if let loaded, loaded.version == version { return loaded.library }
        let library = LeakRegistry.shared.track(
            NoteLibrary(notes: try NoteFile.read(path)),
            as: "NoteLibrary",
            lifetime: .process(reason: "immutable; parsed once, and again when the data file changes"))
        loaded = (version, library)
        return library
    }

    private func currentVersion() throws -> FileVersion {
        do {
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            return FileVersion(
                number: attributes[.systemFileNumber] as? UInt64,
                size: attributes[.size] as? UInt64,
                modified: attributes[.modificationDate] as? Date)
        } catch {
            throw ServiceFailure.unreadableData(path: path, reason: ServiceFailure.reason(of: error))
        }
    }
}
