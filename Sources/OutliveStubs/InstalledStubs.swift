#if LiveReset
#if canImport(FoundationNetworking)
internal import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// Stubs at work: they answer the requests of the sessions and servers that they were given to, and of no other.
///
///     let stubs = InstalledStubs(try RequestStubs(setting: environment["STUB_REQUESTS"] ?? "[]"))
///     let configuration = URLSessionConfiguration.ephemeral
///     stubs.install(in: configuration)
///     let session = URLSession(configuration: configuration)
///     ...
///     session.invalidateAndCancel()
///     stubs.remove()
///
/// - No request of such a session reaches the network: what no rule matches fails, is written to standard error, and is
///   listed in `unmatched`.
/// - It is a component like others: what builds the session holds both, and tears both down, the session first. Nobody
///   else holds it, so stubs that are let go are removed, too.
/// - Safe from any thread.
public final class InstalledStubs: Sendable {
    /// How a body reaches a `URLSession`.
    public enum Delivery: Hashable, Sendable {
        /// In one piece, when its last byte would have come.
        case whole
        /// Piece by piece, for sessions whose delegate gets the data.
        ///
        /// On Linux, completion handlers and `data(for:)` of such a session would see only the last piece:
        /// swift-corelibs-foundation forgets what a `URLProtocol` loaded before. Sessions without a delegate get the
        /// whole all the same.
        case pieces
    }

    /// The rules.
    public let rules: RequestStubs
    let clock: any Clock<Duration>
    let delivery: Delivery
    private let work = Locked(Work())

    private struct Work {
        /// Where sessions find the stubs, once there are some.
        var slot: Int?
        var isRemoved = false
        var answered = 0
        var unmatchedCount = 0
        var unmatched: [UnmatchedRequest] = []
    }

    /// Puts rules to work.
    ///
    /// - Parameters:
    ///   - rules: tried in order; the first that matches answers.
    ///   - clock: what delays and speeds are measured with.
    ///   - delivery: how bodies reach sessions.
    public init(_ rules: RequestStubs, clock: any Clock<Duration> = ContinuousClock(), delivery: Delivery = .whole) {
        self.rules = rules
        self.clock = clock
        self.delivery = delivery
    }

    deinit { remove() }

    /// Lets the stubs answer every request of sessions made with a configuration from now on.
    ///
    /// Takes the place of the configuration's `protocolClasses` and takes its cache away: nothing else is to answer.
    public func install(in configuration: URLSessionConfiguration) {
        configuration.protocolClasses = [protocolClass()]
        configuration.urlCache = nil
    }

    /// What answers the requests that a FlyingFox server gets; it holds the stubs.
    public var handler: StubHandler { StubHandler(self) }

    /// The requests that no rule matched, in the order in which they came, 1 000 at most.
    public var unmatched: [UnmatchedRequest] { work.withLock { $0.unmatched } }

    /// How many requests no rule matched.
    public var unmatchedCount: Int { work.withLock { $0.unmatchedCount } }

    /// How many requests were answered by a rule.
    public var answered: Int { work.withLock { $0.answered } }

    /// Ends it: requests that come later fail, also those of sessions that should have been invalidated before.
    ///
    /// Answers that are under way go on until their session ends. A second call does nothing.
    public func remove() {
        let slot = work.withLock { work in
            work.isRemoved = true
            defer { work.slot = nil }
            return work.slot
        }
        if let slot { StubSlots.shared.release(slot) }
    }

    /// The answer to a request.
    ///
    /// - Throws: `StubsError` when there is none.
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
