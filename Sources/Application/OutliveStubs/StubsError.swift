public import Foundation
internal import OutliveSupport
internal import OutliveWire

/// A failure to read stubs or respond to a request, in one line.
public struct StubsError: Error, Hashable, CustomStringConvertible, LocalizedError {
    /// What happened, and to what.
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
