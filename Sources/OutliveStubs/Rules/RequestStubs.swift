/// Rules tried in order: the first that matches a request answers it.
///
/// In JSON it is an array of objects; all fields but `path` may be left out:
///
///     [{"method": "GET", "host": "example.org", "path": "/feed/*", "status": 200, "headers": {"ETag": "1"},
///       "text": "hello", "delay": 0.2, "bytesPerSecond": 1000}]
///
/// The body is one of `text`, `json` (a text that holds JSON) and `file` (a path).
public struct RequestStubs: Hashable, Sendable {
    /// The rules.
    public var stubs: [RequestStub]

    /// Makes a list of rules; an empty one answers nothing.
    public init(_ stubs: [RequestStub] = []) {
        self.stubs = stubs
    }

    /// The rule that answers a request.
    func stub(for request: StubbedRequest) -> RequestStub? {
        stubs.first { $0.matches(request) }
    }
}

extension RequestStubs: ExpressibleByArrayLiteral {
    /// Makes a list of rules.
    public init(arrayLiteral elements: RequestStub...) {
        self.init(elements)
    }
}

extension RequestStubs: Codable {
    /// Reads an array of rules, or a text: the value of a setting, as a path of a file that holds an array.
    public init(from decoder: any Decoder) throws {
        if let setting = try? decoder.singleValueContainer().decode(String.self) {
            try self.init(setting: setting)
        } else {
            self.init(try [RequestStub](from: decoder))
        }
    }

    /// Writes an array of rules.
    public func encode(to encoder: any Encoder) throws {
        try stubs.encode(to: encoder)
    }
}
