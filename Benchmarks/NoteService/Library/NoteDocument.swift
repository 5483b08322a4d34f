import Foundation

/// The file that users' notes are saved to: the fixture of a test.
struct NoteDocument: Sendable {
    /// Where it is, or will be when it was saved once.
    let path: String

    /// The notes in it; nil for a document that was never saved.
    ///
    /// - Throws: `ServiceFailure` when the file is there and cannot be read.
    func notes() throws -> [Note]? {
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        return try NoteFile.read(path)
    }

    /// Writes all the notes, or nothing.
    ///
    /// - Throws: `ServiceFailure` when that fails.
    func save(_ notes: [Note]) throws {
        do {
            try JSON.encode(notes).write(to: URL(filePath: path), options: .atomic)
        } catch {
            throw ServiceFailure.failed("cannot save \(path): \(ServiceFailure.reason(of: error))")
        }
    }

    /// Removes what was saved, if anything was.
    ///
    /// - Throws: `ServiceFailure` when that fails.
    func clear() throws {
        guard FileManager.default.fileExists(atPath: path) else { return }
        do {
            try FileManager.default.removeItem(atPath: path)
        } catch {
            throw ServiceFailure.failed("cannot remove \(path): \(ServiceFailure.reason(of: error))")
        }
    }
}
