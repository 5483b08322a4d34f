internal import OutliveDriver
internal import OutliveModel

/// The arms of a run, which are measured one after another.
struct Arms {
    private static let pings = 20
    let instances: Instances
    let plan: Plan
    let record: Record

    /// The number of samples of each arm, including the warm-up.
    static func samplesPlanned(_ plan: Plan) -> [Arm: Int] {
        let pings = plan.pairs > 0 ? plan.warmup + Self.pings : 0
        return [.launch: plan.pairsWithWarmup, .reset: plan.pairsWithWarmup, .ping: pings, .soak: plan.soak]
    }

    /// Measures all arms, and inspects the instance that is reset one last time.
    func measure(evidence: EvidenceRequest?) async throws {
        let (relaunched, reset) = (instances.relaunched, instances.reset)
        try await reset.launch()
        try await reset.confirmProbe()
        if instances.isolated && plan.pairs > 0 { try await relaunched.launch() }
        try await measurePairs()
        // The relaunched instance is no longer needed and would disturb the measurements.
        if instances.isolated {
            await relaunched.noteDeath()
            _ = try await relaunched.application.stop()
        }
        // The cost of the transport is only relevant in comparison with that of a reset.
        if plan.pairs > 0 { try await measurePings() }
        // With two instances, the soak continues after the pairs, so that the generations are one long series.
        if !instances.isolated && plan.pairs > 0 && plan.soak > 0 {
            await reset.noteDeath()
            try await reset.refresh()
        }
        try await measureSoak()
        try await reset.confirmFidelity()
        try await reset.confirmHeap()
        if let evidence { try await reset.takeEvidence(evidence) }
        try await reset.takeMemory()
        await reset.noteDeath()
        try Task.checkCancellation()
    }

    /// Returns the order of relaunch and reset in each pair; equal seeds give equal orders.
    ///
    /// Of every two pairs, one begins with the relaunch and the other with the reset, in random order. Neither arm
    /// comes first more often, and steady changes, such as the machine's speed, cancel out.
    static func orders(pairs: Int, seed: UInt64) -> [[Arm]] {
        var generator = SplitMix64(seed: seed)
        var launchFirst = false
        return (0..<pairs).map { pair in
            launchFirst = pair.isMultiple(of: 2) ? generator.coin() : !launchFirst
            return launchFirst ? [.launch, .reset] : [.reset, .launch]
        }
    }

    /// Takes the samples of all pairs of a relaunch and a reset, first those of the warm-up.
    private func measurePairs() async throws {
        instances.reset.beginArm()
        for (place, order) in Self.orders(pairs: plan.pairsWithWarmup, seed: plan.seed).enumerated() {
            let isWarmup = place < plan.warmup
            let pair = isWarmup ? place : place - plan.warmup
            for arm in order {
                if arm == .launch {
                    let (stop, start) = try await instances.relaunched.relaunch()
                    record.keep(
                        Sample(
                            arm: .launch, order: record.nextOrder, pair: pair, warmup: isWarmup, seconds: stop + start,
                            stopSeconds: stop, startSeconds: start))
                    try await instances.relaunched.inspectLaunch()
                } else {
                    let outcome = try await instances.reset.reset()
                    record.keep(
                        Sample(
                            arm: .reset, order: record.nextOrder, pair: pair, warmup: isWarmup,
                            seconds: outcome.seconds, fellBack: outcome.failure != nil))
                    try await instances.reset.inspectReset(outcome)
                }
                record.step(arm)
            }
        }
    }

    /// Takes the samples of requests without effect, which measure the cost of the transport.
    ///
    /// There are none if the application cannot be pinged.
    private func measurePings() async throws {
        for place in 0..<(plan.warmup + Self.pings) {
            try Task.checkCancellation()
            guard let seconds = try await instances.reset.application.ping() else { return record.skip(.ping) }
            record.keep(Sample(arm: .ping, order: record.nextOrder, warmup: place < plan.warmup, seconds: seconds))
            record.step(.ping)
        }
    }

    /// Takes the samples of the soak: many resets in a row, or cycles of work if nothing is reset, checked for growth.
    ///
    /// Further cycles follow while the planned ones leave growth in doubt.
    private func measureSoak() async throws {
        instances.reset.beginArm()
        try await measureCycles(upTo: plan.soak)
        var doubtful: Set<Metric> = []
        while let doubt = UndecidedGrowth(record.soak, plan: plan), !instances.reset.isKnownToLeak {
            doubtful.formUnion(doubt.metrics)
            try await measureCycles(upTo: doubt.cyclesWanted)
        }
        record.doubtful = doubtful
    }

    private func measureCycles(upTo last: Int) async throws {
        for number in stride(from: record.soak.count + 1, through: last, by: 1) {
            try await measureCycle(number)
            record.step(.soak)
        }
    }

    private func measureCycle(_ number: Int) async throws {
        let instance = instances.reset
        var cycle = SoakCycle(cycle: number, seconds: nil)
        guard plan.reset != nil else {
            try await instance.workAlone()
            cycle.vitals = await instance.vitals()
            return record.keep(cycle)
        }
        let outcome = try await instance.reset()
        (cycle.seconds, cycle.fellBack) = (outcome.seconds, outcome.failure != nil)
        record.keep(
            Sample(
                arm: .soak, order: record.nextOrder, warmup: number <= plan.soakWarmup, seconds: outcome.seconds,
                fellBack: cycle.fellBack))
        // The cycle is kept even if a following step fails.
        defer { record.keep(cycle) }
        cycle.liveComponents = try await instance.inspectReset(outcome)?.live
        cycle.vitals = await instance.vitals()
    }
}

extension Plan {
    fileprivate var pairsWithWarmup: Int { pairs > 0 ? warmup + pairs : 0 }
}
