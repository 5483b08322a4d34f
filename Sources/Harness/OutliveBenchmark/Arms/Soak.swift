internal import OutliveDriver
internal import OutliveModel

/// The soak arm: many resets in a row without a relaunch, or cycles of work if nothing is reset, checked for growth.
struct Soak {
    let instance: Instance
    let plan: Plan
    let record: Record

    /// Takes the samples, and reads the resource use after each settled cycle.
    ///
    /// - Returns: the metrics whose growth the planned cycles left in doubt, so that further cycles ran.
    func run() async throws -> Set<Metric> {
        instance.beginArm()
        try await cycles(upTo: plan.soak)
        var doubtful: Set<Metric> = []
        while let doubt = UndecidedGrowth(record.soak, plan: plan), !instance.isKnownToLeak {
            doubtful.formUnion(doubt.metrics)
            try await cycles(upTo: doubt.cyclesWanted)
        }
        return doubtful
    }

    private func cycles(upTo last: Int) async throws {
        for number in stride(from: record.soak.count + 1, through: last, by: 1) {
            try await cycle(number)
            record.step(.soak)
        }
    }

    private func cycle(_ number: Int) async throws {
        guard plan.reset != nil else { return try await workCycle(number) }
        let outcome = try await instance.reset()
        let fellBack = outcome.failure != nil
        record.keep(
            Sample(
                arm: .soak, order: record.nextOrder, warmup: number <= plan.soakWarmup, seconds: outcome.seconds,
                fellBack: fellBack))
        var cycle = SoakCycle(cycle: number, seconds: outcome.seconds, fellBack: fellBack)
        // The cycle is kept even if a following step fails.
        defer { record.keep(cycle) }
        cycle.liveComponents = try await instance.inspectReset(outcome)?.live
        cycle.vitals = await instance.application.vitals()
    }

    private func workCycle(_ number: Int) async throws {
        var cycle = SoakCycle(cycle: number, seconds: nil)
        try await instance.workAlone()
        cycle.vitals = await instance.application.vitals()
        record.keep(cycle)
    }
}
