internal import FoundationEssentials
package import OutliveDriver
internal import OutliveJudgement
package import OutliveModel

/// A run of the benchmark: the arms side by side, pings, and a soak.
package struct Benchmark: Sendable {
    private let plan: Plan
    private let launcher: any Launcher
    private let routes: RoutePlan?
    private let toolVersion: String
    private let readCensus: CensusReader
    private let readState: ProgramStateReader
    private let lines: VariableLines
    private let evidence: EvidenceRequest?
    private let clock: any Clock<Duration>
    private let turn: Turn?

    /// Creates a run that has not started.
    ///
    /// A request for evidence applies only with the heap tier on. The clock times the waits between
    /// measurements. With routes, a cycle of the soak is a round of their requests.
    ///
    /// - Parameter turn: the turns beside other runs, or `nil` for a run alone.
    package init(
        plan: Plan, launcher: any Launcher, routes: RoutePlan? = nil, toolVersion: String,
        evidence: EvidenceRequest? = nil, turn: Turn? = nil,
        readCensus: @escaping CensusReader = { file throws(Failure) in try file.census() },
        readState: @escaping ProgramStateReader = { file throws(Failure) in try file.programState() },
        lines: @escaping VariableLines = { $0.declarations },
        clock: any Clock<Duration> = SuspendingClock()
    ) {
        self.launcher = launcher
        self.routes = routes
        self.plan = plan
        self.toolVersion = toolVersion
        self.readCensus = readCensus
        self.readState = readState
        self.lines = lines
        self.clock = clock
        self.evidence = evidence
        self.turn = turn
    }

    /// Measures, stops every instance, and returns a report of all measurements, even of a failed run.
    ///
    /// Errors become failures of the report; cancellation of the task marks it as interrupted.
    package func run(progress: @escaping @Sendable (Progress) -> Void = { _ in }) async -> Report {
        let startedAt = Date.ISO8601FormatStyle().format(Date())
        let began = SuspendingClock.now
        var report = Report(toolVersion: toolVersion, startedAt: startedAt, machine: .current, plan: plan)
        report.host = Machine.hostName
        var watched: RouteWatch?
        let record = Record(
            planned: Arms.samplesPlanned(plan), subject: plan.subjectArm ?? .reset, progress: progress)
        defer { turn?.end() }
        do {
            try await turn?.begin()
            let instances = try await Instances(
                launcher, plan: plan, routes: routes, readCensus: readCensus, readState: readState, clock: clock)
            do {
                try await Arms(instances: instances, plan: plan, record: record, turn: turn).measure(evidence: evidence)
            } catch {
                report.note(error)
            }
            for error in await instances.stop() { report.failures.append(Failure(wrapping: error)) }
            report.take(instances, lines)
            watched = instances.subject.routes
        } catch {
            report.note(error)
        }
        report.samples = record.samples
        report.soak = record.soak
        report.analyse()
        report.routes = watched?.report(slopes: report.slopes)
        report.note(soakExtendedFor: record.doubtful)
        report.noteUnseenObjects()
        report.noteLateService()
        report.noteIgnoredStops()
        report.refuseUnshownGates()
        report.refuseEmptyRun()
        report.refuseUnansweredRoutes()
        report.refuseUnjudgedGrowth()
        report.seconds = began.duration(to: .now) / .seconds(1)
        return report
    }
}

extension Instances {
    /// Returns the instances whose state is compared with a launch, each with its arm.
    fileprivate func reporting(_ plan: Plan) -> [(arm: PlannedArm?, instance: Instance)] {
        let own = members.first { $0.arm.name == plan.subjectArm }?.arm
        guard plan.arms != nil else { return [(own, subject)] }
        return members.filter { $0.arm.kind != .relaunch }.map { ($0.arm, $0.instance) }
    }

    /// Returns the allocations of each arm, the reference included, or `nil` if none were counted.
    fileprivate func allocations(_ plan: Plan) -> [AllocationFigures]? {
        let counted =
            plan.arms == nil
            ? [subject.heap.allocations].compactMap(\.self)
            : members.compactMap { $0.instance.heap.allocations?.labelled($0.arm.name) }
        return counted.isEmpty ? nil : counted
    }
}

extension StateDifference {
    fileprivate func labelled(_ arm: Arm?) -> StateDifference {
        var labelled = self
        labelled.arm = arm
        return labelled
    }
}

extension Fidelity {
    /// Returns the comparison with the name of its arm in each difference.
    fileprivate func labelled(_ arm: Arm?) -> Fidelity {
        guard let arm else { return self }
        var labelled = self
        labelled.arms = [ArmFidelity(arm: arm, resets: resets, compared: results.map(\.check))]
        for (index, result) in results.enumerated() {
            labelled.results[index].differences = result.differences.map {
                var difference = $0
                difference.arm = arm
                return difference
            }
        }
        return labelled
    }
}

extension AllocationFigures {
    fileprivate func labelled(_ arm: Arm) -> AllocationFigures {
        var labelled = self
        labelled.arm = arm
        return labelled
    }
}

extension Failure {
    fileprivate init(wrapping error: any Error) {
        self = error as? Failure ?? Failure(.harness, "the harness failed: \(error)")
    }
}

extension Report {
    /// The fewest cycles for an interval; see `theilSen`.
    private static let minimumOfTrend = 6

    fileprivate mutating func note(_ error: any Error) {
        guard !(error is CancellationError), !Task.isCancelled else { return interrupted = true }
        failures.append(Failure(wrapping: error))
    }

    fileprivate mutating func take(_ instances: Instances, _ lines: VariableLines) {
        let subject = instances.subject
        if let name = subject.program?.name { plan.program = name }
        isolation = instances.isolated ? .twoInstances : .oneAtATime
        if !instances.isolated, plan.pairs > 0 {
            notes.append(
                "one instance at a time: each relaunch rejuvenates what is reset, so a slowdown from reset to reset "
                    + "shows in the soak only; put {port}, {dir} or {instance} into the launch command to keep two "
                    + "apart")
        }
        // What is true of the program is true of each arm.
        for note in instances.reporting(plan).flatMap(\.instance.notes) where !notes.contains(note) {
            notes.append(note)
        }
        fallbacks = instances.all.reduce(0) { $0 + $1.fallbacks.count }
        if failures.isEmpty, let death = instances.all.lazy.compactMap(\.fallbacks.death).first {
            failures.append(death)
        }
        for (arm, instance) in instances.reporting(plan) {
            let name = plan.arms == nil ? nil : arm?.name
            if let arm, instance.acknowledged > 0, !instance.showsWhatItResets {
                unshownResets = (unshownResets ?? []) + [arm.name]
            }
            stateDifferences += instance.probe.differences.map { $0.labelled(name) }
            let own = instance.fidelity.fidelity(
                expected: plan.expected, probe: probeResult(of: instance),
                state: instance.state.result(expected: plan.expected, lines: lines))
            guard let labelled = own?.labelled(name) else { continue }
            fidelity = fidelity.map { $0.joined(with: labelled) } ?? labelled
        }
        notes += unusedExpectations
        watch = subject.leaks.watch
        components = instances.all.reduce(into: Set()) { $0.formUnion($1.leaks.components) }
            .sorted { $0.precedes($1) }
        findings = instances.reporting(plan).flatMap { arm, instance in
            OutliveModel.findings(inEach: instance.leaks.processRuns, warmup: plan.warmup)
                .map { $0.labelled(plan.arms == nil ? nil : arm?.name) }
        }
        take(subject.heap, omission: plan.onlyLaunches ? nil : subject.heap.omission)
        if let routes = subject.routes { findings = findings.map { $0.tier == .heap ? routes.attributing($0) : $0 } }
        take(heapsOf: instances.others)
        allocations = instances.allocations(plan)
        findings += subject.workers.findings
        memory = subject.memory(subjectFindings.filter { $0.tier == .heap })
        if failures.isEmpty && !interrupted, let omission = subject.leaks.omission(resets: subject.acknowledged) {
            failures.append(omission)
        }
    }

    /// Adds the judgement of the censuses.
    ///
    /// - Parameter omission: the failure of a run with too few cycles to judge growth.
    mutating func take(_ heap: HeapWatch, omission: Failure?) {
        guard let watched = heap.result else { return }
        self.heap = watched.summary
        course = heap.course(of: watched.findings)
        findings += watched.findings.map { $0.labelled(plan.arms == nil ? nil : plan.subjectArm) }
        if plan.pairs > 0 {
            notes.append("the heap tier was on, which slows relaunch and reset: compare times of runs without it")
        }
        if failures.isEmpty && !interrupted, let omission {
            failures.append(omission)
        } else {
            notes += watched.notes
        }
    }

    /// Adds the leaks of other arms than the subject; without named arms, the other process only relaunches.
    private mutating func take(heapsOf others: [Instances.Member]) {
        guard plan.arms != nil else { return }
        for (arm, instance) in others {
            let grown = instance.heap.result?.findings.filter(\.isLeakOrSuspect) ?? []
            findings += grown.map { $0.labelled(arm.name) }
        }
    }

    private func probeResult(of instance: Instance) -> FidelityResult? {
        guard plan.probe != nil else { return nil }
        let differences = instance.probe.differences.prefix(1).map {
            FidelityDifference(
                subject: "what the probe prints", launched: "as after every launch", reset: "something else",
                firstCycle: $0.cycle)
        }
        return FidelityResult(check: .probe, differences: differences)
    }

    /// The notes about declared differences that did not occur, and that could hide others later.
    private var unusedExpectations: [String] {
        guard let fidelity, failures.isEmpty, !interrupted else { return [] }
        return plan.expected.filter { expected in
            !fidelity.results.contains { result in
                result.differences.contains { expected.covers($0.subject, of: result.check) }
            }
        }.map { "the difference \($0) is declared as expected and did not occur: remove the declaration" }
    }

    fileprivate mutating func note(soakExtendedFor doubtful: [String]) {
        guard soak.count > plan.soak, !doubtful.isEmpty else { return }
        let words = doubtful.joined(separator: ", ")
        notes.append(
            "the soak was extended from \(plan.soak) to \(soak.count) cycles, as \(words) rose and \(plan.soak) "
                + "cycles do not distinguish a leak from a pool or a heap that fills up")
    }

    /// Adds what a soak by work alone, without the heap tier, cannot see.
    fileprivate mutating func noteUnseenObjects() {
        guard plan.reset == nil, plan.soak > 0, heap == nil, !soak.isEmpty else { return }
        notes.append(
            "only what the program and its descendants use of the system was measured: what grows inside of them is not "
                + "known. For a Swift program add --heap or --attach; otherwise use a heap profiler of its language")
    }

    /// Adds a note for each arm that as a rule reports ready, or acknowledges a reset, before it serves.
    fileprivate mutating func noteLateService() {
        let arms = plan.pairs > 0 ? plan.comparedArms.map(\.name) : [.soak]
        for arm in arms {
            let measured = samples.filter { $0.arm == arm && !$0.warmup }
            guard let late = median(of: measured.map { $0.lateSeconds ?? 0 }),
                let whole = median(of: measured.map(\.seconds)), late >= 0.001, late * 10 >= whole
            else { continue }
            let isStart = plan.comparedArms.first { $0.name == arm }.map {
                $0.kind == .relaunch || $0.kind == .otherLaunch
            }
            notes.append(
                "\(arm == .soak ? "the reset" : arm == .launch ? "relaunch" : arm.rawValue): the application served "
                    + "\(Int((late * 1000).rounded())) ms later (median) than it "
                    + "\(isStart == true ? "reported ready" : "acknowledged"), which counts")
        }
    }

    /// Adds a note for each arm that was killed when its grace period had passed.
    fileprivate mutating func noteIgnoredStops() {
        for arm in plan.comparedArms.map(\.name) {
            let stops = samples.filter { $0.arm == arm && $0.stopSeconds != nil }
            let graces = stops.compactMap(\.graceSeconds)
            guard let grace = median(of: graces) else { continue }
            notes.append(
                "\(arm == .launch ? "relaunch" : arm.rawValue): the application ignored the stop signal in "
                    + "\(graces.count) of \(stops.count) stops and was killed after a grace period of "
                    + "\(Int((grace * 1000).rounded())) ms, which is in no figure: let it end at the signal, or name "
                    + "another one with --stop")
        }
    }

    /// Fails a run with a gate on the speed of a reset that showed no effect: a reset that does nothing is fast.
    fileprivate mutating func refuseUnshownGates() {
        guard failures.isEmpty, !interrupted, let statement = unshownResetsStatement,
            let gate = runs[0].gates.first(where: { unshownResets?.contains($0.arm) == true })
        else { return }
        failures.append(
            Failure(
                .nothingShown,
                "the gate of \(gate.minimum)x cannot be judged, as \(statement): \(plan.wayToShowResets)"))
    }

    fileprivate mutating func refuseEmptyRun() {
        let resets = Set(plan.comparedArms.lazy.filter { $0.kind != .relaunch }.map(\.name))
        let completed =
            plan.reset == nil
            ? !soak.isEmpty || plan.onlyLaunches && samples.contains { !$0.warmup }
            : samples.contains { sample in
                !sample.fellBack && (sample.arm == .soak || !sample.warmup && resets.contains(sample.arm))
            }
        guard !completed, failures.isEmpty, !interrupted else { return }
        failures.append(
            Failure(
                .noCycle,
                "no \(plan.reset == nil ? "cycle" : "reset cycle") was completed, so nothing is known: "
                    + (fallbacks > 0
                        ? "every measured reset fell back to a relaunch; see the notes"
                        : "run at least one pair or soak cycle")))
    }

    /// Fails a run that requires a judgement of growth but has too few cycles for it, or few that show the resources.
    ///
    /// If growth is only reported, resources that could not be read become a note.
    mutating func refuseUnjudgedGrowth() {
        guard failures.isEmpty, !interrupted else { return }
        let judged = soak.judged(warmup: plan.warmup)
        // A duration is no evidence about memory, threads and descriptors, which are read together.
        if judged.count >= Self.minimumOfTrend, judged.count(where: { $0.vitals != nil }) < Self.minimumOfTrend {
            let problem = "memory, threads and descriptors of the program could not be read"
            guard plan.growth == .fail else { return notes.append("\(problem), so their growth is unknown") }
            let remedy =
                plan.ready == "exit"
                ? "--ready exit waits for its end, so use --growth report"
                : "run outlive as the user of the program, or as root if the program has file capabilities or calls "
                    + "prctl(PR_SET_DUMPABLE, 0)"
            return failures.append(Failure(.noTrend, "growth cannot be judged, as \(problem): \(remedy)"))
        }
        guard plan.growth == .fail, slopes.allSatisfy({ $0.interval == nil }) else { return }
        failures.append(
            Failure(
                .noTrend,
                "growth cannot be judged, as fewer than six \(plan.reset == nil ? "cycles" : "resets") in a row "
                    + "are left of the soak: "
                    + (fallbacks > 0 ? "resets fell back to relaunches; see the notes" : "make the soak longer")))
    }
}
