internal import OutliveSupport
internal import OutliveWire

/// A named part of an application, which a `ResetHost` builds and tears down.
///
/// The host retains the result of the step until its teardown is over, and releases it before the sweep. Later steps
/// read it from `value`. An application therefore needs no variables for its parts, which could keep old parts alive
/// across a reset. Safe to use from any thread.
public final class ResetStep<Value: Sendable>: Sendable {
    /// The step's name; timings and failures use `rebuild/NAME` and `teardown/NAME`.
    public let name: String

    private let build: @Sendable (LaunchInput) async throws -> Value
    private let teardown: @Sendable (Value) async throws -> Void
    private let built = Lock<Value?>(nil)

    init(
        name: String,
        build: @escaping @Sendable (LaunchInput) async throws -> Value,
        teardown: @escaping @Sendable (Value) async throws -> Void
    ) {
        (self.name, self.build, self.teardown) = (name, build, teardown)
    }

    /// The result of the latest build.
    ///
    /// - Throws: `ResetError` while the step is not built: before the start, and between teardown and rebuild.
    public var value: Value {
        get throws {
            guard let value = built.withLock({ $0 }) else {
                throw ResetError(.notBuilt, "step \"\(name)\" is not built; only the steps after it can use it")
            }
            return value
        }
    }
}

/// A step without the type that it builds.
///
/// Only the host calls it, one call at a time.
protocol RebuildableStep: Sendable {
    var name: String { get }
    var isBuilt: Bool { get }
    func rebuild(_ input: LaunchInput) async throws
    /// Tears down the result and releases it, even if the teardown throws an error. The teardown is not repeated.
    func tearDown() async throws
}

extension ResetStep: RebuildableStep {
    var isBuilt: Bool { built.withLock { $0 != nil } }

    func rebuild(_ input: LaunchInput) async throws {
        let value = try await build(input)
        built.withLock { $0 = value }
    }

    func tearDown() async throws {
        guard let value = built.withLock({ $0 }) else { return }
        // Teardowns of other steps can use the value until this one is over. The value leaves the lock before it is
        // released, because its `deinit` may read `value`.
        defer { _ = built.withLock { $0.take() } }
        try await teardown(value)
    }
}

/// The steps of an application in build order, and its quiesce handlers.
struct StepList: Sendable {
    /// The actions that run before the teardown.
    var quiesces: [(name: String, action: @Sendable () async throws -> Void)] = []
    var steps: [any RebuildableStep] = []

    /// Runs the quiesce handlers in order; an error does not stop the others.
    nonisolated(nonsending) func quiesce(_ log: inout ResetLog) async {
        await log.phase("quiesce") { log in
            for quiesce in quiesces {
                await log.step("quiesce/\(quiesce.name)") { try await quiesce.action() }
            }
        }
    }

    /// Tears down the built steps in reverse order; an error does not stop the others.
    nonisolated(nonsending) func tearDown(_ log: inout ResetLog) async {
        await log.phase("teardown") { log in
            for step in steps.reversed() where step.isBuilt {
                await log.step("teardown/\(step.name)") { try await step.tearDown() }
            }
        }
    }

    /// Builds the steps in order, and stops at one that throws an error, because later steps may depend on it.
    ///
    /// - Returns: `true` if all steps are built.
    nonisolated(nonsending) func rebuild(_ input: LaunchInput, _ log: inout ResetLog) async -> Bool {
        await log.phase("rebuild") { log in
            for step in steps {
                guard await log.step("rebuild/\(step.name)", { try await step.rebuild(input) }) else { return false }
            }
            return true
        }
    }
}

/// A wait after a phase or step of a reset.
typealias StepPauses = @Sendable (_ part: String) async -> Void

/// The times and failures of a reset in progress.
struct ResetLog: Sendable {
    /// The phases and their steps, in the order in which they began.
    private(set) var phases: [ResetReply.Phase] = []
    /// The steps that threw an error.
    private(set) var failures: [StepFailure] = []
    /// What waits after each phase and step, which is no part of their own durations; `nil` without a reader.
    var pause: StepPauses?

    /// Runs a phase and records its duration.
    nonisolated(nonsending) mutating func phase<Result>(
        _ name: String, _ body: nonisolated(nonsending) (inout ResetLog) async -> Result
    ) async -> Result {
        let index = phases.count
        phases.append(ResetReply.Phase(name: name, seconds: 0))
        let begin = SuspendingClock.now
        let result = await body(&self)
        phases[index].seconds = (SuspendingClock.now - begin) / .seconds(1)
        await pause?(name)
        return result
    }

    /// Runs a step of a phase, and records its duration and error.
    ///
    /// - Returns: `true` if the step did not throw an error.
    @discardableResult
    nonisolated(nonsending) mutating func step(
        _ name: String, _ body: nonisolated(nonsending) () async throws -> Void
    ) async -> Bool {
        await phase(name) { log in
            do {
                try await body()
                return true
            } catch {
                log.failures.append(StepFailure(step: name, message: "\(error)"))
                return false
            }
        }
    }
}
