public import OutliveModel

/// What an application builds itself with, so that it can be torn down and rebuilt in place.
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
/// - One code path: the first start and every reset run the same `build` closures, so that a reset cannot forget what
///   a launch does. Arguments, environment and fixture come as a `LaunchInput` for the same reason: at the start they
///   are the process's own, and a request replaces what it names.
/// - The host holds what a step built, and hands it to the teardown: what nobody else holds is gone after it.
/// - It is an actor because all it does is asynchronous and asked for by tasks. It runs one start, reset or ping at a
///   time, in the order asked for. Cancelling the task that asks does not stop one half-way.
/// - A started host lives as long as its notifiers, that is, as the process.
///
/// Without `OUTLIVE_DIR` in its environment no signal handler is installed and no file is written. Without the package
/// trait `LiveReset` all that is left is the start, `READY=1` and the stop: requests are refused as of a host that is
/// not running, nobody listens, and notifiers are let go of.
public actor ResetHost {
    private enum State {
        case new
        case running
        case stopped
    }

    let registry: LeakRegistry
    var manager: ServiceManager
    let reports: HarnessReports?
    /// The process's own arguments and environment.
    let own: LaunchInput
    /// What became of the requests so far.
    public nonisolated let history: ResetHistory
    var notifiers: [any ResetNotifier]

    var list = StepList()
    private var state = State.new
    private var last: Task<Result<ResetReply, any Error>, Never>?
    /// How many of those that were asked for are not done.
    private var pending = 0
    var settling: Task<GenerationReport, Never>?

    /// Whether the application can be used: false before the start, during a reset, and after a reset that failed.
    public internal(set) var isUsable = false

    /// Makes a host without steps.
    ///
    /// - Parameters:
    ///   - notifiers: what can ask for a reset; nil for `SignalNotifier()`, the harness's. Put that into a list of
    ///     your own as well, where the harness is to be able to ask.
    ///   - registry: whose generations the resets end.
    ///   - arguments: launch arguments without the program's name; nil for those of the process.
    ///   - environment: where the harness and the service manager are looked for; nil for that of the process.
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
        reports = HarnessReports(environment: own.environment)
    }

    /// Adds a step after those added before; they are built in this order and torn down in reverse.
    ///
    /// A step that is added after the start is built by the next reset.
    ///
    /// - Parameters:
    ///   - name: tells the step apart in timings and failures.
    ///   - build: makes the part, at the start and at every reset; mark it `{ @MainActor input in` to run there.
    ///   - teardown: ends the part; what it throws is reported, and the other teardowns run all the same.
    /// - Returns: the step; later steps read what it built from its `value`.
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

    /// Adds something to do before every teardown: refuse new work, finish what is under way.
    ///
    /// Quiesce handlers run in the order added. What one throws is reported, and the reset goes on.
    public func onQuiesce(_ name: String, _ action: @escaping @Sendable () async throws -> Void) {
        list.quiesces.append(StepList.Quiesce(name: name, action: action))
    }

    /// Builds the application, greets the harness, listens for resets, and tells the service manager `READY=1`.
    ///
    /// - Returns: how the start went, in the form of a reset's reply.
    /// - Throws: `ResetError` when a step threw; what was built is torn down then, and the start may be tried again.
    ///   Also when the host was started before.
    @discardableResult
    public func start() async throws -> ResetReply {
        try await inTurn { host in try await host.launch() }
    }

    /// Tells the service manager `STOPPING=1` and tears the application down for good.
    ///
    /// - Returns: the quiesce handlers and steps that threw.
    /// - Throws: `ResetError` when the host is not running, or is asked from inside a step.
    @discardableResult
    public func stop() async throws -> [StepFailure] {
        try await inTurn { host in try await host.shutDown() }.failures
    }

    /// Runs `work` when all that was asked for before is done, in a task that the caller's cancellation does not reach.
    private func inTurn(
        _ work: @escaping @Sendable (isolated ResetHost) async throws -> ResetReply
    ) async throws -> ResetReply {
        try await enqueue(Turn(), work).value.get()
    }

    /// Puts `work` into the queue; it fails with `busy` where its turn was taken back before it came.
    func enqueue(
        _ turn: Turn, _ work: @escaping @Sendable (isolated ResetHost) async throws -> ResetReply
    ) throws -> Task<Result<ResetReply, any Error>, Never> {
        if ResetScope.isInside(self) {
            throw ResetError(.inside, "asked for from inside a step that is running; it would wait for itself")
        }
        let previous = last
        pending += 1
        let task = Task<Result<ResetReply, any Error>, Never> {
            defer { pending -= 1 }
            _ = await previous?.value
            guard turn.take() else { return .failure(ResetError.busy) }
            return await ResetScope.run(of: self) {
                do { return .success(try await work(self)) } catch { return .failure(error) }
            }
        }
        last = task
        return task
    }

    /// Whether a request made now would have to wait.
    var isBusy: Bool { pending > 0 }

    /// Throws unless the host was started and not stopped.
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
        // Before anything is built, so that a crash in a step is told apart from an application that is not watched.
        reports?.greet(of: registry)
        // A child of the application that is watched must not be taken for it.
        if Harness.watchesAnother(by: own.environment) { manager = ServiceManager(environment: [:]) }
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

    func reply(to request: ResetRequest, _ log: ResetLog) -> ResetReply {
        ResetReply(
            request: request.id, kind: request.kind, endedGeneration: registry.generation, phases: log.phases,
            failures: log.failures, usable: isUsable, registered: registry.registered)
    }
}
