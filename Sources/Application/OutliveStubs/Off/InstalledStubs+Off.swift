#if !LiveReset
#if canImport(FoundationNetworking)
public import FoundationNetworking
#else
public import Foundation
#endif

/// A stand-in for active stubs in builds without the trait `LiveReset`; requests reach their usual destination.
public final class InstalledStubs: Sendable {
    /// The delivery of a body to a `URLSession`.
    public enum Delivery: Hashable, Sendable {
        /// In one piece.
        case whole
        /// In pieces.
        case pieces
    }

    /// The rules, which have no effect.
    public let rules: RequestStubs

    /// Stores the rules, which have no effect.
    public init(_ rules: RequestStubs, clock: any Clock<Duration> = ContinuousClock(), delivery: Delivery = .whole) {
        self.rules = rules
    }

    /// Leaves the configuration unchanged.
    public func install(in configuration: URLSessionConfiguration) {}

    /// Returns a response with status 501.
    public func response(to method: String, host: String, target: String) async throws -> StubResponse {
        let error = StubsError("\(method) \(target) is not answered: this build is without the trait LiveReset")
        return StubResponse(StubAnswer(error), on: Timeline(on: ContinuousClock()))
    }

    /// Always empty.
    public var unmatched: [UnmatchedRequest] { [] }

    /// Always 0.
    public var unmatchedCount: Int { 0 }

    /// Always 0.
    public var answered: Int { 0 }

    /// Does nothing.
    public func remove() {}
}
#endif
