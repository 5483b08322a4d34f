#if !LiveReset
#if canImport(FoundationNetworking)
public import FoundationNetworking
#else
public import Foundation
#endif

/// Stands in for stubs at work in a build without the trait `LiveReset`: every request goes where it would go anyway.
///
/// There is no `handler` then: it is FlyingFox's, which is not linked, and a server that answers by stubs is none that
/// is shipped.
public final class InstalledStubs: Sendable {
    /// How a body reaches a `URLSession`.
    public enum Delivery: Hashable, Sendable {
        /// In one piece.
        case whole
        /// Piece by piece.
        case pieces
    }

    /// The rules, which nothing follows.
    public let rules: RequestStubs

    /// Keeps rules that nothing follows.
    public init(_ rules: RequestStubs, clock: any Clock<Duration> = ContinuousClock(), delivery: Delivery = .whole) {
        self.rules = rules
    }

    /// Leaves the configuration as it is.
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
