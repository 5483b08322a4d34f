#if LiveReset
internal import OutliveSupport
public import OutliveWire

// Reset requests to a host.
extension ResetHost {
    /// The number of requests that are queued or running, from which on further ones are refused.
    ///
    /// A withdrawn request stays in the queue until its turn, which does not come while a reset hangs. The number
    /// exceeds the calls that an HTTP server keeps in progress.
    static let maximumPending = 512

    /// Executes a request and waits until the application is ready again.
    ///
    /// A reset runs the phases quiesce, teardown, sweep and rebuild. The reply contains the duration of each. If a step
    /// of the rebuild fails, later steps are not built and the application is not usable. The next reset tears down the
    /// steps that were built and tries again.
    ///
    /// A request is refused if other requests occupy the host until its deadline, or if 512 are queued or running. It
    /// is also refused if it comes from inside a step, or from a task started by a step while the reset still runs,
    /// because it would wait for itself.
    /// Cancelling the calling task withdraws a request that has a deadline and has not begun. A reset that has begun
    /// always finishes.
    public func handle(_ request: ResetRequest) async -> ResetReply {
        do {
            return try await inTurn(within: request.enforcedDeadline) { host in try await host.carryOut(request) }
        } catch {
            if request.id != 0 { manager.failed(request.id, because: "\(error)") }
            let reply = refusal(of: request, because: "\(error)", (error as? ResetError)?.refusal)
            history.note(.ended(reply), generation: registry.generation)
            return reply
        }
    }

    /// Queues a request in a task of its own, so that the caller need not wait for the reply.
    ///
    /// Requests have their turns in the order of these calls, because the actor runs its new tasks in order.
    func accept(_ request: ResetRequest) -> Task<ResetReply, Never> {
        Task { await handle(request) }
    }

    /// Runs `work` after all earlier requests, in a task that is independent of the caller's cancellation.
    ///
    /// - Parameter deadline: The time within which `work` must begin, or `nil` for no limit.
    private func inTurn(
        within deadline: Duration?,
        _ work: @escaping @Sendable (isolated ResetHost) async throws -> ResetReply
    ) async throws -> ResetReply {
        guard pending < Self.maximumPending else {
            throw ResetError(
                .busy, "\(Self.maximumPending) requests are queued or running; ask again when one has ended")
        }
        let turn = Flag()
        // Without other requests, the work begins immediately.
        let waits = isBusy
        let task = try enqueue(turn, work)
        guard waits, let deadline else { return try await task.value.get() }
        return try await Self.result(of: task, beginning: turn, within: deadline).get()
    }

    /// Returns the result of a task, or `busy` if it has not begun when the deadline passes or the caller is cancelled.
    ///
    /// After `busy`, the task never begins.
    private static func result(
        of task: Task<Result<ResetReply, any Error>, Never>, beginning turn: Flag, within deadline: Duration
    ) async -> Result<ResetReply, any Error> {
        let first = Promise<Result<ResetReply, any Error>>()
        let withdraw: @Sendable () -> Void = {
            if turn.raise() { first.fulfil(.failure(ResetError.busy)) }
        }
        let alarm = Alarm(after: deadline, withdraw)
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
                try await notifier.add(handler: ResetHandler(of: self))
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
        var log = ResetLog(pause: reports?.pause)
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
