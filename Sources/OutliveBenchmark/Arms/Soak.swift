internal import OutliveDriver
internal import OutliveModel

/// The soak arm: many resets in a row without a relaunch, or many times the work where nothing is reset, watched for
/// growth.
struct Soak {
    let instance: Instance
    let plan: Plan
    let record: Record

    /// Takes the samples, and reads after each settled cycle what the process uses.
    func run() async throws {
        instance.beginArm()
        for number in stride(from: 1, through: plan.soak, by: 1) {
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
        // Kept also when what follows fails.
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
