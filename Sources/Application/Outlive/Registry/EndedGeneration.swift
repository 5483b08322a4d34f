#if LiveReset
internal import OutliveSupport
public import OutliveWire

/// A generation that has ended; some of its components may still be released while it settles.
public struct EndedGeneration: Sendable {
    /// The generation's number, from 1.
    public let generation: Int
    /// The number of components with lifetime `untilReset`, of this and earlier generations, alive at the first sweep.
    public let aliveAtSweep: Int
    /// The same components counted by key, in descending order, at most 200 keys.
    public let alive: [AliveComponent]

    let registered: Int
    let awaited: UnsettledRegistrations
    let policy: SettlePolicy
    let stopwatch: Stopwatch

    /// Waits until no new component is alive or the deadline has passed, and reports the survivors.
    ///
    /// Call it once. It waits only for components that no report has listed yet. The report also contains survivors of
    /// earlier reports that are still alive. The deadline counts from this call, the times in the report count from the
    /// first sweep. Cancelling the task ends the wait.
    ///
    /// - Returns: The report of this generation. Its `reply` is `nil`.
    public func settled() async -> GenerationReport {
        let registry = awaited.registry
        let patience = registry.state.withLock { $0.patience }
        var settling = Settling(awaited.byKey(), deadline: policy.deadline, lost: patience.lost)
        let start = stopwatch.elapsed()
        var pause = policy.firstPoll
        while true {
            let now = stopwatch.elapsed()
            settling.poll(at: now, look: awaited.look)
            guard let rest = settling.remaining(after: now - start) else {
                registry.state.withLock { $0.patience.note(outlived: settling.outlived) }
                break
            }
            // A cancelled wait must not count for the back-off.
            do { try await stopwatch.sleep(min(max(pause, SettlePolicy.shortestPoll), rest)) } catch { break }
            pause = min(pause * 2, policy.longestPoll)
        }
        return registry.report(
            generation, registered: registered, late: settling.late,
            settleSeconds: stopwatch.elapsed() / .seconds(1))
    }
}
#endif
