internal import OutliveDriver
internal import OutliveModel

/// One instance of the application, and all that is watched about it while it is launched and reset.
///
/// Each measurement is a timed call, after which the caller keeps the sample, and an untimed inspection; so that
/// a sample is kept even if the inspection fails. Used by one task only.
final class Instance {
    let application: any Application
    private(set) var probe = ProbeWatch()
    private(set) var leaks: LeakWatch
    private(set) var fidelity: FidelityWatch
    private(set) var fallbacks = FallbackWatch()
    /// Resets over the life of the instance, those that fell back included.
    private(set) var resets = 0
    private let plan: Plan
    private let launches: FreshLaunches
    /// Whether the process has been launched and not been used.
    private var isUnused = false

    init(_ application: any Application, plan: Plan, launches: FreshLaunches) {
        self.application = application
        self.plan = plan
        self.launches = launches
        leaks = LeakWatch(mode: plan.leaks)
        fidelity = FidelityWatch(launches)
    }

    /// How many resets were acknowledged.
    var acknowledged: Int { resets - fallbacks.count }

    /// What a reader should know about what happened to the instance.
    var notes: [String] { fallbacks.notes + probe.notes }

    /// Starts the application for the first time, untimed.
    func launch() async throws {
        _ = try await application.start()
        try await inspectLaunch()
    }

    /// Starts the application anew, untimed, without working it before.
    func refresh() async throws {
        try await confirmFidelity()
        _ = try await application.stop()
        try await launch()
    }

    /// Makes sure that the probe prints the same after two fresh launches, where there is one.
    func confirmProbe() async throws {
        if try await application.probe() != nil { try await refresh() }
    }

    /// Works the application, then stops it and starts it again: the timed part of a launch sample.
    func relaunch() async throws -> (stop: Double, start: Double) {
        try Task.checkCancellation()
        // Stopping what has ended by itself would cost nothing, and look like a fast stop.
        if await noteDeath() { try await refresh() }
        try await confirmFidelity()
        try await use()
        return (try await application.stop(), try await application.start())
    }

    /// Looks at the application after a launch.
    func inspectLaunch() async throws {
        try leaks.launched(hello: await application.hello)
        try probe.launched(printed: try await application.probe())
        fidelity.launched(await plan.fidelity == .off ? nil : application.settledState())
        isUnused = true
    }

    /// Works the application, and looks what the first use after a launch has done to it.
    ///
    /// It is looked at before every timed call, be it of use or not: a pause that only one of the arms makes would be an
    /// advantage to it.
    private func use() async throws {
        try await application.work()
        let state = plan.fidelity == .off ? nil : await application.state()
        guard isUnused else { return }
        isUnused = false
        launches.addUsed(state)
        if plan.work != nil, probe.workLeavesAMark == nil { probe.used(printed: try await application.probe()) }
    }

    /// Takes note if the application has ended by itself since it was used last.
    ///
    /// - Returns: whether it has.
    @discardableResult
    func noteDeath() async -> Bool {
        guard let death = await application.death() else { return false }
        fallbacks.note(death: death)
        return true
    }

    /// Begins another arm of resets.
    func beginArm() {
        fallbacks.beginArm()
    }

    /// Works the application, then resets it: the timed part of a reset sample.
    func reset() async throws -> ResetOutcome {
        try Task.checkCancellation()
        try await use()
        let outcome = try await application.resetOrRelaunch()
        resets += 1
        return outcome
    }

    /// Looks at the application after a reset, and awaits that it has settled.
    ///
    /// - Returns: the report of the generation that the reset ended, where the application is watched.
    @discardableResult
    func inspectReset(_ outcome: ResetOutcome) async throws -> GenerationReport? {
        try fallbacks.note(outcome.failure, cycle: resets)
        guard outcome.failure == nil else {
            try await inspectLaunch()
            return nil
        }
        probe.wasReset(printed: try await application.probe(), cycle: resets)
        let report = leaks.awaitsReports ? try await application.settled() : nil
        if let report { try leaks.settled(report) }
        if plan.fidelity != .off { fidelity.wasReset(await application.state(), cycle: resets) }
        return report
    }

    /// Looks at the process for the last time, and gives what differs from a launch the time of settling to go away.
    func confirmFidelity() async throws {
        guard plan.fidelity != .off, fidelity.wasReset else { return }
        defer { fidelity.endConfirming() }
        let deadline = SuspendingClock.now + .seconds(plan.settleSeconds)
        while !fidelity.confirm(await application.state()), SuspendingClock.now < deadline {
            try await Task.sleep(for: .milliseconds(50), clock: .suspending)
        }
    }
}
