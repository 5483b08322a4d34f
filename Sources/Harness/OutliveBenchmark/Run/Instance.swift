internal import OutliveDriver
internal import OutliveHeap
internal import OutliveModel

/// An instance of the application, and all observations during its launches and resets.
///
/// A measurement is a timed call and an untimed inspection. The caller keeps the sample in between, so it is kept even
/// if the inspection fails. Used by one task only.
final class Instance {
    let application: any Application
    private(set) var probe = ProbeWatch()
    private(set) var leaks: LeakWatch
    private(set) var heap: HeapWatch
    private(set) var workers: WorkerWatches
    /// The blocks of requests, or `nil` in a run without routes.
    private(set) var routes: RouteWatch?
    private(set) var fidelity: FidelityWatch
    private(set) var state: StateWatch
    private(set) var fallbacks: FallbackWatch
    /// The reason why there is no evidence about the survivors, or `nil` if there is some or none was needed.
    private(set) var lackOfEvidence: String?
    /// The reason why the use of memory is unknown, or `nil` if it is known or was not needed.
    private var lackOfMemory: String?
    /// The number of resets or replacements over the life of the instance, including fallbacks.
    private(set) var resets = 0
    /// The way in which the instance becomes fresh; of one that is both relaunched and reset, the reset.
    private let kind: PlannedArm.Kind
    /// The name of the arm, or `nil` in a run of one trigger.
    private let arm: Arm?
    private let plan: Plan
    private let launches: FreshLaunches
    private let usualWait: UsualWait
    private let readCensus: CensusReader
    private let readState: ProgramStateReader
    private let clock: any Clock<Duration>
    /// The snapshots of processes that do not record births, or `nil` if they do.
    private let attached: AttachedSnapshots?
    /// The process that is measured, since the last launch or reset; `nil` if it is not known.
    private(set) var program: MeasuredProgram?
    private var programNotes: [String] = []
    /// The use of memory at the end of the run by a process that takes the censuses itself.
    private var memoryAtEnd: MemoryBreakdown?
    /// The memory of the heap tier in the process at the last census; `nil` without the tier.
    private var tierBytes: Int?
    /// The output of the probe with which the application began to serve, until it is inspected.
    private var printedFirst: [UInt8]?
    /// `true` if the process has been launched and not used.
    private var isUnused = false
    /// `true` if the heap was inspected after a first use.
    private var knowsUsedTypes = false
    /// The time of the last work in a cycle, in seconds, and the processor time of the application in it; `nil` without
    /// work.
    private(set) var workSeconds, workProcessorSeconds: Double?

    init(
        _ application: any Application, of arm: PlannedArm?, plan: Plan, launches: FreshLaunches,
        states: LaunchedStates, usualWait: UsualWait, attached: AttachedSnapshots?, routes: RoutePlan?,
        readCensus: @escaping CensusReader, readState: @escaping ProgramStateReader, clock: any Clock<Duration>
    ) {
        self.application = application
        kind = arm?.kind ?? .reset
        self.arm = plan.arms == nil ? nil : arm?.name
        fallbacks = FallbackWatch(arm: self.arm)
        self.plan = plan
        self.launches = launches
        self.usualWait = usualWait
        self.readCensus = readCensus
        self.readState = readState
        self.clock = clock
        self.attached = attached
        leaks = LeakWatch(mode: plan.leaks)
        heap = HeapWatch(
            frames: plan.heapFrames, warmup: plan.warmup, births: attached == nil ? .recorded : .byAddress)
        workers = WorkerWatches(frames: plan.heapFrames, warmup: plan.warmup)
        self.routes = routes.map { RouteWatch($0, warmup: plan.warmup) }
        fidelity = FidelityWatch(launches)
        state = StateWatch(states)
    }

    /// The number of acknowledged resets in place.
    var acknowledged: Int { kind == .reset ? resets - fallbacks.count : 0 }

    /// `true` if something showed what a reset resets. Another process in the place of the running one shows itself.
    var showsWhatItResets: Bool { kind != .reset || probe.sawAChange || leaks.sawAReplacement }

    /// `true` if a leak was found that fails the run, regardless of other growth.
    var isKnownToLeak: Bool {
        guard plan.failOn != .never else { return false }
        let registered = findings(inEach: leaks.processRuns, warmup: plan.warmup)
        return registered.contains { $0.verdict == .leak } || heap.isOn && (heap.presentGrows || workers.grow)
    }

    var notes: [String] {
        var notes = [programNotes, workers.notes, routes?.notes ?? [], fallbacks.notes, probe.notes, state.notes]
            .flatMap(\.self)
        notes += [lackOfEvidence, lackOfMemory].compactMap(\.self)
        return notes + (attached?.latest?.notes ?? [])
    }

    /// Returns the use of memory by the last process with its verdict, or `nil` if it was not captured.
    func memory(_ findings: [Finding]) -> MemoryUse? {
        let warmup = max(plan.warmup, 1)
        // Each block of requests has a snapshot.
        if let attached { return attached.memory(findings, warmup: warmup * (routes?.members.count ?? 1)) }
        let live = heap.result?.summary.cycles.map { boundedSum($0.bytes, $0.rawBytes) } ?? []
        return memoryAtEnd.map { MemoryUse($0, live: live, findings, warmup: warmup) }
    }

    func launch() async throws {
        _ = try await application.start()
        try await inspectStart()
    }

    /// Compares the output of the probe with that after a launch of another instance.
    func adoptProbe(of other: Instance) async throws {
        guard let printed = try await other.application.probe() else { return }
        probe.adopt(baseline: await other.withoutDirectory(printed))
    }

    /// Returns the output of the probe, comparable between processes of the arm.
    private func printed() async throws -> [UInt8]? {
        defer { printedFirst = nil }
        let own = if let printedFirst { printedFirst } else { try await application.probe() }
        guard let printed = own else { return nil }
        return kind == .relaunch || kind == .reset ? printed : await withoutDirectory(printed)
    }

    /// Returns an output of the probe with the placeholder for the path of `{dir}`, which differs between processes.
    private func withoutDirectory(_ printed: [UInt8]) async -> [UInt8] {
        guard let directory = await application.traces?.directory, let text = String(validating: printed, as: UTF8.self)
        else { return printed }
        return Array(text.replacing(directory, with: "{dir}").utf8)
    }

    func refresh() async throws {
        try await confirmFidelity()
        _ = try await application.stop()
        try await launch()
    }

    /// Launches again, to see in what launches differ, if there is a probe or if globals and statics are compared.
    func confirmLaunch() async throws {
        let isProbed = try await application.probe() != nil
        guard isProbed || state.isPossible else { return }
        if state.isPossible { try await use() }
        try await refresh()
    }

    /// Runs the work, then stops and starts the application: the timed part of a launch sample.
    ///
    /// - Returns: the seconds of the stop, without a grace period that passed in vain, which is `grace`; and of the
    ///   start until the application serves, `late` seconds of them after it had reported ready. `processor` is the
    ///   processor time of the start.
    func relaunch() async throws -> (stop: Double, grace: Double, start: Double, late: Double?, processor: Double?) {
        try Task.checkCancellation()
        // A stop of an ended application would take no time and appear fast.
        if await noteDeath() { try await refresh() }
        // Without globals and statics, because their captures would lie before the timed calls of this arm alone.
        try await confirmProcess()
        try await use()
        try await measureUsualWait()
        let (stop, grace) = (try await application.stop(), await application.graceOfLastStop)
        let start = try await application.start()
        let late = lateness(try await application.awaitService())
        if kind == .otherLaunch { resets += 1 }
        return (stop, grace, start + (late ?? 0), late, await application.processorSeconds())
    }

    /// Records the wait for the application while it is idle, and what the probe prints after the work.
    private func measureUsualWait() async throws {
        guard let service = try await application.awaitService() else { return }
        usualWait.add(service.seconds)
        probe.used(printed: service.printed)
    }

    /// Returns the seconds, beyond the usual ones, until an application served that had reported ready, or `nil`.
    private func lateness(_ service: Service?) -> Double? {
        printedFirst = service?.printed
        let excess = service.map { usualWait.excess(of: $0.seconds) } ?? 0
        return excess > 0 ? excess : nil
    }

    /// Inspects a process that was started, which is evidence of a launch only with the launch command.
    func inspectStart() async throws {
        if kind == .otherLaunch { try await inspectReplacement() } else { try await inspectLaunch() }
    }

    func inspectLaunch() async throws {
        try await identify()
        try leaks.launched(hello: await application.hello)
        try probe.launched(printed: try await printed())
        let state = await plan.fidelity == .off ? nil : application.settledState(clock: clock)
        let census = try await census(endingCycle: true)
        heap.launched(census)
        if routes != nil { routes?.launched(census, await application.briefVitals()) }
        fidelity.launched(state?.adding(census))
        self.state.launched(self.state.needsLaunch ? try await programState() : nil)
        isUnused = true
    }

    /// Captures the globals and statics, untimed; returns `nil` if they are not compared.
    ///
    /// A failure becomes a note, because the other checks are valid without them.
    private func programState() async throws -> ProgramState? {
        guard plan.fidelity != .off, state.isOn, await application.death() == nil else { return nil }
        do {
            guard let file = try await application.stateSnapshot() else { return nil }
            defer { file.remove() }
            return try readState(file)
        } catch let failure as Failure {
            // A process that has ended meanwhile has its own failure.
            if await application.death() == nil { state.refuse(failure.message) }
            return nil
        }
    }

    /// Captures the globals and statics after the work, if anything is at work.
    ///
    /// Not before the calls that are compared, as the pause would be in their figures.
    private func captureUsed() async throws {
        guard plan.work != nil, state.isDue else { return }
        state.used(try await programState())
    }

    /// Records the last reset, with the globals and statics if they are of interest.
    private func captureReset() async throws {
        state.wasReset(state.isDue ? try await programState() : nil, cycle: resets)
    }

    /// Runs the work, and inspects the effect of the first use after a launch.
    ///
    /// The state is read before every timed call, whether needed or not: a pause before the calls of only one arm would
    /// favour it.
    ///
    /// - Parameter isCycle: `true` in a cycle of the soak, whose work is timed.
    private func use(capturingState: Bool = false, isCycle: Bool = false) async throws {
        if isCycle { try await timeWork() } else { try await application.work() }
        var state = plan.fidelity == .off ? nil : await application.state()
        // After the threads are read, as each of them runs for a moment when it was stopped. The first launches are
        // captured even where it delays a timed call.
        if capturingState || isUnused && self.state.needsUsedLaunch { try await captureUsed() }
        guard isUnused else { return }
        isUnused = false
        if heap.isOn, !knowsUsedTypes, let used = state {
            // Once, because it delays a timed call.
            knowsUsedTypes = true
            state = used.adding(try await census(endingCycle: false))
        }
        launches.addUsed(state)
    }

    private func timeWork() async throws {
        let before = plan.work == nil ? nil : await application.processorSeconds()
        workSeconds = try await application.work()
        workProcessorSeconds = await processorSeconds(since: before)
    }

    /// Records the death of the application since its last use.
    ///
    /// - Returns: `true` if the application has ended by itself.
    @discardableResult
    func noteDeath() async -> Bool {
        guard let death = await application.death() else { return false }
        fallbacks.note(death: death)
        return true
    }

    func beginArm() { fallbacks.beginArm() }

    /// Runs the work, then resets the application: the timed part of a reset sample.
    ///
    /// - Parameter isCycle: `true` in a cycle of the soak: the work is timed, and globals and statics are captured after it.
    /// - Returns: the outcome, with the seconds until the application serves, `late` seconds of them after it had
    ///   acknowledged the reset. `processor` is the processor time of a reset in place.
    func reset(
        isCycle: Bool = false
    ) async throws -> (outcome: ResetOutcome, late: Double?, processor: Double?) {
        try Task.checkCancellation()
        try await use(capturingState: isCycle, isCycle: isCycle)
        try await measureUsualWait()
        let before = kind == .reset ? await application.processorSeconds() : nil
        var outcome = try await application.resetOrRelaunch()
        let late = lateness(outcome.service)
        outcome.seconds += late ?? 0
        resets += 1
        return (outcome, late, outcome.failure == nil ? await processorSeconds(since: before) : nil)
    }

    /// Returns the processor time since an earlier reading, or `nil` if another process has taken the place of one.
    private func processorSeconds(since before: Double?) async -> Double? {
        guard let before, let now = await application.processorSeconds(), now >= before else { return nil }
        return now - before
    }

    /// Inspects the application after a reset, and waits until it has settled.
    ///
    /// - Returns: the report of the generation that the reset ended, if the application is watched.
    @discardableResult
    func inspectReset(_ outcome: ResetOutcome) async throws -> GenerationReport? {
        try fallbacks.note(outcome.failure, cycle: resets)
        guard outcome.failure == nil else {
            try await inspectLaunch()
            return nil
        }
        guard kind == .reset else {
            try await inspectReplacement()
            return nil
        }
        probe.wasReset(printed: try await printed(), cycle: resets)
        let report = leaks.awaitsReports ? try await application.settled() : nil
        if let report { try leaks.settled(report) }
        let census = try await census(endingCycle: true)
        if try await isReplaced() { heap.launched(census) } else { heap.cycleEnded(census) }
        if plan.fidelity != .off { fidelity.wasReset(await application.state()?.adding(census), cycle: resets) }
        try await captureReset()
        return report
    }

    /// Records which process is measured, and notes if it is another one than a reader expects.
    private func identify() async throws {
        program = try await application.program()
        note(program?.note)
    }

    /// Returns `true` if a reset put another process in the place of the measured one, as a supervisor's may.
    private func isReplaced() async throws -> Bool {
        let last = program?.processID
        try await identify()
        guard let last, let program, program.processID != last else { return false }
        note("resets start \(program.name ?? "the program") in another process, which is measured from its start")
        return true
    }

    private func note(_ text: String?) {
        if let text, !programNotes.contains(text) { programNotes.append(text) }
    }

    /// Inspects another process that took the place of the previous one, as a reset that has to equal a launch.
    private func inspectReplacement() async throws {
        try await identify()
        try leaks.launched(hello: await application.hello)
        probe.wasReset(printed: try await printed(), cycle: resets)
        let state = await plan.fidelity == .off ? nil : application.settledState(clock: clock)
        let census = try await census(endingCycle: true)
        heap.launched(census)
        fidelity.wasReset(state?.adding(census), cycle: resets)
        try await captureReset()
    }

    /// Runs the work, which is the whole cycle if nothing is reset: the configured one, or a round of requests.
    func workAlone(cycle: Int) async throws {
        try Task.checkCancellation()
        guard routes == nil else { return try await requestRoutes(round: cycle) }
        try await use(isCycle: true)
        heap.cycleEnded(try await census(endingCycle: true))
    }

    /// Requests every route in a block of its own.
    private func requestRoutes(round: Int) async throws {
        guard let members = routes?.members else { return }
        let all = Arms.orders(of: members, blocks: round, seed: plan.seed).last ?? members
        let order = all.filter { routes?.isRequested($0) ?? false }
        for (index, route) in order.enumerated() {
            let (answers, isUnanswered) = try await request(route)
            let isLast = index == order.count - 1
            let census = isLast ? try await census(endingCycle: true) : try await censusOfBlock()
            guard let census else { return }
            routes?.add(
                round: round, route: route, answers: answers, isUnanswered: isUnanswered, census: census,
                vitals: await application.briefVitals())
            if isLast { heap.cycleEnded(census, endsSeveral: true) }
        }
    }

    /// Requests one route several times, or pauses.
    ///
    /// - Returns: the answers, and `true` if one did not come in time.
    private func request(_ route: Int?) async throws -> (answers: [RouteAnswer], isUnanswered: Bool) {
        guard let routes, let route else {
            try await clock.sleep(for: .seconds(routes?.pause ?? 0))
            return ([], false)
        }
        let requests = routes.plan.routes[route].requests
        var answers: [RouteAnswer] = []
        var seconds = 0.0
        while answers.count < RouteWatch.requestsPerBlock {
            try Task.checkCancellation()
            let sent = routes.requests(before: route) + answers.count
            let answer = try await application.send(requests[sent % requests.count])
            answers.append(answer)
            seconds += answer.seconds
            if answer.status == nil, answer.seconds >= plan.timeoutSeconds { return (answers, true) }
            if seconds > RouteWatch.longestBlock, answers.count >= RouteWatch.fewestRequests { break }
        }
        return (answers, false)
    }

    /// Takes a census at the end of a block that is not the last of its round, and ends its cycle.
    ///
    /// What outlives the round is judged at its end, so the connection alone gets a moment to close.
    private func censusOfBlock() async throws -> HeapCensus? {
        try await clock.sleep(for: .seconds(plan.settleSeconds / 400))
        guard let file = try await application.census(endingCycle: true) else { return nil }
        return try attached?.census(of: file, endingCycle: true) ?? readCensus(file)
    }

    /// Takes a census, untimed; returns `nil` if the heap tier is off.
    ///
    /// Released objects may take a moment to be deallocated, and no event marks that moment, so a tenth of the settle
    /// time passes first. Objects that take longer are gone a cycle later and do not count as growth; see also
    /// `confirmHeap()`.
    private func census(endingCycle: Bool) async throws -> HeapCensus? {
        guard heap.isOn else { return nil }
        try await clock.sleep(for: .seconds(plan.settleSeconds / 10))
        guard let file = try await application.census(endingCycle: endingCycle) else { return nil }
        let census = try attached?.census(of: file, endingCycle: endingCycle) ?? readCensus(file)
        tierBytes = census.tierBytes
        if endingCycle { try await watchWorkers() }
        return census
    }

    /// Takes a census of each worker, untimed.
    ///
    /// A worker that gives none is left out, because the run is valid without it.
    private func watchWorkers(confirming: Bool = false) async throws {
        guard attached == nil, kind == .reset else { return }
        for worker in workers.chosen(among: await application.workers()) {
            do {
                guard let file = try await application.census(of: worker) else { continue }
                defer { file.remove() }
                workers.add(try readCensus(file), of: worker, confirming: confirming)
            } catch let failure as Failure {
                if ProcessEntry.isRunning(worker.processID) { workers.refuse(worker, failure) }
            }
        }
    }

    /// Returns the resources that the process uses now, with the part of the heap tier at the last census.
    func vitals() async -> Vitals? {
        guard var vitals = await application.vitals() else { return nil }
        vitals.tierBytes = tierBytes.map { min($0, vitals.residentBytes) }
        return vitals
    }

    /// Takes a last census after the whole settle time, if the heap has grown.
    func confirmHeap() async throws {
        guard heap.isOn, heap.presentGrows || workers.grow else { return }
        try await clock.sleep(for: .seconds(plan.settleSeconds))
        if heap.presentGrows { heap.confirm(try await closingCensus()) }
        if workers.grow { try await watchWorkers(confirming: true) }
    }

    /// Takes a heap snapshot, untimed, if the current process has survivors.
    ///
    /// A failure becomes a note, because the run is valid without the snapshot.
    ///
    /// - Parameter isSubject: `true` for the instance of the soak.
    func takeEvidence(_ request: EvidenceRequest, isSubject: Bool) async throws {
        guard heap.isOn, await application.death() == nil,
            isSubject && request.always || heap.presentMayLeak || leaks.hasPresentSurvivors
        else { return }
        do {
            guard let file = try await application.heapSnapshot() else { return }
            _ = try attached?.census(of: file, endingCycle: false)
            try request.receive(
                HeapEvidence(
                    file: file, addresses: leaks.presentAddresses, otherArm: isSubject ? nil : arm,
                    attached: attached?.latest))
        } catch let failure as Failure {
            let place = arm.map { " of arm \($0.rawValue)" } ?? ""
            lackOfEvidence = "the holders of the survivors\(place) are unknown: \(failure.message)"
        }
    }

    /// Takes a heap snapshot of one worker of each program whose growth may be a leak.
    func takeEvidenceOfWorkers(_ request: EvidenceRequest) async throws {
        for worker in workers.growing {
            do {
                guard let file = try await application.heapSnapshot(of: worker) else { continue }
                defer { file.remove() }
                try request.receive(HeapEvidence(file: file, addresses: [:], worker: worker.name))
            } catch let failure as Failure {
                note("the holders of the survivors of \(worker.name) are unknown: \(failure.message)")
            }
        }
    }

    /// Captures the use of memory at the end of a soak with the heap tier, untimed.
    ///
    /// An inspection from outside has captured it with each census. A failure becomes a note.
    func takeMemory() async throws {
        guard heap.isOn, attached == nil, plan.pairs == 0, await application.death() == nil else { return }
        do {
            guard let file = try await application.memorySnapshot() else { return }
            var memory = MemoryBreakdown(try file.snapshot())
            if let census = try await application.census(endingCycle: false) {
                let header = try census.snapshot().header
                memory?.add(sites: [], tierBytes: header.tierBytes ?? 0)
            }
            memoryAtEnd = memory
        } catch let failure as Failure {
            lackOfMemory = "the use of memory is unknown: \(failure.message)"
        }
    }

    /// Inspects the process for the last time, and gives differences from a launch the settle time to disappear.
    func confirmFidelity() async throws {
        guard plan.fidelity != .off, fidelity.wasReset else { return }
        try await confirmFidelity(by: clock)
    }

    /// Does the same without globals and statics.
    private func confirmProcess() async throws {
        guard plan.fidelity != .off, fidelity.wasReset else { return }
        try await confirmProcess(by: clock)
    }

    private func confirmFidelity(by clock: some Clock<Duration>) async throws {
        let deadline = clock.now.advanced(by: .seconds(plan.settleSeconds))
        if !state.isCurrent { state.addState(try await programState()) }
        try await confirmProcess(by: clock)
        var pause = Duration.milliseconds(50)
        while true {
            let isLast = clock.now >= deadline
            let captured = try await programState()
            if state.confirm(captured, isLast: isLast, expected: plan.expected) || isLast { return }
            try await clock.sleep(for: min(pause, max(.zero, clock.now.duration(to: deadline))))
            // Each capture stops the process.
            pause *= 2
        }
    }

    /// Finds the part of a cycle that leaves each difference, by a further launch whose resets pause after each step.
    ///
    /// Does nothing without an unexpected difference, or for an application that does not link Outlive. A failure leaves
    /// the parts unknown, as the run is valid without them.
    func findSteps() async throws {
        guard kind == .reset, await application.hello != nil, let cycles = state.cyclesToTrace(plan.expected) else {
            return
        }
        let trace = StateTrace()
        let read: StepReader = { [readState] part, file in
            defer { file.remove() }
            trace.add(try readState(file), after: part)
        }
        do {
            _ = try await application.stop()
            _ = try await application.start()
            for cycle in 0...cycles {
                try await application.work()
                if let file = try await application.stateSnapshot() { try read(StateTrace.work, file) }
                if cycle < cycles { try await application.reset(pausing: read) }
            }
            state.found(trace)
        } catch {
            if error is CancellationError { throw error }
            note(
                "it is not known which step leaves what differs from a launch: \((error as? Failure)?.message ?? "\(error)")"
            )
        }
    }

    private func confirmProcess(by clock: some Clock<Duration>) async throws {
        defer { fidelity.endConfirming() }
        let deadline = clock.now.advanced(by: .seconds(plan.settleSeconds))
        let census = try await closingCensus()
        while !fidelity.confirm(await application.state()?.adding(census)) {
            guard clock.now < deadline else {
                // Once, because a census is too expensive to repeat.
                _ = fidelity.confirm(await application.state()?.adding(try await closingCensus()))
                return
            }
            try await clock.sleep(for: .milliseconds(50))
        }
    }

    /// Takes a census that ends no cycle; returns `nil` without the heap tier, or if the process has ended.
    private func closingCensus() async throws -> HeapCensus? {
        guard heap.isOn, await application.death() == nil else { return nil }
        return try await census(endingCycle: false)
    }
}
