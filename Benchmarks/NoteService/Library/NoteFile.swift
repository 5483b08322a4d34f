import Foundation

/// A file of notes: a JSON array.
enum NoteFile {
    /// Reads all the notes.
    ///
    /// - Throws: `ServiceFailure` that describes the problem with the file.
    static func read(_ path: String) throws -> [Note] {
        do {
            let data = try Data(contentsOf: URL(filePath: path))
            return try JSONDecoder().decode([Note].self, from: data)
        } catch let error as DecodingError {
            throw ServiceFailure.unreadableData(path: path, reason: "it is not a JSON array of notes (\(error.place))")
        } catch {
            throw ServiceFailure.unreadableData(path: path, reason: ServiceFailure.reason(of: error))
        }
    }
}

extension DecodingError {
    /// The position where decoding stopped, on one line.
    fileprivate var place: String {
        let path =
            switch self {
            case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
                .dataCorrupted(let context):
                context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }.joined()
            @unknown default: ""
            }
        return path.isEmpty ? "wrong from the start" : "wrong at \(path)"
    }
}
