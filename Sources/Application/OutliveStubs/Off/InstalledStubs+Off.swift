#if !LiveReset
#if canImport(FoundationNetworking)
public import FoundationNetworking
#else
public import Foundation
#endif

/// A stand-in for active stubs in builds without the trait `LiveReset`; requests reach their usual destination.
///
/// There is no `handler`, because FlyingFox is not linked and released applications have no stub servers.
public final class InstalledStubs: Sendable {
    /// The delivery of a body to a `URLSession`.
    public enum Delivery: Hashable, Sendable {
        /// In one piece.
        case whole
        /// In pieces.
        case pieces
    }

    /// The rules, without effect.
    public let rules: RequestStubs

    /// Keeps the rules without effect.
    public init(_ rules: RequestStubs, clock: any Clock<Duration> = ContinuousClock(), delivery: Delivery = .whole) {
        self.rules = rules
    }

    /// Leaves the configuration unchanged.
    public func install(in configuration: URLSessionConfiguration) {}

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
