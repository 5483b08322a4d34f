internal import Foundation

/// What a stub answers with.
public enum StubBody: Hashable, Sendable {
    /// Nothing.
    case none
    /// A plain text.
    case text(String)
    /// A text that is JSON.
    case json(String)
    /// The content of a file, read anew for every answer.
    case file(path: String)

    /// The bytes.
    ///
    /// - Throws: `StubsError` when the file cannot be read.
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

    /// The type that is told where the stub's headers tell none.
    var contentType: String? {
        switch self {
        case .none, .file: nil
        case .text: "text/plain; charset=utf-8"
        case .json: "application/json"
        }
    }
}
