internal import Foundation
internal import OutliveSupport
internal import OutliveWire

/// An ordered list of rules; the first rule that matches a request responds to it.
///
/// In JSON it is an array of objects. All fields except `path` are optional:
///
///     [{"method": "GET", "host": "example.org", "path": "/feed/*", "status": 200, "headers": {"ETag": "1"},
///       "text": "hello", "delay": 0.2, "bytesPerSecond": 1000}]
///
/// The body is one of `text`, `json` (a string that contains JSON) and `file` (a path).
public struct RequestStubs: Hashable, Sendable {
    /// The rules.
    public var stubs: [RequestStub]

    /// Creates a list of rules; an empty list responds to no request.
    public init(_ stubs: [RequestStub] = []) {
        self.stubs = stubs
    }

    /// Returns the rule that matches a request.
    func stub(for request: StubbedRequest) -> RequestStub? {
        stubs.first { $0.matches(request) }
    }
}

extension RequestStubs: ExpressibleByArrayLiteral {
    /// Creates a list of rules.
    public init(arrayLiteral elements: RequestStub...) {
        self.init(elements)
    }
}

extension RequestStubs: Codable {
    /// Decodes an array of rules, or a string with the value of a setting, such as the path of a JSON file.
    public init(from decoder: any Decoder) throws {
        if let setting = try? decoder.singleValueContainer().decode(String.self) {
            try self.init(setting: setting)
        } else {
            self.init(try [RequestStub](from: decoder))
        }
    }

    /// Encodes an array of rules.
    public func encode(to encoder: any Encoder) throws {
        try stubs.encode(to: encoder)
    }
}

extension RequestStubs {
    /// The environment variable that contains the rules by convention: JSON, or the path of a JSON file.
    public static let environmentName = "STUB_REQUESTS"

    /// Parses rules from a setting: JSON, or the path of a JSON file.
    ///
    /// Relative paths of bodies refer to the folder of that file.
    ///
    /// - Parameter setting: The value. If it begins with `[`, it is JSON, otherwise a path.
    /// - Throws: `StubsError` that names the invalid field.
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
    /// - Throws: `StubsError` if the file is unreadable or invalid.
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
            // Decodes only an array. A string would be the path of another file, or endlessly of the same one.
            self.init(try CheckedJSON(json).decode([RequestStub].self))
        } catch let error as DecodingError {
            throw StubsError("\(source): \(error.words)")
        } catch let flaw as StrictJSON.Flaw {
            throw StubsError("\(source): \(flaw)")
        }
    }

    /// Returns the rules as JSON, for use as a setting.
    public func setting() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
}
