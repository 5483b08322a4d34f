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
    private(set) var heap: HeapWatch
    private(set) var fidelity: FidelityWatch
    private(set) var fallbacks = FallbackWatch()
    /// Why there is no evidence of what survived; nil where there is some, or none was needed.
    private(set) var lackOfEvidence: String?
    /// Resets over the life of the instance, those that fell back included.
    private(set) var resets = 0
    private let plan: Plan
    private let launches: FreshLaunches
    private let readCensus: CensusReader
    /// Whether the process has been launched and not been used.
    private var isUnused = false
    /// Whether the heap was looked at after a first use, which is done once: it takes time before what is timed.
    private var knowsUsedTypes = false

    init(
        _ application: any Application, plan: Plan, launches: FreshLaunches, readCensus: @escaping CensusReader
    ) {
        self.application = application
        self.plan = plan
        self.launches = launches
        self.readCensus = readCensus
        leaks = LeakWatch(mode: plan.leaks)
        heap = HeapWatch(frames: plan.heapFrames, warmup: plan.warmup)
        fidelity = FidelityWatch(launches)
    }

    /// How many resets were acknowledged.
    var acknowledged: Int { resets - fallbacks.count }

    /// Whether something leaks that fails the run by itself, whatever else grows.
    var isKnownToLeak: Bool {
        guard plan.failOn != .never else { return false }
        let registered = findings(inEach: leaks.incarnations, warmup: plan.warmup)
        return registered.contains { $0.verdict == .leak } || heap.isOn && heap.presentGrows
    }

    /// What a reader should know about what happened to the instance.
    var notes: [String] { fallbacks.notes + probe.notes + [lackOfEvidence].compactMap(\.self) }

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
        let state = await plan.fidelity == .off ? nil : application.settledState()
        let census = try await census(endingCycle: true)
        heap.launched(census)
        fidelity.launched(state?.adding(census))
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
        launches.addUsed(try await addingUsedTypes(to: state))
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
        let census = try await census(endingCycle: true)
        heap.cycleEnded(census)
        if plan.fidelity != .off { fidelity.wasReset(await application.state()?.adding(census), cycle: resets) }
        return report
    }

    /// Works the application, which is all of a cycle where nothing is reset.
    func workAlone() async throws {
        try Task.checkCancellation()
        try await use()
        heap.cycleEnded(try await census(endingCycle: true))
    }

    /// Counts what is alive, untimed; nil where the heap tier is off.
    ///
    /// What was let go of may take a moment to go away, and nothing tells when it has. So a tenth of the time of settling
    /// passes first. What takes longer is gone a cycle later, and so does not grow; see also `confirmHeap()`.
    private func census(endingCycle: Bool) async throws -> HeapCensus? {
        guard heap.isOn else { return nil }
        try await Task.sleep(for: .seconds(plan.settleSeconds / 10), clock: .suspending)
        return try await application.census(endingCycle: endingCycle).map(readCensus)
    }

    /// The state with the types that a first use leaves, where they are not known yet.
    private func addingUsedTypes(to state: ProcessState?) async throws -> ProcessState? {
        guard heap.isOn, let state, !knowsUsedTypes else { return state }
        knowsUsedTypes = true
        return state.adding(try await census(endingCycle: false))
    }

    /// Where something has grown, looks at the heap for the last time, after all the time of settling.
    func confirmHeap() async throws {
        guard heap.isOn, heap.presentGrows else { return }
        try await Task.sleep(for: .seconds(plan.settleSeconds), clock: .suspending)
        heap.confirm(try await closingCensus())
    }

    /// Has the heap written down, untimed, where something survived in the present process.
    ///
    /// Without it the run is worth no less: what fails is a note.
    func takeEvidence(_ request: EvidenceRequest) async throws {
        guard heap.isOn, await application.death() == nil,
            request.always || heap.presentGrows || leaks.hasPresentSurvivors
        else { return }
        do {
            guard let file = try await application.heapSnapshot() else { return }
            try request.receive(HeapEvidence(file: file, addresses: leaks.presentAddresses))
        } catch let failure as Failure {
            lackOfEvidence = "what holds the survivors is not known: \(failure.message)"
        }
    }

    /// Looks at the process for the last time, and gives what differs from a launch the time of settling to go away.
    func confirmFidelity() async throws {
        guard plan.fidelity != .off, fidelity.wasReset else { return }
        defer { fidelity.endConfirming() }
        let deadline = SuspendingClock.now + .seconds(plan.settleSeconds)
        let census = try await closingCensus()
        while !fidelity.confirm(await application.state()?.adding(census)) {
            guard SuspendingClock.now < deadline else {
                // The heap costs too much to be looked at again and again.
                _ = fidelity.confirm(await application.state()?.adding(try await closingCensus()))
                return
            }
            try await Task.sleep(for: .milliseconds(50), clock: .suspending)
        }
    }

    /// Counts what is alive when no cycle follows; nil of a process that has ended, which is told of elsewhere.
    private func closingCensus() async throws -> HeapCensus? {
        guard heap.isOn, await application.death() == nil else { return nil }
        return try await census(endingCycle: false)
    }
}
