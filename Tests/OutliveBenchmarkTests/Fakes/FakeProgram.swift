import OutliveBenchmark
import OutliveDriver
import OutliveModel

/// A simulated program with known properties, which a run has to measure.
struct FakeProgram: Sendable {
    var isolates = true
    /// Stop and start of a relaunch, in seconds.
    var stopSeconds = 0.5
    var startSeconds = 3.5
    /// The grace period that passes in vain in each stop.
    var graceSeconds = 0.0
    var resetSeconds = 1.0
    /// The times of resets by arm, where they differ from `resetSeconds`, and of starts from `startSeconds`.
    var secondsOfArms: [Arm: Double] = [:]
    /// The factor of every time, by the number of timed calls before it.
    var slowdown: @Sendable (Int) -> Double = { _ in 1 }
    /// `true` if the reset fails, by its number in the life of the instance, from 1.
    var resetFails: @Sendable (Int) -> Bool = { _ in false }
    /// `true` if the program ends by itself between that reset and the next call.
    var endsAfterReset: @Sendable (Int) -> Bool = { _ in false }
    var resetFailure = Failure(.resetFailed, "rebuild/store threw")
    /// `true` if the start fails, by its number in the life of the instance, from 1.
    var startFails: @Sendable (Int) -> Bool = { _ in false }
    var stopFails = false
    var workFails = false
    /// The time of the work, by the number of the work in the life of the instance, from 1.
    var workSeconds: (@Sendable (_ work: Int) -> Double)?
    var pingSeconds: Double? = 0.001
    /// The output of the probe, by starts of the instance and resets since the last one.
    var probe: @Sendable (_ start: Int, _ reset: Int) -> String? = { _, _ in nil }
    /// The state and the probe of named arms in place of the ones above, by resets since the last start.
    var stateOfArms: (@Sendable (Arm, _ reset: Int) -> ProcessState?)?
    var probeOfArms: (@Sendable (Arm, _ reset: Int) -> String)?
    /// `true` if the probe prints that the program was used since its start or reset.
    var probePrintsUse = false
    /// The wait until the program serves, in seconds, by resets since its start, and by whether it has just become
    /// ready; without it, the program answers at once if it has a probe.
    var serviceSeconds: (@Sendable (_ reset: Int, _ isNew: Bool) -> Double)?
    var hello: RegistryStatus?
    /// The process that is measured, by starts of the instance and resets since the last one.
    var process: @Sendable (_ start: Int, _ reset: Int) throws -> MeasuredProgram? = { _, _ in nil }
    /// The report of a generation, counted from 1 in each process, if the program is watched.
    var report: @Sendable (Int) -> GenerationReport = { .clean($0) }
    var settleFails: @Sendable (Int) -> Bool = { _ in false }
    /// The vitals of the process, by resets since its start.
    var vitals: @Sendable (Int) -> Vitals? = { _ in Vitals(residentBytes: 30_000_000, threads: 4, descriptors: 9) }
    /// The processor time of the process, by resets since its start.
    var processorSeconds: @Sendable (Int) -> Double? = { _ in nil }
    /// The state of the process, by starts of the instance, resets since the last one, and whether it was used since.
    var state: @Sendable (_ start: Int, _ reset: Int, _ used: Bool) -> ProcessState? = { _, _, _ in nil }
    /// The globals and statics of the process; `nil` if it cannot capture them.
    var variables: (@Sendable (FakeCapture) throws -> ProgramState)?
    /// The parts of a reset after which the program pauses, if it is watched.
    var parts: [String] = []
    /// The lines that declare variables.
    var lines: VariableLines = { $0.map { _ in nil } }
    /// The census, by the number of earlier censuses of the process that ended a cycle; `nil` if the tier does not
    /// answer.
    var heap: @Sendable (_ cycle: Int) -> HeapCensus? = { HeapCensus(processID: 1, cycle: $0) }
    /// The answer to a request of a route.
    var answer: @Sendable (RouteRequest) -> RouteAnswer = { _ in RouteAnswer(status: 200, seconds: 0.001) }
    /// The vitals after a block of requests, by the number of censuses of the process that ended a cycle.
    var blockVitals: @Sendable (_ cycle: Int) -> Vitals? = { _ in
        Vitals(residentBytes: 30_000_000, threads: 4, descriptors: 9)
    }
    /// The census of named arms in place of the one above.
    var heapOfArms: (@Sendable (Arm, _ cycle: Int) -> HeapCensus)?
    /// The workers, by the number of censuses of the process that ended a cycle.
    var workers: @Sendable (_ cycle: Int) -> [Worker] = { _ in [] }
    /// The census of a worker, by its own number of earlier ones; `nil` if it does not answer.
    var heapOfWorker: @Sendable (_ processID: Int32, _ cycle: Int) -> HeapCensus? = { _, _ in nil }
    /// The reason why no snapshot with a graph is written, or `nil` if it is.
    var snapshotFailure: Failure?
    /// `true` if a cancelled call fails, as a wait may that ends for another reason than its task.
    var failsWhenCancelled = false
    /// Called at the beginning of every call, with its number from 0, before the program does anything.
    var interfere: @Sendable (Int) -> Void = { _ in }

    /// The program when Outlive watches it.
    static var watched: FakeProgram {
        var program = FakeProgram()
        program.hello = RegistryStatus(
            processID: 1, registryEnabled: true, unwinder: .libunwind,
            controls: SelfCheck(leakFound: true, falseAlarm: false))
        return program
    }
}

/// The moment of a capture of globals and statics.
struct FakeCapture {
    /// The starts of the instance, and the resets since the last one.
    var start: Int
    var reset: Int
    /// `true` if the program was used since its start or reset.
    var isUsed: Bool
    /// The number of the capture since the start or reset, from 1.
    var number: Int
    /// The part of the reset that has just ended, or `nil` outside a reset.
    var part: String?
}

extension GenerationReport {
    /// A generation whose three components died, and which was followed by three others.
    static func clean(_ generation: Int, survivors: [Survivor] = [], late: [LateFree] = []) -> GenerationReport {
        GenerationReport(
            generation: generation,
            reply: ResetReply(request: generation, endedGeneration: generation, registered: 3),
            registered: 3, died: 3 - (survivors.isEmpty ? 0 : 1), survivors: survivors, late: late,
            live: 3 + survivors.reduce(0) { $0 + $1.count })
    }
}

/// A call of a run on an instance.
struct Event: Hashable, Sendable {
    enum Call: String, Sendable {
        case start, stop, reset, ping, work, send, probe, serve, settled, vitals, state, census, snapshot, variables
    }
    var instance: Int
    var call: Call
}

/// The instances of a simulated program, and the calls on them.
actor FakeWorld {
    nonisolated let program: FakeProgram
    private(set) var events: [Event] = []
    private(set) var running: Set<Int> = []
    private(set) var maximumRunning = 0
    private var timed = 0

    init(_ program: FakeProgram) {
        self.program = program
    }

    func begin(_ event: Event) throws {
        program.interfere(events.count)
        events.append(event)
        guard Task.isCancelled else { return }
        throw program.failsWhenCancelled ? Failure(.notReady, "it ended while it was awaited") : CancellationError()
    }

    /// Returns the time of a call now, on a machine that gets slower.
    func time(_ seconds: Double) -> Double {
        defer { timed += 1 }
        return seconds * program.slowdown(timed)
    }

    func started(_ instance: Int) {
        running.insert(instance)
        maximumRunning = max(maximumRunning, running.count)
    }

    func stopped(_ instance: Int) { running.remove(instance) }

    func count(_ call: Event.Call, instance: Int? = nil) -> Int {
        events.count { $0.call == call && (instance == nil || $0.instance == instance) }
    }
}

/// Makes the instances of a simulated program.
struct FakeLauncher: Launcher {
    let world: FakeWorld
    var isolatesInstances: Bool { world.program.isolates }

    func application(instance: Int, arm: Arm?) async throws -> any Application {
        FakeApplication(world: world, instance: instance, arm: arm)
    }
}

/// An instance of a simulated program.
actor FakeApplication: Application {
    private let world: FakeWorld
    private let instance: Int
    private let arm: Arm?
    private var starts = 0
    private var resets = 0
    private var resetsSinceStart = 0
    private var generation = 1
    private var isRunning = false
    private var isUsed = false
    /// The captures of globals and statics since the start or the last reset.
    private var captures = 0
    /// `true` if nothing has asked since the start or the last reset whether the program serves.
    private var isNew = false
    private var cycle = 0
    private var works = 0
    private var censusesOfWorkers: [Int32: Int] = [:]

    init(world: FakeWorld, instance: Int, arm: Arm?) {
        self.world = world
        self.instance = instance
        self.arm = arm
    }

    private var program: FakeProgram { world.program }

    private func begin(_ call: Event.Call) async throws {
        try await world.begin(Event(instance: instance, call: call))
    }

    func start(_ input: LaunchInput?) async throws -> Double {
        try await begin(.start)
        starts += 1
        guard !isRunning else { throw Failure(.harness, "started twice") }
        guard !program.startFails(starts) else { throw Failure(.launch, "no such program") }
        (isRunning, isUsed, isNew, resetsSinceStart, generation, cycle) = (true, false, true, 0, 1, 0)
        captures = 0
        await world.started(instance)
        return await world.time(arm.flatMap { program.secondsOfArms[$0] } ?? program.startSeconds)
    }

    var graceOfLastStop: Double { program.graceSeconds }

    func stop() async throws -> Double {
        try await begin(.stop)
        guard isRunning else { return 0 }
        isRunning = false
        await world.stopped(instance)
        guard !program.stopFails else { throw Failure(.harness, "it would not end") }
        return await world.time(program.stopSeconds)
    }

    func reset(_ input: LaunchInput?) async throws -> Double {
        try await begin(.reset)
        guard isRunning else { throw Failure(.harness, "reset, but not running") }
        resets += 1
        guard !program.resetFails(resets) else { throw program.resetFailure }
        resetsSinceStart += 1
        generation += 1
        (isUsed, isNew, captures) = (false, true, 0)
        return await world.time(arm.flatMap { program.secondsOfArms[$0] } ?? program.resetSeconds)
    }

    func reset(pausing inspect: @escaping StepReader) async throws {
        for part in program.parts {
            try inspect(part, HeapFile(path: "\(starts) \(resetsSinceStart) \(isUsed) 0 \(part)", processID: 1))
        }
        _ = try await reset(nil)
    }

    func ping() async throws -> Double? {
        try await begin(.ping)
        return program.pingSeconds
    }

    func work() async throws -> Double? {
        try await begin(.work)
        (isUsed, isNew) = (true, false)
        if program.workFails { throw Failure(.command, "the work exited 1") }
        works += 1
        return program.workSeconds?(works)
    }

    func send(_ request: RouteRequest) async throws -> RouteAnswer {
        try await begin(.send)
        return program.answer(request)
    }

    func briefVitals() async -> Vitals? { program.blockVitals(cycle) }

    func probe() async throws -> [UInt8]? {
        try await begin(.probe)
        return printed
    }

    func awaitService() async throws -> Service? {
        try await begin(.serve)
        defer { isNew = false }
        guard program.serviceSeconds != nil || printed != nil else { return nil }
        return Service(seconds: program.serviceSeconds?(resetsSinceStart, isNew) ?? 0, printed: printed)
    }

    private var printed: [UInt8]? {
        if let arm, let probe = program.probeOfArms { return Array(probe(arm, resetsSinceStart).utf8) }
        let use = isUsed && program.probePrintsUse ? ", used" : ""
        return program.probe(starts, resetsSinceStart).map { Array(($0 + use).utf8) }
    }

    func settled() async throws -> GenerationReport? {
        try await begin(.settled)
        guard program.hello != nil else { return nil }
        guard !program.settleFails(generation - 1) else { throw Failure(.noGenerationReport, "no report") }
        return program.report(generation - 1)
    }

    func program() async throws -> MeasuredProgram? { try program.process(starts, resetsSinceStart) }

    var hello: RegistryStatus? { isRunning ? program.hello : nil }

    var traces: ProcessTraces? { isRunning ? ProcessTraces(directory: "/fake") : nil }

    func vitals() async -> Vitals? {
        try? await begin(.vitals)
        return program.vitals(resetsSinceStart)
    }

    func processorSeconds() async -> Double? { program.processorSeconds(resetsSinceStart) }

    func death() async -> Failure? {
        isRunning && resetsSinceStart > 0 && program.endsAfterReset(resets)
            ? Failure(.died, "ended after reset \(resets)") : nil
    }

    func census(endingCycle: Bool) async throws -> HeapFile? {
        try await begin(.census)
        defer { if endingCycle { cycle += 1 } }
        guard program.heap(cycle) != nil else { throw Failure(.noCensus, "no answer") }
        return HeapFile(path: "\(cycle) \(arm?.rawValue ?? "")", processID: 1)
    }

    func stateSnapshot() async throws -> HeapFile? {
        guard program.variables != nil else { return nil }
        try await begin(.variables)
        captures += 1
        return HeapFile(path: "\(starts) \(resetsSinceStart) \(isUsed) \(captures)", processID: 1)
    }

    func workers() async -> [Worker] { program.workers(cycle) }

    func census(of worker: Worker) async throws -> HeapFile? {
        let own = censusesOfWorkers[worker.processID, default: 0]
        censusesOfWorkers[worker.processID] = own + 1
        guard program.heapOfWorker(worker.processID, own) != nil else { throw Failure(.noCensus, "it hangs") }
        return HeapFile(path: "\(own)", processID: worker.processID)
    }

    func heapSnapshot(of worker: Worker) async throws -> HeapFile? {
        HeapFile(path: "graph of \(worker.processID)", processID: worker.processID)
    }

    func heapSnapshot() async throws -> HeapFile? {
        try await begin(.snapshot)
        if let failure = program.snapshotFailure { throw failure }
        return isRunning ? HeapFile(path: "graph of cycle \(cycle)", processID: 1) : nil
    }

    func state() async -> ProcessState? {
        try? await begin(.state)
        if let arm, let state = program.stateOfArms { return state(arm, resetsSinceStart) }
        return program.state(starts, resetsSinceStart, isUsed)
    }
}

/// Runs the benchmark on a simulated program.
func run(
    _ program: FakeProgram, pairs: Int = 8, warmup: Int = 2, soak: Int = 12, leaks: LeakMode = .auto,
    fidelity: GateMode = .fail, expected: [ExpectedDifference] = [], growth: GateMode = .report,
    reset: String? = "signal:HUP", arms: [PlannedArm]? = nil, work: String? = nil, probe: String? = nil,
    routes: RoutePlan? = nil, heapFrames: Int? = nil, minimumSpeedup: Double? = nil, seed: UInt64 = 42,
    settle: Double = 0,
    clock: any Clock<Duration> = SuspendingClock(),
    evidence: EvidenceRequest? = nil,
    progress: @escaping @Sendable (Benchmark.Progress) -> Void = { _ in }
) async -> (report: Report, world: FakeWorld) {
    let world = FakeWorld(program)
    let plan = Plan(
        launch: "app", ready: "notify", reset: reset, done: reset.map { _ in "notify" }, arms: arms, work: work,
        probe: probe, pairs: pairs, warmup: warmup, soak: soak, settleSeconds: settle, leaks: leaks,
        heapFrames: heapFrames, fidelity: fidelity, expected: expected, growth: growth,
        minimumSpeedup: minimumSpeedup, seed: seed)
    // A task of its own, so that a run that is cancelled does not cancel the test.
    let report = await Task {
        await Benchmark(
            plan: plan, launcher: FakeLauncher(world: world), routes: routes, toolVersion: "test", evidence: evidence,
            readCensus: { file in
                let parts = file.path.split(separator: " ")
                let cycle = Int(parts[0])!
                guard file.processID == 1 else { return program.heapOfWorker(file.processID, cycle)! }
                guard let heap = program.heapOfArms, parts.count > 1 else { return program.heap(cycle)! }
                return heap(Arm(rawValue: String(parts[1])), cycle)
            },
            readState: { file throws(Failure) in
                let parts = file.path.split(separator: " ")
                do {
                    return try program.variables!(
                        FakeCapture(
                            start: Int(parts[0])!, reset: Int(parts[1])!, isUsed: parts[2] == "true",
                            number: Int(parts[3])!, part: parts.dropFirst(4).first.map(String.init)))
                } catch {
                    throw Failure(.noCensus, "\(error)")
                }
            },
            lines: program.lines, clock: clock
        ).run(progress: progress)
    }.value
    return (report, world)
}
