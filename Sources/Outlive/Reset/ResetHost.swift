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
///   a launch does. Arguments, environment and fixture come as a `LaunchInput` for the same reason: at the start they are
///   the process's own, and a request replaces what it names.
/// - The host holds what a step built, and hands it to the teardown: what nobody else holds is gone after it.
/// - It is an actor because all it does is asynchronous and asked for by tasks. It runs one start, reset or ping at a
///   time, in the order asked for. Cancelling the task that asks does not stop one half-way.
/// - A started host lives as long as its notifiers, that is, as the process.
///
/// Without `OUTLIVE_DIR` in its environment no signal handler is installed and no file is written.
public actor ResetHost {
    private enum State {
        case new
        case running
        case stopped
    }

    private let registry: LeakRegistry
    private let manager: ServiceManager
    private let reports: HarnessReports?
    /// The process's own arguments and environment.
    private let own: LaunchInput
    /// What became of the requests so far.
    public nonisolated let history = ResetHistory()
    private var notifiers: [any ResetNotifier]

    private var list = StepList()
    private var state = State.new
    private var last: Task<Result<ResetReply, any Error>, Never>?
    private var settling: Task<GenerationReport, Never>?

    /// Whether the application can be used: false before the start, during a reset, and after a reset that failed.
    public private(set) var isUsable = false

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

    /// Resets the application at its own wish; a request with the number 0.
    @discardableResult
    public func reset() async -> ResetReply {
        await handle(ResetRequest(id: 0))
    }

    /// Carries out a request and waits until the application is ready again.
    ///
    /// A reset runs quiesce, teardown, sweep and rebuild, each timed in the reply. When a rebuild fails, the steps
    /// after it are not built and the application is not usable; the next reset tears down what was built and tries
    /// again. A request is refused, which its reply tells, when its turn does not come within its deadline, and when it
    /// comes from inside a step, or from a task that one started while the reset still runs: it would wait for itself.
    /// A reset that has begun is never broken off.
    public func handle(_ request: ResetRequest) async -> ResetReply {
        do {
            return try await inTurn(within: request.deadline) { host in try await host.carryOut(request) }
        } catch {
            if request.id != 0 { manager.failed(request.id, because: "\(error)") }
            var reply = reply(to: request, ResetLog())
            reply.failures = [StepFailure(step: "request", message: "\(error)")]
            reply.refusal = (error as? ResetError)?.refusal
            history.note(.ended(reply), generation: registry.generation)
            return reply
        }
    }

    /// Waits until the generation that the last reset ended has settled.
    ///
    /// - Returns: its report; nil when there was no reset.
    public func settled() async -> GenerationReport? {
        await settling?.value
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
    ///
    /// - Parameter deadline: how many seconds may pass before it begins; nil for no limit.
    private func inTurn(
        within deadline: Double? = nil,
        _ work: @escaping @Sendable (isolated ResetHost) async throws -> ResetReply
    ) async throws -> ResetReply {
        if ResetScope.isInside(self) {
            throw ResetError(.inside, "asked for from inside a step that is running; it would wait for itself")
        }
        let previous = last
        let turn = Turn()
        let task = Task<Result<ResetReply, any Error>, Never> {
            _ = await previous?.value
            guard turn.take() else { return .failure(ResetError.busy) }
            return await ResetScope.run(of: self) {
                do { return .success(try await work(self)) } catch { return .failure(error) }
            }
        }
        last = task
        guard let deadline else { return try await task.value.get() }
        return try await Self.result(of: task, beginning: turn, within: deadline).get()
    }

    /// The result of a task, or at its deadline that it is busy, if it has not begun by then.
    private static func result(
        of task: Task<Result<ResetReply, any Error>, Never>, beginning turn: Turn, within deadline: Double
    ) async -> Result<ResetReply, any Error> {
        await withCheckedContinuation { continuation in
            let first = FirstOf(continuation)
            let alarm = Task {
                try await Task.sleep(for: .seconds(deadline))
                if turn.take() { first.give(.failure(ResetError.busy)) }
            }
            Task {
                first.give(await task.value)
                alarm.cancel()
            }
        }
    }

    private func requireRunning() throws {
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

    /// Gives the host to its notifiers; from then on they hold it, and it does not hold them.
    private func listen() async {
        let notifiers = notifiers
        self.notifiers = []
        for notifier in notifiers {
            do {
                try await notifier.add(handler: ResetHandler(history: history) { request in await self.handle(request) })
            } catch {
                StandardError.line("cannot be asked for resets: \(error)")
            }
        }
    }

    private func carryOut(_ request: ResetRequest) async throws -> ResetReply {
        try requireRunning()
        switch request.kind {
        case .reset: return await cycle(request)
        case .ping: return acknowledge(request)
        }
    }

    private func cycle(_ request: ResetRequest) async -> ResetReply {
        manager.began(request)
        isUsable = false
        history.note(.began, generation: registry.generation)
        let list = list
        var log = ResetLog()
        await list.quiesce(&log)
        await list.tearDown(&log)
        let ended = await log.phase("sweep") { _ in
            registry.endGeneration(settling: reports?.settling ?? .standard)
        }
        isUsable = await list.rebuild(own.changed(by: request.change), &log)

        var reply = reply(to: request, log)
        reply.endedGeneration = ended.generation
        reply.aliveAtSweep = ended.aliveAtSweep
        reply.alive = ended.alive
        manager.ended(reply)
        history.note(.ended(reply), generation: registry.generation)
        settle(ended, reply)
        return reply
    }

    private func acknowledge(_ request: ResetRequest) -> ResetReply {
        let reply = reply(to: request, ResetLog())
        manager.ended(reply)
        history.note(.ended(reply), generation: registry.generation)
        return reply
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

    /// Waits for the ended generation beside the application, which has been told to be ready already.
    private func settle(_ ended: EndedGeneration, _ reply: ResetReply) {
        settling = Task { [reports, history, registry] in
            var report = await ended.settled()
            report.reply = reply
            reports?.report(report)
            history.note(.settled(report), generation: registry.generation)
            return report
        }
    }

    private func reply(to request: ResetRequest, _ log: ResetLog) -> ResetReply {
        ResetReply(
            request: request.id, kind: request.kind, endedGeneration: registry.generation, phases: log.phases,
            failures: log.failures, usable: isUsable, registered: registry.registered)
    }
}
