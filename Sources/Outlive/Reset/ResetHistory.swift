#if LiveReset
public import OutliveModel

/// What became of a host's requests: the last reports, and the events as they come.
///
/// Safe to use from any thread. It keeps the newest 100 reports.
public final class ResetHistory: Sendable {
    private struct State: Sendable {
        var isUsable = false
        var generation = 1
        var reports: [GenerationReport] = []
        var nextListener = 0
        var listeners: [Int: AsyncStream<ResetEvent>.Continuation] = [:]
    }

    /// How many reports are kept.
    public static let capacity = 100
    /// How many events wait for a listener that is slow; older ones are lost to it.
    private static let backlog = 1_000
    private let state = Lock(State())

    /// Makes an empty history.
    public init() {}

    /// Whether the application can be used now.
    public var isUsable: Bool { state.withLock { $0.isUsable } }

    /// The generation that the application is in, counted from 1.
    public var generation: Int { state.withLock { $0.generation } }

    /// The reports of the generations that have settled, oldest first.
    public var reports: [GenerationReport] { state.withLock { $0.reports } }

    /// The events from now on, for as long as they are iterated.
    public func events() -> AsyncStream<ResetEvent> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: ResetEvent.self, bufferingPolicy: .bufferingNewest(Self.backlog))
        let id = state.withLock { state in
            state.nextListener += 1
            state.listeners[state.nextListener] = continuation
            return state.nextListener
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { state in _ = state.listeners.removeValue(forKey: id) }
        }
        return stream
    }

    /// The report of a generation, as soon as it has settled.
    ///
    /// - Returns: nil when the task is cancelled, and when the report is not kept any more.
    public func report(of generation: Int) async -> GenerationReport? {
        // Listening comes first: what settles in between is then in either.
        let events = events()
        let reports = reports
        if let report = reports.first(where: { $0.generation == generation }) { return report }
        if let oldest = reports.first?.generation, generation < oldest, reports.count == Self.capacity { return nil }
        for await case .settled(let report) in events where report.generation == generation { return report }
        return nil
    }

    /// Notes that the application became usable without a reset, or can be used no more.
    func note(usable: Bool, generation: Int) {
        state.withLock { state in
            state.isUsable = usable
            state.generation = generation
        }
    }

    /// Notes an event, and tells all who listen.
    func note(_ event: ResetEvent, generation: Int) {
        let listeners = state.withLock { state in
            state.generation = generation
            switch event {
            case .began:
                state.isUsable = false
            case .ended(let reply):
                state.isUsable = reply.usable
            case .settled(let report):
                state.reports.append(report)
                if state.reports.count > Self.capacity { state.reports.removeFirst() }
            }
            return Array(state.listeners.values)
        }
        for listener in listeners { listener.yield(event) }
    }
}
#endif
