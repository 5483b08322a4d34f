internal import OutliveSupport
public import OutliveWire

/// The steps from which an application is built, so that it can be torn down and rebuilt in place.
///
///     let host = ResetHost()
///     let store = await host.add("store") { input in
///         LeakRegistry.shared.track(try await NoteStore(arguments: input.arguments))
///     } teardown: { store in
///         await store.close()
///     }
///     await host.add("server") { _ in try await Server(store.value) } teardown: { await $0.stop() }
///     try await host.start()
///
/// - The first start and every reset run the same `build` closures, so a reset performs all steps of a launch. For the
///   same reason, the closures receive arguments, environment and fixture as a `LaunchInput`. At the start it is the
///   input of the process, at a reset the same input with the changes of the request.
/// - The host retains the value of each step until its teardown is over. Values without other references are then
///   deallocated.
/// - The host is an actor, because its work is asynchronous. It runs one start, reset or ping at a time, in the order
///   of the calls. Cancelling the calling task does not interrupt one that has begun.
/// - A started host lives until it has been stopped, even if nothing else refers to it.
///
/// Without `OUTLIVE_DIR` in its environment, the host installs no signal handler and writes no file. Without the
/// package trait `LiveReset`, it only starts and stops the application, and notifies the service manager of both. It
/// then refuses requests like a host that is not running, and releases its notifiers.
public actor ResetHost {
    private enum State {
        case new
        case running
        case stopped
    }

    let registry: LeakRegistry
    var manager: ServiceManager
    #if LiveReset
    let reports: HarnessReportWriter?
    #endif
    /// The launch input at the start, to which each request applies its changes.
    let own: LaunchInput
    /// The history of the requests so far.
    public nonisolated let history: ResetHistory
    var notifiers: [any ResetNotifier]

    var list = StepList()
    private var state = State.new { didSet { retained = state == .running ? self : nil } }
    /// The host itself while it runs, because not every notifier retains it.
    private var retained: ResetHost?
    private var last: Task<Result<ResetReply, any Error>, Never>?
    /// The number of requests that are queued or running.
    private(set) var pending = 0
    var settling: Task<GenerationReport, Never>?

    /// `true` if the application is usable; `false` before the start, during a reset and after a failed reset.
    public internal(set) var isUsable = false

    /// Creates a host without steps.
    ///
    /// - Parameters:
    ///   - notifiers: The channels for reset requests, or `nil` for `SignalNotifier()`, which the harness uses. Include
    ///     a `SignalNotifier` in a list of your own if the harness should be able to request resets.
    ///   - registry: The registry whose generations the resets end.
    ///   - arguments: The launch arguments without the program name, or `nil` for the process's own.
    ///   - environment: The environment that names the harness and the service manager, or `nil` for the process's own.
    public init(
        notifiers: [any ResetNotifier]? = nil, registry: LeakRegistry = .shared, arguments: [String]? = nil,
        environment: [String: String]? = nil
    ) {
        let own = LaunchInput.ofProcess(arguments: arguments, environment: environment)
        self.own = own
        self.registry = registry
        history = ResetHistory(isWatched: registry.isEnabled)
        self.notifiers = notifiers ?? [SignalNotifier(environment: own.environment)]
        manager = ServiceManager(environment: own.environment)
        #if LiveReset
        reports = HarnessReportWriter(environment: own.environment)
        #endif
    }

    /// Adds a step after the existing ones; steps are built in this order and torn down in reverse.
    ///
    /// A step that is added after the start is built by the next reset.
    ///
    /// - Parameters:
    ///   - name: The name of the step in timings and failures.
    ///   - build: Creates the part, at the start and at every reset. Use `{ @MainActor input in` to run it on the main
    ///     actor.
    ///   - teardown: Ends the part. An error is reported, and the other teardowns still run.
    /// - Returns: The step. Later steps read its result from `value`.
    @discardableResult
    public func add<Value: Sendable>(
        _ name: String,
        build: @escaping @Sendable (LaunchInput) async throws -> Value,
        teardown: @escaping @Sendable (Value) async throws -> Void = { _ in }
    ) -> ResetStep<Value> {
        let step = ResetStep(name: name, build: build, teardown: teardown)
        list.steps.append(step)
        return step
    }

    /// Adds an action that runs before every teardown, such as refusing new work and finishing current work.
    ///
    /// Quiesce handlers run in the order added. An error is reported, and the reset continues.
    public func onQuiesce(_ name: String, _ action: @escaping @Sendable () async throws -> Void) {
        list.quiesces.append((name, action))
    }

    /// Builds the application, writes `hello.json`, listens for resets, and sends `READY=1` to the service manager.
    ///
    /// - Returns: The outcome of the start, in the form of a reset's reply.
    /// - Throws: `ResetError` if a step throws or the host was started before. After a failed step, all built steps are
    ///   torn down and the start may be repeated.
    @discardableResult
    public func start() async throws -> ResetReply {
        try await inTurn { host in try await host.launch() }
    }

    /// Sends `STOPPING=1` to the service manager and tears down the application for good.
    ///
    /// - Returns: The quiesce handlers and steps that threw an error.
    /// - Throws: `ResetError` if the host is not running or the call comes from inside a step.
    @discardableResult
    public func stop() async throws -> [StepFailure] {
        try await inTurn { host in try await host.shutDown() }.failures
    }

    /// Resets the application without an external request, as request number 0.
    @discardableResult
    public func reset() async -> ResetReply {
        await handle(ResetRequest(id: 0))
    }

    /// Waits until the generation that the last reset ended has settled.
    ///
    /// - Returns: The generation's report, or `nil` if there was no reset.
    public func settled() async -> GenerationReport? {
        await settling?.value
    }

    /// Runs `work` after all earlier requests, in a task that is independent of the caller's cancellation.
    private func inTurn(
        _ work: @escaping @Sendable (isolated ResetHost) async throws -> ResetReply
    ) async throws -> ResetReply {
        try await enqueue(Flag(), work).value.get()
    }

    /// Adds `work` to the queue; the task fails with `busy` if the work was withdrawn.
    ///
    /// - Parameter turn: A flag that is raised when the work begins or is withdrawn, whichever comes first.
    func enqueue(
        _ turn: Flag, _ work: @escaping @Sendable (isolated ResetHost) async throws -> ResetReply
    ) throws -> Task<Result<ResetReply, any Error>, Never> {
        if ResetScope.isInside(self) {
            throw ResetError(.inside, "asked for from inside a step that is running; it would wait for itself")
        }
        let previous = last
        pending += 1
        let task = Task<Result<ResetReply, any Error>, Never> {
            defer { pending -= 1 }
            _ = await previous?.value
            guard turn.raise() else { return .failure(ResetError.busy) }
            return await ResetScope.run(of: self) {
                do { return .success(try await work(self)) } catch { return .failure(error) }
            }
        }
        last = task
        return task
    }

    /// `true` if a new request would have to wait.
    var isBusy: Bool { pending > 0 }

    /// Throws an error unless the host is running.
    func requireRunning() throws {
        guard state == .running else {
            throw ResetError(.notRunning, "the host is not running: it has not been started, or was stopped")
        }
    }
}

// MARK: The work

extension ResetHost {
    private func launch() async throws -> ResetReply {
        guard state == .new else { throw ResetError(.refused, "the host has been started before; it starts once") }
        #if LiveReset
        // Written before anything is built, to distinguish a crash in a step from an unwatched application.
        reports?.greet(of: registry)
        // The harness must not mistake a child of the watched application for the application.
        if harnessWatchesAnother(by: own.environment) { manager = ServiceManager(environment: [:]) }
        #endif
        let list = list
        var log = ResetLog()
        isUsable = await list.rebuild(own, &log)
        if let failure = log.failures.first {
            await list.tearDown(&log)
            throw ResetError(.stepFailed, "\(failure.step) failed: \(failure.message)")
        }
        state = .running
        history.note(usable: isUsable, generation: registry.generation)
        await listen()
        manager.started()
        return reply(to: ResetRequest(id: 0), log)
    }

    private func shutDown() async throws -> ResetReply {
        try requireRunning()
        manager.stopping()
        state = .stopped
        isUsable = false
        history.note(usable: false, generation: registry.generation)
        let list = list
        var log = ResetLog()
        await list.quiesce(&log)
        await list.tearDown(&log)
        return reply(to: ResetRequest(id: 0), log)
    }

    /// Returns the reply to a request that was not executed.
    func refusal(of request: ResetRequest, because reason: String, _ refusal: ResetReply.Refusal?) -> ResetReply {
        var reply = reply(to: request, ResetLog())
        reply.failures = [StepFailure(step: "request", message: reason)]
        reply.refusal = refusal
        return reply
    }

    func reply(to request: ResetRequest, _ log: ResetLog) -> ResetReply {
        ResetReply(
            request: request.id, kind: request.kind, endedGeneration: registry.generation, phases: log.phases,
            failures: log.failures, usable: isUsable, registered: registry.registered)
    }
}

/// The scope of a host's running work, which identifies requests from inside one of the host's steps.
///
/// Tasks started by a step inherit the scope with their task-local values and may outlive it, as a server does. Once
/// the work is over, their requests are treated like any others.
private final class ResetScope: Sendable {
    @TaskLocal private static var current: ResetScope?

    private let host: ObjectIdentifier
    private let isOver = Flag()

    private init(_ host: ResetHost) {
        self.host = ObjectIdentifier(host)
    }

    /// Returns `true` if the caller is inside work of `host` that is still running.
    static func isInside(_ host: ResetHost) -> Bool {
        guard let current else { return false }
        return current.host == ObjectIdentifier(host) && !current.isOver.isRaised
    }

    /// Runs work of `host`.
    static func run<Result>(of host: isolated ResetHost, _ work: () async throws -> Result) async rethrows -> Result {
        let scope = ResetScope(host)
        defer { scope.isOver.raise() }
        return try await $current.withValue(scope, operation: work)
    }
}

extension LaunchInput {
    /// The launch input of this process: its arguments without the program name, its environment and its fixture.
    ///
    /// A program can read its settings from this input before it creates a host: `try ShopSettings(.ofProcess)`.
    public static var ofProcess: LaunchInput { ofProcess() }

    /// Returns the launch input of this process, with the given arguments or environment in place of its own.
    static func ofProcess(arguments: [String]? = nil, environment: [String: String]? = nil) -> LaunchInput {
        let environment = environment ?? CurrentProcess.environment
        return LaunchInput(
            arguments: arguments ?? CurrentProcess.arguments, environment: environment,
            // A variable set by a harness must not change the data of a released application.
            fixture: isLiveResetBuilt ? environment[EnvironmentName.fixture].flatMap { $0.isEmpty ? nil : $0 } : nil)
    }
}
