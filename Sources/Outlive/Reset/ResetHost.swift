public import OutliveModel

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// What an application builds itself with, so that it can be torn down and rebuilt in place.
///
///     let host = ResetHost()
///     let store = await host.add("store") { request in
///         LeakRegistry.shared.track(try await NoteStore(arguments: request.arguments))
///     } teardown: { store in
///         await store.close()
///     }
///     await host.add("server") { _ in try await Server(store.value) } teardown: { await $0.stop() }
///     try await host.start()
///
/// - One code path: the first start and every reset run the same `build` closures, so that a reset cannot forget what
///   a launch does. The arguments and environment come with the request for the same reason: at the start they are the
///   process's own, and a request replaces what it names.
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
    private let own: ResetRequest
    private var notifiers: [any ResetNotifier]

    private var list = StepList()
    private var state = State.new
    private var last: Task<ResetReply, any Error>?
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
        let environment = environment ?? ProcessInfo.processInfo.environment
        own = ResetRequest(
            id: 0, arguments: arguments ?? Array(ProcessInfo.processInfo.arguments.dropFirst()),
            environment: environment)
        self.registry = registry
        self.notifiers = notifiers ?? [SignalNotifier(environment: environment)]
        manager = ServiceManager(environment: environment)
        reports = HarnessReports(environment: environment)
    }

    /// Adds a step after those added before; they are built in this order and torn down in reverse.
    ///
    /// A step that is added after the start is built by the next reset.
    ///
    /// - Parameters:
    ///   - name: tells the step apart in timings and failures.
    ///   - build: makes the part, at the start and at every reset; mark it `{ @MainActor request in` to run there.
    ///   - teardown: ends the part; what it throws is reported, and the other teardowns run all the same.
    /// - Returns: the step; later steps read what it built from its `value`.
    @discardableResult
    public func add<Value: Sendable>(
        _ name: String,
        build: @escaping @Sendable (ResetRequest) async throws -> Value,
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
    /// again. A request that comes from inside a step, or from a task it started while the reset still runs, is
    /// refused with a failure in its reply: it would wait for itself.
    public func handle(_ request: ResetRequest) async -> ResetReply {
        do {
            return try await inTurn { host in try await host.carryOut(request) }
        } catch {
            if request.id != 0 { manager.failed(request.id, because: "\(error)") }
            var reply = reply(to: request, ResetLog())
            reply.failures = [StepFailure(step: "request", message: "\(error)")]
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
    private func inTurn(
        _ work: @escaping @Sendable (isolated ResetHost) async throws -> ResetReply
    ) async throws -> ResetReply {
        if ResetScope.isInside(self) {
            throw ResetError(.refused, "asked for from inside a step that is running; it would wait for itself")
        }
        let previous = last
        let task = Task {
            _ = await previous?.result
            return try await ResetScope.run(of: self) { try await work(self) }
        }
        last = task
        return try await task.value
    }

    private func requireRunning() throws {
        guard state == .running else {
            throw ResetError(.refused, "the host is not running: it has not been started, or was stopped")
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
        await listen()
        manager.started()
        return reply(to: own, log)
    }

    /// Gives the host to its notifiers; from then on they hold it, and it does not hold them.
    private func listen() async {
        let notifiers = notifiers
        self.notifiers = []
        for notifier in notifiers {
            do {
                try await notifier.add { request in await self.handle(request) }
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
        let list = list
        var log = ResetLog()
        await list.quiesce(&log)
        await list.tearDown(&log)
        let ended = await log.phase("sweep") { _ in
            registry.endGeneration(settling: reports?.settling ?? .standard)
        }
        isUsable = await list.rebuild(completed(request), &log)

        var reply = reply(to: request, log)
        reply.endedGeneration = ended.generation
        reply.aliveAtSweep = ended.aliveAtSweep
        manager.ended(reply)
        settle(ended, reply)
        return reply
    }

    private func acknowledge(_ request: ResetRequest) -> ResetReply {
        let reply = reply(to: request, ResetLog())
        manager.ended(reply)
        return reply
    }

    private func shutDown() async throws -> ResetReply {
        try requireRunning()
        manager.stopping()
        state = .stopped
        isUsable = false
        let list = list
        var log = ResetLog()
        await list.quiesce(&log)
        await list.tearDown(&log)
        return reply(to: own, log)
    }

    /// Waits for the ended generation beside the application, which has been told to be ready already.
    private func settle(_ ended: EndedGeneration, _ reply: ResetReply) {
        settling = Task { [reports] in
            var report = await ended.settled()
            report.reply = reply.request == 0 ? nil : reply
            reports?.report(report)
            return report
        }
    }

    /// The request as steps see it: what it leaves open is as it was at the launch.
    private func completed(_ request: ResetRequest) -> ResetRequest {
        var request = request
        if request.arguments.isEmpty { request.arguments = own.arguments }
        request.environment = own.environment.merging(request.environment) { _, requested in requested }
        return request
    }

    private func reply(to request: ResetRequest, _ log: ResetLog) -> ResetReply {
        ResetReply(
            request: request.id, kind: request.kind, endedGeneration: registry.generation, phases: log.phases,
            failures: log.failures, usable: isUsable, registered: registry.registered)
    }
}
