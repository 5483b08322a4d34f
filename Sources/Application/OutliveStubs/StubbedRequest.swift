public import Foundation
internal import OutliveSupport

/// The parts of a request that rules can match.
struct StubbedRequest: Hashable, Sendable {
    /// The method in upper case.
    let method: String
    /// The host in lower case, without the port.
    let host: String
    let port: Int?
    /// The percent-encoded path; `/` if the URL has none.
    let path: String
    let query: String?
    /// The complete URL of the request, for messages.
    let url: String

    init(method: String, host: String, port: Int?, path: String, query: String?, url: String) {
        self.method = method.uppercased()
        self.host = host.lowercased()
        self.port = port
        self.path = path.isEmpty ? "/" : path
        self.query = query
        self.url = url
    }

    /// Extracts the parts from a request that a server received.
    init(method: String, authority: String, target: String) {
        let url = "http://\(authority)\(target)"
        let parts = URLComponents(string: url)
        self.init(
            method: method, host: parts?.host ?? authority, port: parts?.port,
            path: parts?.percentEncodedPath ?? String(target.prefix { $0 != "?" }), query: parts?.percentEncodedQuery,
            url: url)
    }

    var hostAndPort: String { port.map { "\(host):\($0)" } ?? host }
    var pathAndQuery: String { query.map { "\(path)?\($0)" } ?? path }
}

/// A request without a matching stub.
public struct UnmatchedRequest: Hashable, Sendable, CustomStringConvertible {
    /// The method, such as `GET`.
    public var method: String
    /// The complete URL.
    public var url: String
    /// The method and URL.
    public var description: String { "\(method) \(url)" }

    init(_ request: StubbedRequest) {
        method = request.method
        url = request.url
    }
}

/// A failure to read stubs or respond to a request, in one line.
public struct StubsError: Error, Hashable, CustomStringConvertible, LocalizedError {
    /// A one-line description of the failure and its subject.
    public var description: String
    /// The same text, for `LocalizedError`.
    public var errorDescription: String? { description }

    init(_ description: String) {
        self.description = description.onOneLine()
    }

    static func unmatched(_ request: UnmatchedRequest, by rules: RequestStubs) -> StubsError {
        let known = rules.stubs.map(\.description).joined(separator: ", ")
        return StubsError("no stub answers \(request); \(known.isEmpty ? "there are none" : "the stubs are: \(known)")")
    }

    static func removed(_ request: StubbedRequest) -> StubsError {
        StubsError("the stubs that \(UnmatchedRequest(request)) was for have been removed; end the session before them")
    }
}
