import OutliveModel
import OutliveSupport

@testable import OutliveDriver

/// An application that does at each call what its script says, and remembers the calls.
actor ScriptedApplication: Application {
    enum Call: Hashable, Sendable {
        case start(LaunchInput?)
        case stop
        case reset(LaunchInput?)
        case ping
        case settled
    }

    /// The faults: called with each call, and its number among the calls of its kind, from 1.
    typealias Script = @Sendable (Call, Int) async throws -> Void

    private let script: Script
    private let isWatched: Bool
    private(set) var calls: [Call] = []
    private var counts: [String: Int] = [:]
    private var isRunning = false
    private var generation = 0
    private var deathNote: Failure?

    init(isWatched: Bool = true, _ script: @escaping Script = { _, _ in }) {
        self.isWatched = isWatched
        self.script = script
    }

    private func begin(_ call: Call, _ kind: String) async throws {
        calls.append(call)
        counts[kind, default: 0] += 1
        try await script(call, counts[kind]!)
    }

    func die() { deathNote = Failure(.died, "it was killed") }

    func start(_ input: LaunchInput?) async throws -> Double {
        guard !isRunning else { throw Failure(.harness, "started twice") }
        (isRunning, deathNote, generation) = (true, nil, 0)
        try await begin(.start(input), "start")
        return 1
    }

    func stop() async throws -> Double {
        try await begin(.stop, "stop")
        isRunning = false
        return 0.5
    }

    func reset(_ input: LaunchInput?) async throws -> Double {
        guard isRunning else { throw Failure(.harness, "reset, but not running") }
        try await begin(.reset(input), "reset")
        if let deathNote { throw deathNote }
        generation += 1
        return 0.01
    }

    func ping() async throws -> Double? {
        try await begin(.ping, "ping")
        return 0.001
    }

    func work() async throws -> Double? { nil }

    func probe() async throws -> [UInt8]? { nil }

    func settled() async throws -> GenerationReport? {
        try await begin(.settled, "settled")
        return GenerationReport(generation: generation, registered: 3, died: 3)
    }

    var hello: RegistryStatus? {
        guard isRunning, isWatched else { return nil }
        return RegistryStatus(
            processID: 1, registryEnabled: true, unwinder: .libunwind,
            controls: SelfCheck(leakFound: true, falseAlarm: false))
    }

    func vitals() -> Vitals? { nil }
    func death() -> Failure? { deathNote }
    func state() -> ProcessState? { nil }

    var traces: ProcessTraces? {
        isRunning ? ProcessTraces(port: 4711, directory: "/scripted", log: "printed") : nil
    }
}

/// Makes the applications of a test, by instance.
struct ScriptedLauncher: Launcher {
    let applications: [ScriptedApplication]
    var isolatesInstances = true

    init(_ applications: ScriptedApplication...) {
        self.init(all: applications)
    }

    init(all applications: [ScriptedApplication]) {
        self.applications = applications
    }

    func application(instance: Int, arm: Arm?) async throws -> any Application { applications[instance] }
}

/// The lines printed for the user.
final class Lines: Sendable {
    private let lines = Lock<[String]>([])
    var all: [String] { lines.withLock { $0 } }
    func add(_ line: String) { lines.withLock { $0.append(line) } }
}

/// A gate that a scripted call can be held at.
actor Gate {
    private var isOpen = false
    private var waiters: [CheckedContinuation<Void, Never>] = []
    private(set) var arrived = 0

    func pass() async {
        arrived += 1
        if !isOpen { await withCheckedContinuation { waiters.append($0) } }
    }

    func open() {
        isOpen = true
        for waiter in waiters { waiter.resume() }
        waiters = []
    }
}
