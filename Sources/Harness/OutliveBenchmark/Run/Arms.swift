internal import OutliveDriver
internal import OutliveModel

/// The arms of a run, which are measured one after another.
struct Arms {
    private static let pings = 20
    let instances: Instances
    let plan: Plan
    let record: Record
    /// The turns of a run beside others, or `nil` for a run alone.
    var turn: Turn?

    /// The number of samples of each arm, including the warm-up.
    static func samplesPlanned(_ plan: Plan) -> [Arm: Int] {
        let pings = plan.pairs > 0 ? plan.warmup + Self.pings : 0
        let compared = plan.comparedArms.map { ($0.name, plan.pairsWithWarmup) }
        return Dictionary(compared + [(.ping, pings), (.soak, plan.soak)], uniquingKeysWith: { first, _ in first })
    }

    /// Measures all arms, and inspects the instance of the soak one last time.
    func measure(evidence: EvidenceRequest?) async throws {
        let subject = instances.subject
        try await subject.launch()
        try await subject.confirmLaunch()
        if plan.pairs > 0 {
            for other in instances.others {
                try await other.instance.launch()
                if other.arm.kind == .otherLaunch { try await other.instance.adoptProbe(of: subject) }
            }
        }
        try await measureBlocks()
        // The other instances are no longer needed and would disturb the measurements.
        for other in instances.others {
            try await other.instance.confirmFidelity()
            try await other.instance.confirmHeap()
            if let evidence { try await other.instance.takeEvidence(evidence, isSubject: false) }
            await other.instance.noteDeath()
            _ = try await other.instance.application.stop()
        }
        // The cost of the transport is only relevant in comparison with the reset's.
        if plan.pairs > 0 { try await measurePings() }
        // With an instance for each arm, the soak continues after the blocks, so that the generations are one series.
        if !instances.isolated && plan.pairs > 0 && plan.soak > 0 {
            await subject.noteDeath()
            try await subject.refresh()
        }
        try await measureSoak()
        try await subject.confirmFidelity()
        try await subject.confirmHeap()
        if let evidence {
            try await subject.takeEvidence(evidence, isSubject: true)
            try await subject.takeEvidenceOfWorkers(evidence)
        }
        try await subject.takeMemory()
        await subject.noteDeath()
        try await subject.findSteps()
        try Task.checkCancellation()
    }

    /// Returns the order of the arms in each block; equal seeds give equal orders.
    ///
    /// Of every two blocks, the first is in random order and the second in the reverse of it. No arm comes before
    /// another more often than after it, and steady changes, such as the machine's speed, cancel out.
    static func orders<Element>(of arms: [Element], blocks: Int, seed: UInt64) -> [[Element]] {
        var generator = SplitMix64(seed: seed)
        var order: [Element] = []
        return (0..<blocks).map { block in
            guard block.isMultiple(of: 2) else { return order.reversed() }
            order = arms
            for index in order.indices.dropFirst() { order.swapAt(index, generator.index(below: index + 1)) }
            return order
        }
    }

    /// Takes a sample of every arm in each block, the warm-up's blocks first.
    private func measureBlocks() async throws {
        for instance in instances.all { instance.beginArm() }
        let members = Dictionary(
            instances.members.map { ($0.arm.name, $0) }, uniquingKeysWith: { first, _ in first })
        let orders = Self.orders(of: instances.members.map(\.arm.name), blocks: plan.pairsWithWarmup, seed: plan.seed)
        for (index, order) in orders.enumerated() {
            try await turn?.pass()
            for case let member? in order.map({ members[$0] }) { try await measure(member, block: index) }
        }
    }

    private func measure(_ member: Instances.Member, block: Int) async throws {
        let isWarmup = block < plan.warmup
        let (arm, instance) = member
        var sample = Sample(
            arm: arm.name, order: record.nextOrder, pair: isWarmup ? block : block - plan.warmup, warmup: isWarmup,
            seconds: 0)
        switch arm.kind {
        case .relaunch, .otherLaunch:
            let (stop, grace, start, late, processor) = try await instance.relaunch()
            sample.graceSeconds = grace > 0 ? grace : nil
            (sample.seconds, sample.stopSeconds, sample.startSeconds) = (stop + start, stop, start)
            (sample.lateSeconds, sample.processorSeconds) = (late, processor)
            record.keep(sample)
            try await instance.inspectStart()
        case .reset, .replacement:
            let (outcome, late, processor) = try await instance.reset()
            (sample.seconds, sample.fellBack) = (outcome.seconds, outcome.failure != nil)
            (sample.lateSeconds, sample.processorSeconds) = (late, processor)
            record.keep(sample)
            try await instance.inspectReset(outcome)
        }
        record.step(arm.name)
    }

    /// Takes the samples of requests without effect, which measure the cost of the transport.
    ///
    /// There are none if the application cannot be pinged.
    private func measurePings() async throws {
        for index in 0..<(plan.warmup + Self.pings) {
            try Task.checkCancellation()
            guard let seconds = try await instances.subject.application.ping() else { return record.skip(.ping) }
            record.keep(Sample(arm: .ping, order: record.nextOrder, warmup: index < plan.warmup, seconds: seconds))
            record.step(.ping)
        }
    }

    /// Takes the samples of the soak: many resets in a row, or cycles of work if nothing is reset, checked for growth.
    ///
    /// Further cycles follow while the planned ones leave growth in doubt. Runs that are compared all have as many: what
    /// more cycles of one build show would look like a change.
    private func measureSoak() async throws {
        instances.subject.beginArm()
        try await measureCycles(upTo: plan.soak)
        let further = plan.failOn == .never ? 0 : instances.subject.heap.furtherCycles
        if further > 0 { record.doubtful.append("live objects") }
        try await measureCycles(upTo: agreed(plan.soak + further))
        var doubtful: Set<Metric> = []
        while true {
            let doubt = instances.subject.isKnownToLeak ? nil : undecidedGrowth(in: record.soak, plan: plan)
            doubtful.formUnion(doubt?.metrics ?? [])
            let wanted = try await agreed(doubt?.cyclesWanted ?? record.soak.count)
            guard wanted > record.soak.count else { break }
            try await measureCycles(upTo: wanted)
        }
        record.doubtful += Metric.allCases.filter(doubtful.contains).map(\.words)
    }

    private func agreed(_ cycles: Int) async throws -> Int {
        try await turn?.agree(on: cycles, planned: plan.soak) ?? cycles
    }

    private func measureCycles(upTo last: Int) async throws {
        for number in stride(from: record.soak.count + 1, through: last, by: 1) {
            try await turn?.pass()
            try await measureCycle(number)
            record.step(.soak)
        }
    }

    private func measureCycle(_ number: Int) async throws {
        let instance = instances.subject
        var cycle = SoakCycle(cycle: number, seconds: nil)
        guard plan.reset != nil else {
            try await instance.workAlone(cycle: number)
            cycle.noteWork(of: instance)
            cycle.vitals = await instance.vitals()
            return record.keep(cycle)
        }
        let (outcome, late, processor) = try await instance.reset(isCycle: true)
        (cycle.seconds, cycle.fellBack) = (outcome.seconds, outcome.failure != nil)
        cycle.noteWork(of: instance)
        record.keep(
            Sample(
                arm: .soak, order: record.nextOrder, warmup: number <= plan.soakWarmup, seconds: outcome.seconds,
                lateSeconds: late, processorSeconds: processor, fellBack: cycle.fellBack))
        // The cycle is kept even if a following step fails.
        defer { record.keep(cycle) }
        cycle.liveComponents = try await instance.inspectReset(outcome)?.live
        cycle.vitals = await instance.vitals()
    }
}

extension SoakCycle {
    fileprivate mutating func noteWork(of instance: Instance) {
        (workSeconds, workProcessorSeconds) = (instance.workSeconds, instance.workProcessorSeconds)
    }
}

extension Plan {
    fileprivate var pairsWithWarmup: Int { pairs > 0 ? warmup + pairs : 0 }
}
