internal import Foundation

/// The file that notes are kept in: `[{"title": "Milk", "body": "Two bottles"}]`.
struct Document: Sendable {
    /// Where the file is, or will be.
    let path: String

    /// Reads the notes; none where no file is yet.
    ///
    /// - Throws: `DocumentError` when there is a file that cannot be read.
    func read() throws -> [Note] {
        do {
            return try JSONDecoder().decode([Note].self, from: Data(contentsOf: URL(filePath: path)))
        } catch CocoaError.fileReadNoSuchFile {
            return []
        } catch is DecodingError {
            throw DocumentError(description: "cannot read \(path): it is no list of notes")
        } catch {
            throw DocumentError(description: "cannot read \(path): \(DocumentError.reason(of: error))")
        }
    }

    /// Writes the notes in the place of those that the file holds, in one piece.
    ///
    /// - Throws: `DocumentError` when the folder or the file cannot be written; the file is as it was then.
    func write(_ notes: [Note]) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        do {
            // Atomic: a temporary file beside it takes its name.
            try encoder.encode(notes).write(to: URL(filePath: path), options: .atomic)
        } catch {
            throw DocumentError(description: "cannot write \(path): \(DocumentError.reason(of: error))")
        }
    }
}

/// What is wrong with a document.
struct DocumentError: Error, CustomStringConvertible {
    /// What could not be done, to which file, and why.
    let description: String

    /// What the system says of an error.
    static func reason(of error: any Error) -> String {
        let error = error as NSError
        if error.domain == NSPOSIXErrorDomain { return String(cString: strerror(Int32(error.code))) }
        if let cause = error.userInfo[NSUnderlyingErrorKey] as? any Error { return reason(of: cause) }
        return error.localizedDescription
    }
}
