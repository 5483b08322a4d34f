internal import OutliveSupport

#if canImport(FoundationNetworking)
internal import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// Active stubs, which respond to the requests of the sessions and servers that use them.
///
///     let stubs = InstalledStubs(try RequestStubs(setting: environment["STUB_REQUESTS"] ?? "[]"))
///     let configuration = URLSessionConfiguration.ephemeral
///     stubs.install(in: configuration)
///     let session = URLSession(configuration: configuration)
///     ...
///     session.invalidateAndCancel()
///     stubs.remove()
///
/// - No request of such a session reaches the network. A request without a matching rule fails, is printed on standard
///   error and is listed in `unmatched`.
/// - The step that builds the session should own the stubs as well, and tear down the session first. Stubs are removed
///   when the last reference to them is released.
/// - Safe to use from any thread.
/// - Without the package trait `LiveReset`, the rules have no effect: requests reach their usual destination.
public final class InstalledStubs: Sendable {
    /// The delivery of a body to a `URLSession`.
    public enum Delivery: Hashable, Sendable {
        /// In one piece, at the time of its last byte.
        case whole
        /// In pieces, for sessions whose delegate receives the data.
        ///
        /// On Linux, swift-corelibs-foundation discards all pieces but the last one for completion handlers and
        /// `data(for:)` of such a session. Sessions without a delegate receive the body in one piece.
        case pieces
    }

    /// The rules.
    public let rules: RequestStubs
    #if LiveReset
    let clock: any Clock<Duration>
    let delivery: Delivery
    private let work = Lock(Work())

    private struct Work {
        /// The slot by which sessions find the stubs, or `nil` before the installation.
        var slot: Int?
        var isRemoved = false
        var answered = 0
        var unmatchedCount = 0
        var unmatched: [UnmatchedRequest] = []
    }
    #endif

    /// Activates rules.
    ///
    /// - Parameters:
    ///   - rules: The rules in order. The first one that matches a request responds to it.
    ///   - clock: The clock for delays and speeds.
    ///   - delivery: The delivery of bodies to sessions.
    public init(_ rules: RequestStubs, clock: any Clock<Duration> = ContinuousClock(), delivery: Delivery = .whole) {
        self.rules = rules
        #if LiveReset
        (self.clock, self.delivery) = (clock, delivery)
        #endif
    }

    deinit { remove() }

    /// Makes the stubs respond to all requests of sessions that are created with a configuration from now on.
    ///
    /// Replaces the configuration's `protocolClasses` and removes its cache, so that nothing else responds.
    public func install(in configuration: URLSessionConfiguration) {
        #if LiveReset
        configuration.protocolClasses = [protocolClass()]
        configuration.urlCache = nil
        #endif
    }

    /// The requests without a matching rule, in the order of arrival, at most 1000.
    public var unmatched: [UnmatchedRequest] {
        #if LiveReset
        work.withLock { $0.unmatched }
        #else
        []
        #endif
    }

    /// The number of requests without a matching rule.
    public var unmatchedCount: Int {
        #if LiveReset
        work.withLock { $0.unmatchedCount }
        #else
        0
        #endif
    }

    /// The number of requests that a rule responded to.
    public var answered: Int {
        #if LiveReset
        work.withLock { $0.answered }
        #else
        0
        #endif
    }

    /// Removes the stubs; later requests fail, also in sessions that were not invalidated.
    ///
    /// Running responses continue until their session ends. Further calls have no effect.
    public func remove() {
        #if LiveReset
        let slot = work.withLock { work in
            work.isRemoved = true
            defer { work.slot = nil }
            return work.slot
        }
        if let slot { StubSlots.shared.release(slot) }
        #endif
    }
}

#if LiveReset
extension InstalledStubs {
    /// Returns the response to a request immediately, without the delay of its rule.
    ///
    /// - Throws: `StubsError` if no rule matches, the stubs were removed or the body's file cannot be read.
    func answer(to request: StubbedRequest) throws -> StubAnswer {
        if work.withLock({ $0.isRemoved }) { throw StubsError.removed(request) }
        guard let stub = rules.stub(for: request) else {
            let unmatched = UnmatchedRequest(request)
            let error = StubsError.unmatched(unmatched, by: rules)
            work.withLock { work in
                work.unmatchedCount += 1
                if work.unmatched.count < 1_000 { work.unmatched.append(unmatched) }
            }
            FileHandle.standardError.write(Data("outlive stubs: \(error)\n".utf8))
            throw error
        }
        let answer = try StubAnswer(stub)
        work.withLock { $0.answered += 1 }
        return answer
    }

    private func protocolClass() -> AnyClass {
        work.withLock { work in
            let slot = work.slot ?? StubSlots.shared.take(for: self)
            work.slot = slot
            return StubSlots.protocolClass(of: slot)
        }
    }
}
#endif
