/// An ordered list of rules; the first rule that matches a request responds to it.
///
/// In JSON it is an array of objects. All fields except `path` are optional:
///
///     [{"method": "GET", "host": "example.org", "path": "/feed/*", "status": 200, "headers": {"ETag": "1"},
///       "text": "hello", "delay": 0.2, "bytesPerSecond": 1000}]
///
/// The body is one of `text`, `json` (a text that contains JSON) and `file` (a path).
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
    /// Decodes an array of rules, or a text with the value of a setting, such as the path of a JSON file.
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
