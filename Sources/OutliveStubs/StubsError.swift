public import Foundation
internal import OutliveModel

/// Why stubs cannot be read, or do not answer a request; one line.
public struct StubsError: Error, Hashable, CustomStringConvertible, LocalizedError {
    /// What happened, and to what.
    public var description: String
    /// The same, as systems show errors.
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

/// A request that no stub answers.
public struct UnmatchedRequest: Hashable, Sendable, CustomStringConvertible {
    /// The method, as `GET`.
    public var method: String
    /// The whole URL.
    public var url: String
    /// Method and URL.
    public var description: String { "\(method) \(url)" }

    init(_ request: StubbedRequest) {
        method = request.method
        url = request.url
    }
}
