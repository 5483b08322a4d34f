import Foundation

/// The file that users' notes are saved to; a test uses it as its fixture.
struct NoteDocument: Sendable {
    /// The path of the file, which need not exist yet.
    let path: String

    /// Returns the notes in the file, or `nil` if it was never saved.
    ///
    /// - Throws: `ServiceFailure` if the file exists but cannot be read.
    func notes() throws -> [Note]? {
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        return try NoteFile.read(path)
    }

    /// Writes all the notes, or none.
    ///
    /// - Throws: `ServiceFailure` if writing fails.
    func save(_ notes: [Note]) throws {
        do {
            try JSON.encode(notes).write(to: URL(filePath: path), options: .atomic)
        } catch {
            throw ServiceFailure.failed("cannot save \(path): \(ServiceFailure.reason(of: error))")
        }
    }

    /// Removes the file if it exists.
    ///
    /// - Throws: `ServiceFailure` if removing fails.
    func clear() throws {
        guard FileManager.default.fileExists(atPath: path) else { return }
        do {
            try FileManager.default.removeItem(atPath: path)
        } catch {
            throw ServiceFailure.failed("cannot remove \(path): \(ServiceFailure.reason(of: error))")
        }
    }
}
