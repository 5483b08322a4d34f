internal import Foundation

/// The body of a stub's response.
public enum StubBody: Hashable, Sendable {
    /// No body.
    case none
    /// A plain text.
    case text(String)
    /// A text that is JSON.
    case json(String)
    /// The content of a file, read again for each response.
    case file(path: String)

    /// Returns the bytes.
    ///
    /// - Throws: `StubsError` if the file cannot be read.
    func data() throws -> Data {
        switch self {
        case .none: return Data()
        case .text(let text), .json(let text): return Data(text.utf8)
        case .file(let path):
            do {
                return try Data(contentsOf: URL(filePath: path))
            } catch {
                throw StubsError("cannot read the stub's file \(path): \(error.localizedDescription)")
            }
        }
    }

    /// The `Content-Type` used if the stub's headers have none.
    var contentType: String? {
        switch self {
        case .none, .file: nil
        case .text: "text/plain; charset=utf-8"
        case .json: "application/json"
        }
    }
}
