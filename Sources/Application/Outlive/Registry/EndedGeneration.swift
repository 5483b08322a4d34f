internal import OutliveSupport
public import OutliveWire

/// A generation that has ended; some of its components may still be released while it settles.
///
/// Without the package trait `LiveReset` it contains no components.
public struct EndedGeneration: Sendable {
    /// The generation's number, from 1.
    public let generation: Int
    /// The number of components with lifetime `untilReset`, of this and earlier generations, alive at the first sweep.
    public let aliveAtSweep: Int
    /// The same components counted by key, in descending order, at most 200 keys.
    public let alive: [AliveComponent]

    #if LiveReset
    let registered: Int
    let awaited: UnsettledRegistrations
    let policy: SettlePolicy
    let stopwatch: Stopwatch
    #endif

    /// Waits until no new component is alive or the deadline has passed, and reports the survivors.
    ///
    /// Call it once. It waits only for components that no report has listed yet. The report also contains survivors of
    /// earlier reports that are still alive. The deadline counts from this call; the times in the report count from the
    /// first sweep. Cancelling the task ends the wait.
    ///
    /// - Returns: The report of this generation. Its `reply` is `nil`.
    public func settled() async -> GenerationReport {
        #if LiveReset
        let registry = awaited.registry
        let backOff = registry.state.withLock { $0.backOff }
        var settling = Settling(awaited.byKey(), deadline: policy.deadline, lost: backOff.lost)
        let start = stopwatch.elapsed()
        var pause = policy.firstPoll
        while true {
            let now = stopwatch.elapsed()
            settling.poll(at: now, check: awaited.check)
            guard let rest = settling.remaining(after: now - start) else {
                registry.state.withLock { $0.backOff.note(outlived: settling.outlived) }
                break
            }
            // A cancelled wait must not affect the back-off.
            do { try await stopwatch.sleep(min(max(pause, SettlePolicy.shortestPoll), rest)) } catch { break }
            pause = min(pause * 2, policy.longestPoll)
        }
        return registry.report(
            generation, registered: registered, late: settling.late,
            settleSeconds: stopwatch.elapsed() / .seconds(1))
        #else
        return GenerationReport(generation: generation, registered: 0, died: 0)
        #endif
    }

    /// Reports the survivors at once. Call it in place of `settled`.
    func unsettled() -> GenerationReport {
        #if LiveReset
        awaited.registry.report(generation, registered: registered, late: [], settleSeconds: 0)
        #else
        GenerationReport(generation: generation, registered: 0, died: 0)
        #endif
    }
}

#if LiveReset
/// The registrations that were alive when their generation ended and that no report has listed yet.
///
/// While this object exists, the table keeps their slots, so that the key of an object remains known after its
/// deallocation.
final class UnsettledRegistrations: Sendable {
    let registry: LeakRegistry
    private let slots: [SlotReference]

    /// Takes ownership of slots whose `holders` count already includes this object.
    init(registry: LeakRegistry, slots: [SlotReference]) {
        self.registry = registry
        self.slots = slots
    }

    deinit {
        forEach(slots) { table, slot in table.release(slot) }
    }

    /// Returns the slots by key, without untracked objects.
    func byKey() -> [RegistrationKey: [SlotReference]] {
        var groups: [KeyIndex: [SlotReference]] = [:]
        registry.state.withLock { $0.table.keys.pin() }
        // Slots with one key are often consecutive, so that a run takes one look-up.
        var run: (key: KeyIndex, slots: [SlotReference])?
        forEach(slots) { table, slot in
            guard let key = table.registration(at: slot)?.key else { return }
            if run?.key != key {
                if let run { groups[run.key, default: []] += run.slots }
                run = (key, [])
            }
            run?.slots.append(slot)
        }
        if let run { groups[run.key, default: []] += run.slots }
        let keys = registry.unpinKeys(groups.keys)
        return Dictionary(uniqueKeysWithValues: groups.compactMap { number, slots in keys[number].map { ($0, slots) } })
    }

    /// Returns the slots whose objects are alive, and the number of objects that were deallocated.
    ///
    /// Objects that have been untracked count as neither.
    func check(_ slots: [SlotReference]) -> (alive: [SlotReference], gone: Int) {
        var alive: [SlotReference] = []
        var gone = 0
        forEach(slots) { table, slot in
            if table.isAlive(slot) {
                alive.append(slot)
            } else if table.registration(at: slot) != nil {
                gone += 1
            }
        }
        return (alive, gone)
    }

    /// Visits the slots in chunks, so that each acquisition of the registry's lock is short.
    private func forEach(_ slots: [SlotReference], _ visit: (borrowing SlotTable, SlotReference) -> Void) {
        for start in stride(from: 0, to: slots.count, by: SlotTable.chunkCapacity) {
            registry.state.withLock { state in
                for slot in slots[start..<min(start + SlotTable.chunkCapacity, slots.count)] {
                    visit(state.table, slot)
                }
            }
        }
    }
}

/// A stopwatch on any clock.
struct Stopwatch: Sendable {
    /// Returns the time since the stopwatch was created.
    let elapsed: @Sendable () -> Duration
    /// Waits for a duration; throws if the task is cancelled.
    let sleep: @Sendable (Duration) async throws -> Void

    init(_ clock: some Clock<Duration>) {
        let start = clock.now
        elapsed = { start.duration(to: clock.now) }
        sleep = { try await clock.sleep(until: clock.now.advanced(by: $0), tolerance: nil) }
    }
}
#endif
