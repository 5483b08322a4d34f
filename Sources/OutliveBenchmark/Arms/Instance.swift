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
    private(set) var fallbacks = FallbackWatch()
    /// Resets over the life of the instance, those that fell back included.
    private(set) var resets = 0

    init(_ application: any Application, leaks mode: LeakMode) {
        self.application = application
        leaks = LeakWatch(mode: mode)
    }

    /// How many resets were acknowledged.
    var acknowledged: Int { resets - fallbacks.count }

    /// What a reader should know about what happened to the instance.
    var notes: [String] { fallbacks.notes + [probe.note].compactMap(\.self) }

    /// Starts the application for the first time, untimed.
    func launch() async throws {
        _ = try await application.start()
        try await inspectLaunch()
    }

    /// Starts the application anew, untimed, without working it before.
    func refresh() async throws {
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
        try await application.work()
        return (try await application.stop(), try await application.start())
    }

    /// Looks at the application after a launch.
    func inspectLaunch() async throws {
        try leaks.launched(hello: await application.hello)
        try probe.launched(printed: try await application.probe())
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
        try await application.work()
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
        guard leaks.awaitsReports, let report = try await application.settled() else { return nil }
        try leaks.settled(report)
        return report
    }
}
