internal import Foundation
internal import OutliveSupport

/// A rule with a pattern for requests and the response to matching ones.
public struct RequestStub: Hashable, Sendable {
    /// The method of matching requests, such as `GET`, or `nil` for any.
    public var method: String?
    /// The host pattern, in which `*` matches any run of characters, or `nil` for any host.
    ///
    /// Matching ignores case. A pattern with a colon is matched against host and port, as in `example.org:8080`.
    public var host: String?
    /// The percent-encoded path pattern, in which `*` matches any run of characters, including slashes.
    ///
    /// A pattern with a question mark is matched against path and query.
    public var path: String
    /// The status of the response, 200...599.
    ///
    /// Redirects are not followed.
    public var status: Int
    /// The headers of the response. Missing headers for the length and the type of the body are added.
    public var headers: [String: String]
    /// The body of the response.
    public var body: StubBody
    /// The delay before the response begins, at most an hour.
    public var delay: Duration
    /// The speed of the body in bytes per second, at least 1, or `nil` for no limit.
    public var bytesPerSecond: Int?

    /// Creates a rule.
    public init(
        method: String? = nil, host: String? = nil, path: String = "*", status: Int = 200,
        headers: [String: String] = [:], body: StubBody = .none, delay: Duration = .zero, bytesPerSecond: Int? = nil
    ) {
        (self.method, self.host, self.path, self.status) = (method, host, path, status)
        (self.headers, self.body, self.delay, self.bytesPerSecond) = (headers, body, delay, bytesPerSecond)
    }

    /// Returns `true` if the rule matches a request.
    func matches(_ request: StubbedRequest) -> Bool {
        if let method, method.uppercased() != request.method { return false }
        if let host {
            let target = host.contains(":") ? request.hostAndPort : request.host
            guard host.lowercased().wildcards.match(target) else { return false }
        }
        return path.wildcards.match(path.contains("?") ? request.pathAndQuery : request.path)
    }
}

extension RequestStub: CustomStringConvertible {
    /// The requests that the rule matches, such as `GET example.org/feed/*`.
    public var description: String { "\(method?.uppercased() ?? "any method") \(host ?? "*")\(path)" }
}

/// The body of a stub's response.
public enum StubBody: Hashable, Sendable {
    /// No body.
    case none
    /// Plain text.
    case text(String)
    /// JSON text.
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

extension String {
    /// The text as a pattern in which a question mark stands for itself, because it begins a query.
    fileprivate var wildcards: Wildcards { Wildcards(self, single: nil) }
}
