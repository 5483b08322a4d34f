#if LiveReset
internal import COutlive
internal import OutliveModel

extension LeakRegistry {
    /// Ends the current generation: what is alive of it from now on has survived.
    ///
    /// The number rises first, in one step, so that whatever is registered afterwards belongs to the new generation;
    /// then one sweep looks at every registration. Returns at once: waiting for late frees is
    /// `EndedGeneration.settled()`, which is to run off the reset's clock.
    ///
    /// - Parameters:
    ///   - policy: how long and how often `settled()` looks.
    ///   - clock: what `settled()` waits by.
    /// - Complexity: O(registrations); other threads' `track` waits for a small part of it at most.
    public func endGeneration(
        settling policy: SettlePolicy = .standard, clock: any Clock<Duration> = SuspendingClock()
    ) -> EndedGeneration {
        let (ended, registered) = state.withLock { $0.beginGeneration() }
        let stopwatch = Stopwatch(clock)
        var alive = AliveCount()
        var awaited: [SlotReference] = []
        sweep { reference, registration in
            guard registration.generation <= ended, registration.key.endsWithGeneration else { return }
            alive.add(registration)
            guard !registration.isReported else { return }
            registration.holders += 1
            awaited.append(reference)
        }
        return EndedGeneration(
            generation: ended, aliveAtSweep: alive.total, alive: alive.components, registered: registered,
            awaited: AwaitedRegistrations(registry: self, slots: awaited), policy: policy, stopwatch: stopwatch)
    }

    /// Visits the registrations of live objects, and frees the slots of the dead.
    ///
    /// The lock is taken for a chunk of slots at a time. A registration that is there all the while is visited once.
    func sweep(_ visit: (SlotReference, inout Registration) -> Void) {
        let count = state.withLock { $0.table.count }
        for start in stride(from: 0, to: count, by: SlotTable.chunkCapacity) {
            let chunk = start..<min(start + SlotTable.chunkCapacity, count)
            state.withLock { $0.table.sweep(chunk, visit) }
        }
    }

    /// Reports a generation that has settled, as things are now, and marks the survivors as reported.
    func report(
        _ generation: Int, registered: Int, late: [LateFree], settleSeconds: Double
    ) -> GenerationReport {
        var census = Census(generation: generation)
        sweep { reference, registration in census.count(&registration, at: reference) }
        return GenerationReport(
            generation: generation, registered: registered, died: max(0, registered - census.aliveOfGeneration),
            survivors: census.survivors(retainCount: retainCount, address: address), late: late,
            settleSeconds: settleSeconds, live: census.live, components: census.componentKeys)
    }

    /// Where an object is that is alive at this moment; it is not looked at, let alone retained.
    private func address(at slot: SlotReference) -> ObjectAddress? {
        state.withLock { $0.table.address(at: slot) }
    }

    /// The strong retain count of an object at this moment, without the reference that looking takes.
    private func retainCount(at slot: SlotReference) -> Int? {
        // Taken under the lock, let go of after it: if it is the last reference by then, a `deinit` runs.
        guard let object = state.withLock({ $0.table.object(at: slot) }) else { return nil }
        let count = outl_retain_count(Unmanaged.passUnretained(object).toOpaque())
        return withExtendedLifetime(object) { count > 0 ? count - 1 : nil }
    }
}
#endif
