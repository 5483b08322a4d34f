#if LiveReset
public import OutliveModel

/// What became of a host's requests: the last reports, and the events as they come.
///
/// Safe to use from any thread. It keeps the newest 100 reports, all but the newest in short: the births of a survivor
/// as one, without its backtrace, and 200 survivors at most. A leak has a birth for every reset, in every report after
/// it.
public final class ResetHistory: Sendable {
    private struct State: Sendable {
        var isUsable = false
        var generation = 1
        /// By generation, oldest first; they need not settle in this order.
        var reports: [GenerationReport] = []
        /// The newest generation whose report is not kept any more.
        var forgotten = 0
        var nextListener = 0
        var listeners: [Int: AsyncStream<ResetEvent>.Continuation] = [:]
        var waiters: [Int: (generation: Int, continuation: CheckedContinuation<GenerationReport?, Never>)] = [:]

        mutating func newListener() -> Int {
            nextListener += 1
            return nextListener
        }
    }

    /// How many reports are kept.
    public static let capacity = 100
    private static let survivorsKept = 200
    /// How many events wait for a listener that is slow.
    private static let backlog = 1_000
    private let state = Lock(State())
    private let registryIsOn: @Sendable () -> Bool

    /// Makes an empty history.
    ///
    /// - Parameter isWatched: whether the registry records anything; asked anew each time.
    package init(isWatched: @autoclosure @escaping @Sendable () -> Bool = true) {
        registryIsOn = isWatched
    }

    /// Whether components are watched at all: without that, no survivors say nothing.
    public var isWatched: Bool { registryIsOn() }

    /// Whether the application can be used now.
    public var isUsable: Bool { state.withLock { $0.isUsable } }

    /// The generation that the application is in, counted from 1.
    public var generation: Int { state.withLock { $0.generation } }

    /// The reports of the generations that have settled, by generation, oldest first.
    public var reports: [GenerationReport] { state.withLock { $0.reports } }

    /// The events from now on, for as long as they are iterated.
    ///
    /// They end early for one who is more than 1000 behind, after the last before the gap: it would not know what it
    /// missed.
    public func events() -> AsyncStream<ResetEvent> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: ResetEvent.self, bufferingPolicy: .bufferingOldest(Self.backlog))
        let id = state.withLock { state in
            let id = state.newListener()
            state.listeners[id] = continuation
            return id
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { state in _ = state.listeners.removeValue(forKey: id) }
        }
        return stream
    }

    /// The report of a generation, as soon as it has settled.
    ///
    /// - Returns: nil when the task is cancelled, when the report is not kept any more, and for a number below 1.
    public func report(of generation: Int) async -> GenerationReport? {
        let id = state.withLock { $0.newListener() }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let known: GenerationReport?? = state.withLock { state in
                    if let report = state.reports.first(where: { $0.generation == generation }) { return report }
                    if generation <= state.forgotten || generation < 1 { return .some(nil) }
                    state.waiters[id] = (generation, continuation)
                    return nil
                }
                if let known { return continuation.resume(returning: known) }
                // Either this sees the cancellation, or the handler below finds the waiter.
                if Task.isCancelled { abandon(id) }
            }
        } onCancel: {
            abandon(id)
        }
    }

    private func abandon(_ id: Int) {
        state.withLock { $0.waiters.removeValue(forKey: id) }?.continuation.resume(returning: nil)
    }

    /// Notes that the application became usable without a reset, or can be used no more.
    func note(usable: Bool, generation: Int) {
        state.withLock { state in
            state.isUsable = usable
            state.generation = max(state.generation, generation)
        }
    }

    /// Notes an event, and tells all who listen.
    func note(_ event: ResetEvent, generation: Int) {
        let (late, waiters) = state.withLock { state in
            // What settles does so beside the resets that follow: it may come with a number of before.
            state.generation = max(state.generation, generation)
            var waiters: [CheckedContinuation<GenerationReport?, Never>] = []
            switch event {
            case .began:
                state.isUsable = false
            case .ended(let reply):
                state.isUsable = reply.usable
            case .settled(let report):
                Self.keep(report, in: &state)
                for (id, waiter) in state.waiters where waiter.generation == report.generation {
                    waiters.append(waiter.continuation)
                    state.waiters[id] = nil
                }
            }
            return (Self.tell(event, in: &state), waiters)
        }
        // Not under the lock: the end of a stream forgets its listener.
        for listener in late { listener.finish() }
        guard case .settled(let report) = event else { return }
        for waiter in waiters { waiter.resume(returning: report) }
    }

    /// Tells all who listen, one event at a time: what comes after one that is lost must not get through.
    ///
    /// - Returns: those for whom it was one too many; they are told nothing any more.
    private static func tell(_ event: ResetEvent, in state: inout State) -> [AsyncStream<ResetEvent>.Continuation] {
        var late: [AsyncStream<ResetEvent>.Continuation] = []
        for (id, listener) in state.listeners {
            guard case .dropped = listener.yield(event) else { continue }
            state.listeners[id] = nil
            late.append(listener)
        }
        return late
    }

    private static func keep(_ report: GenerationReport, in state: inout State) {
        let place = state.reports.lastIndex { $0.generation < report.generation }.map { $0 + 1 } ?? 0
        let isNewest = place == state.reports.count
        if isNewest, place > 0 { state.reports[place - 1] = state.reports[place - 1].shortened(to: survivorsKept) }
        state.reports.insert(isNewest ? report : report.shortened(to: survivorsKept), at: place)
        if state.reports.count > capacity {
            state.forgotten = max(state.forgotten, state.reports.removeFirst().generation)
        }
    }
}

extension GenerationReport {
    /// The report with as much of its survivors as is worth keeping of one that is not the newest.
    fileprivate func shortened(to survivorsKept: Int) -> GenerationReport {
        var report = self
        report.components = nil
        report.survivors = survivors.prefix(survivorsKept).map { survivor in
            let births = survivor.births.first.map { [Birth(generation: $0.generation, count: survivor.count)] } ?? []
            return Survivor(
                key: survivor.key, births: births, backtrace: Backtrace(frames: []), retainCount: survivor.retainCount)
        }
        return report
    }
}
#endif
