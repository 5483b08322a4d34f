internal import Foundation

/// The file that notes are kept in: `[{"title": "Milk", "body": "Two bottles"}]`.
struct Document: Sendable {
    /// The path of the file, which need not exist yet.
    let path: String

    /// Reads the notes; returns none if the file does not exist.
    ///
    /// - Throws: `DocumentError` if the file exists but cannot be read.
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

    /// Replaces the notes in the file atomically.
    ///
    /// - Throws: `DocumentError` if the folder or the file cannot be written. The file is unchanged then.
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

/// An error of a document.
struct DocumentError: Error, CustomStringConvertible {
    /// The failed action, the file and the reason.
    let description: String

    /// Returns the system's description of an error.
    static func reason(of error: any Error) -> String {
        let error = error as NSError
        if error.domain == NSPOSIXErrorDomain { return String(cString: strerror(Int32(error.code))) }
        if let cause = error.userInfo[NSUnderlyingErrorKey] as? any Error { return reason(of: cause) }
        return error.localizedDescription
    }
}
