internal import Foundation

extension RequestStubs {
    /// The environment variable that holds the rules by convention: JSON, or the path of a file with it.
    public static let environmentName = "STUB_REQUESTS"

    /// Reads rules from the value of a setting: JSON itself, or the path of a file that holds it.
    ///
    /// Relative paths of bodies are those of the folder that the file is in.
    ///
    /// - Parameter setting: the value; what begins with `[` is JSON, anything else a path.
    /// - Throws: `StubsError`, which names the field that is wrong.
    public init(setting: String) throws {
        let text = setting.trimmingCharacters(in: .whitespacesAndNewlines)
        if text.hasPrefix("[") {
            try self.init(json: Data(text.utf8), from: "the stubs")
        } else {
            try self.init(contentsOf: text)
        }
    }

    /// Reads rules from a file.
    ///
    /// - Throws: `StubsError` when the file cannot be read, or its content is not understood.
    public init(contentsOf path: String) throws {
        let file = URL(filePath: path)
        let data: Data
        do {
            data = try Data(contentsOf: file)
        } catch {
            throw StubsError("cannot read the stubs' file \(path): \(error.localizedDescription)")
        }
        try self.init(json: data, from: path)
        let folder = file.deletingLastPathComponent()
        for index in stubs.indices {
            guard case .file(let body) = stubs[index].body, !body.hasPrefix("/") else { continue }
            stubs[index].body = .file(path: folder.appending(path: body).path(percentEncoded: false))
        }
    }

    private init(json: Data, from source: String) throws {
        do {
            // The rules only: a text in it would be the path of another file, or of the same one for ever.
            self.init(try JSONDecoder().decode([RequestStub].self, from: json))
        } catch let error as DecodingError {
            throw StubsError("\(source): \(error.fieldAndReason)")
        }
    }

    /// The rules as JSON: the value of a setting.
    public func setting() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
}

extension DecodingError {
    /// What is wrong, and where, on one line.
    fileprivate var fieldAndReason: String {
        func field(_ path: [any CodingKey]) -> String {
            let names = path.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }.joined()
            return names.isEmpty ? "the whole" : String(names.trimmingPrefix("."))
        }
        switch self {
        case .keyNotFound(let key, let context): return "\(field(context.codingPath + [key])) is missing"
        case .valueNotFound(_, let context): return "\(field(context.codingPath)) is null"
        case .typeMismatch(_, let context): return "\(field(context.codingPath)) has the wrong type"
        case .dataCorrupted(let context) where context.codingPath.isEmpty: return "this is no JSON"
        case .dataCorrupted(let context): return "\(field(context.codingPath)): \(context.debugDescription)"
        @unknown default: return "this is not understood"
        }
    }
}
