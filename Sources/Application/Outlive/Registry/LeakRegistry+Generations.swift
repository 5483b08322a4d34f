#if LiveReset
internal import COutlive
internal import OutliveSupport
internal import OutliveWire

extension LeakRegistry {
    /// Ends the current generation; its components that remain alive are survivors.
    ///
    /// The generation number is incremented first, atomically, so that later registrations belong to the new
    /// generation. Then one sweep checks every registration. `EndedGeneration.settled()` waits for late releases after
    /// the reset.
    ///
    /// - Parameters:
    ///   - policy: The deadline and polling intervals of `settled()`.
    ///   - clock: The clock of `settled()`.
    /// - Complexity: O(n) in the number of registrations. Other threads wait in `track` for at most one chunk of them.
    public func endGeneration(
        settling policy: SettlePolicy = .standard, clock: any Clock<Duration> = SuspendingClock()
    ) -> EndedGeneration {
        let (ended, registered, count) = state.withLock { state in
            state.table.keys.pin()
            let generation = state.beginGeneration()
            return (generation.ended, generation.registered, state.table.count)
        }
        let stopwatch = Stopwatch(clock)
        var alive = AliveCount()
        var awaited: [SlotReference] = []
        // Pages that remain unused take no memory.
        awaited.reserveCapacity(count)
        sweep { reference, registration in
            guard registration.generation <= ended, registration.endsWithGeneration else { return }
            alive.add(registration)
            guard !registration.isReported else { return }
            registration.holders += 1
            awaited.append(reference)
        }
        let keys = unpinKeys(alive.keys)
        return EndedGeneration(
            generation: ended, aliveAtSweep: alive.total, alive: alive.components(keys), registered: registered,
            awaited: UnsettledRegistrations(registry: self, slots: awaited), policy: policy, stopwatch: stopwatch)
    }

    /// Visits the registrations of live objects, and frees the slots of deallocated ones.
    ///
    /// Takes the lock for one chunk of slots at a time. A registration that exists during the whole sweep is visited
    /// exactly once.
    func sweep(_ visit: (SlotReference, inout Registration) -> Void) {
        let count = state.withLock { $0.table.count }
        for start in stride(from: 0, to: count, by: SlotTable.chunkCapacity) {
            let chunk = start..<min(start + SlotTable.chunkCapacity, count)
            state.withLock { $0.table.sweep(chunk, visit) }
        }
    }

    /// Reports the current state of a settled generation, and marks the survivors as reported.
    func report(
        _ generation: Int, registered: Int, late: [LateFree], settleSeconds: Double
    ) -> GenerationReport {
        var census = Census(generation: generation)
        state.withLock { $0.table.keys.pin() }
        sweep { reference, registration in census.count(&registration, at: reference) }
        let keys = unpinKeys(census.keys)
        return GenerationReport(
            generation: generation, registered: registered, died: max(0, registered - census.aliveOfGeneration),
            survivors: census.survivors(keys: keys, retainCount: retainCount, address: address), late: late,
            settleSeconds: settleSeconds, live: census.live, components: census.componentKeys(keys))
    }

    /// Returns the keys with the given numbers, which a sweep found, and ends one `pin` of the table's keys.
    func unpinKeys(_ numbers: some Sequence<KeyIndex>) -> [KeyIndex: RegistrationKey] {
        state.withLock { state in
            state.table.keys.unpin()
            var keys: [KeyIndex: RegistrationKey] = [:]
            for number in numbers { keys[number] = state.table.keys[number] }
            return keys
        }
    }

    /// Returns the address of an object if it is alive, without reading or retaining it.
    private func address(at slot: SlotReference) -> ObjectAddress? {
        state.withLock { $0.table.address(at: slot) }
    }

    /// Returns the current strong retain count of an object, excluding the reference that this function takes.
    private func retainCount(at slot: SlotReference) -> Int? {
        // Retained under the lock, released after it: releasing the last reference runs a `deinit`.
        guard let object = state.withLock({ $0.table.object(at: slot) }) else { return nil }
        let count = outl_retain_count(Unmanaged.passUnretained(object).toOpaque())
        return withExtendedLifetime(object) { count > 0 ? count - 1 : nil }
    }
}

extension LeakRegistry {
    /// Checks that the registry detects a deliberate leak and does not report a released object.
    ///
    /// The check registers two objects in a separate registry with the same settings and ends its generation, so this
    /// registry stays unchanged. A disabled registry detects nothing.
    package func selfCheck() -> SelfCheck {
        let trial = LeakRegistry(isEnabled: isEnabled, depth: Int(depth))
        let kept = trial.track(Control(), as: "kept")
        Self.letGo(in: trial)
        let names = trial.endGeneration().unsettled().survivors.map(\.key.name)
        return withExtendedLifetime(kept) {
            SelfCheck(leakFound: names.contains("kept"), falseAlarm: names.contains("let go"))
        }
    }

    /// Registers an object that is released when the function returns.
    @inline(never)
    private static func letGo(in registry: LeakRegistry) {
        registry.track(Control(), as: "let go")
    }
}

/// The object of a control, which the self-check keeps or releases on purpose.
private final class Control {}
#endif
