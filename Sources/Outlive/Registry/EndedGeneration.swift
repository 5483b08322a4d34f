#if LiveReset
public import OutliveModel

/// A generation that has ended; what it left behind may still be going away.
public struct EndedGeneration: Sendable {
    /// The generation's number, from 1.
    public let generation: Int
    /// Distinct components with lifetime `untilReset`, of this and earlier generations, that the first sweep saw alive.
    public let aliveAtSweep: Int
    /// The same by key, the most first, 200 keys at most.
    public let alive: [AliveComponent]

    let registered: Int
    let awaited: AwaitedRegistrations
    let policy: SettlePolicy
    let stopwatch: Stopwatch

    /// Waits until nothing new is alive or the deadline has passed, and reports what survived.
    ///
    /// Call it once. Only components that no report has named yet are waited for; survivors that were reported before
    /// are in the report all the same while they are alive. The deadline counts from this call; the times in the report
    /// count from the first sweep. If the task is cancelled, it does not wait any longer.
    ///
    /// - Returns: the report of this generation, its `reply` left nil.
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
            // Whoever cancels ends the wait before its time: that says nothing of the components.
            do { try await stopwatch.sleep(min(max(pause, SettlePolicy.shortestPoll), rest)) } catch { break }
            pause = min(pause * 2, policy.longestPoll)
        }
        return registry.report(
            generation, registered: registered, late: settling.late,
            settleSeconds: stopwatch.elapsed() / .seconds(1))
    }
}
#endif
