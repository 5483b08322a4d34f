internal import OutliveSupport
public import OutliveWire

/// The history of a host's requests: the last reports, and a stream of events.
///
/// Without the package trait `LiveReset` it stays empty.
///
/// Safe to use from any thread. It keeps the newest 100 reports. All but the newest are shortened to at most 200
/// survivors without backtraces, with the births of each merged into one. Otherwise each report would repeat, for every
/// leak, a birth for each earlier reset.
public final class ResetHistory: Sendable {
    private struct State: Sendable {
        var isUsable = false
        var generation = 1
        /// The reports, sorted by generation; generations can settle in another order.
        var reports: [GenerationReport] = []
        /// The newest generation whose report was discarded.
        var forgotten = 0
        var nextListener = 0
        var listeners: [Int: AsyncStream<ResetEvent>.Continuation] = [:]
        var waiters: [Int: (generation: Int, continuation: CheckedContinuation<GenerationReport?, Never>)] = [:]

        mutating func newListener() -> Int {
            nextListener += 1
            return nextListener
        }
    }

    /// The number of reports kept.
    public static let capacity = isLiveResetBuilt ? 100 : 0
    private static let survivorsKept = 200
    /// The number of events buffered for a slow subscriber.
    private static let backlog = 1_000
    private let state = Lock(State())
    private let registryIsOn: @Sendable () -> Bool

    /// Creates an empty history.
    ///
    /// - Parameter isWatched: `true` if the registry records components. It is evaluated at each use.
    package init(isWatched: @autoclosure @escaping @Sendable () -> Bool = true) {
        registryIsOn = isWatched
    }

    /// `true` if components are recorded; otherwise an empty list of survivors has no meaning.
    public var isWatched: Bool { isLiveResetBuilt && registryIsOn() }

    /// `true` if the application is usable.
    public var isUsable: Bool { state.withLock { $0.isUsable } }

    /// The current generation of the application, starting at 1.
    public var generation: Int { state.withLock { $0.generation } }

    /// The reports of settled generations, oldest first.
    public var reports: [GenerationReport] { state.withLock { $0.reports } }

    /// Returns a stream of the events from now on.
    ///
    /// For a subscriber that falls more than 1000 events behind, the stream ends after the last event before the gap.
    public func events() -> AsyncStream<ResetEvent> {
        guard isLiveResetBuilt else { return AsyncStream { nil } }
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

    /// Waits until a generation has settled, and returns its report.
    ///
    /// - Returns: `nil` if the task is cancelled, the report was discarded, or `generation` is below 1.
    public func report(of generation: Int) async -> GenerationReport? {
        guard isLiveResetBuilt else { return nil }
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
                // Either this check sees the cancellation, or the handler below finds the waiter.
                if Task.isCancelled { abandon(id) }
            }
        } onCancel: {
            abandon(id)
        }
    }

    private func abandon(_ id: Int) {
        state.withLock { $0.waiters.removeValue(forKey: id) }?.continuation.resume(returning: nil)
    }

    /// Records that a start or stop made the application usable or unusable.
    func note(usable: Bool, generation: Int) {
        state.withLock { state in
            state.isUsable = usable
            state.generation = max(state.generation, generation)
        }
    }

    /// Records an event and sends it to all subscribers.
    func note(_ event: ResetEvent, generation: Int) {
        let (late, waiters) = state.withLock { state in
            // Generations settle during later resets, so an event can carry an older number.
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
            return (Self.send(event, in: &state), waiters)
        }
        // Outside the lock, because the end of a stream removes its subscriber.
        for listener in late { listener.finish() }
        guard case .settled(let report) = event else { return }
        for waiter in waiters { waiter.resume(returning: report) }
    }

    /// Sends an event to all subscribers, under the lock, so that no subscriber receives an event after a dropped one.
    ///
    /// - Returns: The subscribers dropped because their buffer was full. They receive no further events.
    private static func send(_ event: ResetEvent, in state: inout State) -> [AsyncStream<ResetEvent>.Continuation] {
        var late: [AsyncStream<ResetEvent>.Continuation] = []
        for (id, listener) in state.listeners {
            guard case .dropped = listener.yield(event) else { continue }
            state.listeners[id] = nil
            late.append(listener)
        }
        return late
    }

    private static func keep(_ report: GenerationReport, in state: inout State) {
        let index = state.reports.lastIndex { $0.generation < report.generation }.map { $0 + 1 } ?? 0
        let isNewest = index == state.reports.count
        if isNewest, index > 0 { state.reports[index - 1] = state.reports[index - 1].shortened(to: survivorsKept) }
        state.reports.insert(isNewest ? report : report.shortened(to: survivorsKept), at: index)
        if state.reports.count > capacity {
            state.forgotten = max(state.forgotten, state.reports.removeFirst().generation)
        }
    }
}

extension GenerationReport {
    /// Returns the part of the report that is kept once a newer report exists.
    fileprivate func shortened(to survivorsKept: Int) -> GenerationReport {
        var report = self
        report.components = nil
        report.survivors = survivors.prefix(survivorsKept).map { survivor in
            let births =
                survivor.births.first.map { [Survivor.Birth(generation: $0.generation, count: survivor.count)] } ?? []
            return Survivor(
                key: survivor.key, births: births, backtrace: Backtrace(frames: []), retainCount: survivor.retainCount)
        }
        return report
    }
}
