internal import Foundation
internal import OutliveModel

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
            throw StubsError("cannot read the stubs' file \(path.onOneLine(upTo: 300)): \(error.localizedDescription)")
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
            self.init(try CheckedJSON(json).decode([RequestStub].self))
        } catch let error as DecodingError {
            throw StubsError("\(source): \(error.words)")
        } catch let flaw as StrictJSON.Flaw {
            throw StubsError("\(source): \(flaw)")
        }
    }

    /// The rules as JSON: the value of a setting.
    public func setting() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
}
