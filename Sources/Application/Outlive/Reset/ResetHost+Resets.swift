#if LiveReset
internal import OutliveSupport
public import OutliveWire

// Reset requests to a host.
extension ResetHost {
    /// Resets the application on its own initiative, as request number 0.
    @discardableResult
    public func reset() async -> ResetReply {
        await handle(ResetRequest(id: 0))
    }

    /// Carries out a request and waits until the application is ready again.
    ///
    /// A reset runs quiesce, teardown, sweep and rebuild. The reply contains the time of each. If a step of the rebuild
    /// fails, later steps are not built and the application is not usable. The next reset tears down what was built and
    /// tries again.
    ///
    /// A request is refused if its turn does not come within its deadline. It is also refused if it comes from inside a
    /// step, or from a task started by one while the reset still runs, because it would wait for itself. Cancelling the
    /// calling task withdraws a request with a deadline before its turn. A reset that has begun always finishes.
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
    /// - Returns: The generation's report, or `nil` if there was no reset.
    public func settled() async -> GenerationReport? {
        await settling?.value
    }

    /// Runs `work` after all earlier requests, in a task that is independent of the caller's cancellation.
    ///
    /// - Parameter deadline: The time within which `work` must begin, in seconds, or `nil` for no limit.
    private func inTurn(
        within deadline: Double?,
        _ work: @escaping @Sendable (isolated ResetHost) async throws -> ResetReply
    ) async throws -> ResetReply {
        let turn = Flag()
        // A free turn comes immediately.
        let waits = isBusy
        let task = try enqueue(turn, work)
        guard waits, let deadline else { return try await task.value.get() }
        return try await Self.result(of: task, beginning: turn, within: deadline).get()
    }

    /// Returns the result of a task, or `busy` if it has not begun by the deadline or the caller is cancelled.
    ///
    /// After `busy`, the task does not begin later either.
    private static func result(
        of task: Task<Result<ResetReply, any Error>, Never>, beginning turn: Flag, within deadline: Double
    ) async -> Result<ResetReply, any Error> {
        let first = Promise<Result<ResetReply, any Error>>()
        let withdraw: @Sendable () -> Void = {
            if turn.raise() { first.fulfil(.failure(ResetError.busy)) }
        }
        let alarm = Alarm(after: .seconds(deadline), withdraw)
        defer { alarm.cancel() }
        Task { first.fulfil(await task.value) }
        return await withTaskCancellationHandler {
            await first.getEvenIfCancelled()
        } onCancel: {
            withdraw()
        }
    }
}

// MARK: The work

extension ResetHost {
    /// Passes the host's handler to its notifiers; from then on they retain the host, which releases them.
    func listen() async {
        let notifiers = notifiers
        self.notifiers = []
        for notifier in notifiers {
            do {
                try await notifier.add(
                    handler: ResetHandler(history: history) { request in await self.handle(request) })
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

    /// Waits for the previous generation in the background; the application has already reported ready.
    private func settle(_ ended: EndedGeneration, _ reply: ResetReply) {
        settling = Task { [reports, history, registry] in
            var report = await ended.settled()
            report.reply = reply
            reports?.report(report)
            history.note(.settled(report), generation: registry.generation)
            return report
        }
    }
}
#endif
