internal import Outlive
internal import OutliveHTTPServer
internal import OutliveSupport
internal import OutliveWire

/// The routes `POST /reset` and `POST /ping`.
struct ResetRoute: Sendable {
    private let handler: ResetHandler
    private let limits: HTTPLimits
    private let calls: ResetCallLog
    private let limiter: Limiter

    /// Creates the routes.
    ///
    /// - Parameter limiter: The limit of waiting calls. Each call holds a permit until its response is ready.
    init(_ handler: ResetHandler, _ limits: HTTPLimits, _ limiter: Limiter) {
        (self.handler, self.limits, self.limiter) = (handler, limits, limiter)
        calls = ResetCallLog(capacity: limits.rememberedCalls)
    }

    /// Resets the application, or repeats the response to a finished call.
    ///
    /// A client that disconnects releases its connection and permit immediately. A reset that has begun continues, and
    /// so does a call with an id, whose response remains available.
    func reset(_ request: HTTPRequest) async throws -> HTTPResponse {
        let waits = try request.checkedQuery("wait=settled")
        let call = try await ResetCall(of: request)
        return try await inPlace {
            let deadline = Deadline(call.deadline.map { .seconds($0) } ?? limits.resetTime)
            let (claim, reply) = try await carryOut(call, deadline, request.departure)
            let report = waits ? try await report(of: reply, until: deadline.end, request.departure) : nil
            var response = try response(with: reply, id: call.id, report: report)
            if claim.isRepeated { response.fields["Outlive-Repeated"] = "true" }
            return response
        }
    }

    /// Withdraws the calls that have not begun, because the server stops and their responses become unavailable.
    func end() async {
        await calls.withdraw()
    }

    /// Requests only an acknowledgement from the host.
    func ping(_ request: HTTPRequest) async throws -> HTTPResponse {
        _ = try request.checkedQuery()
        guard request.body.isEmpty else { throw Refusal(400, "a ping has no body; leave it out") }
        return try await inPlace {
            let deadline = Deadline(limits.resetTime)
            let ping = ResetRequest(id: 0, kind: .ping, deadline: deadline.secondsLeft)
            let task = Task.detached { await handler(ping) }
            request.departure.then { task.cancel() }
            return try response(
                with: await outcome(of: task, deadline, request.departure, "the ping was not answered", "try again"))
        }
    }

    /// Runs a call within the limit on waiting calls, which leaves connections for requests that do not wait.
    private func inPlace(_ work: () async throws -> HTTPResponse) async throws -> HTTPResponse {
        guard let permit = limiter.take() else {
            throw Refusal.forNow(
                "\(limits.waiting) calls and streams of events wait already, and no further call gets a turn; try "
                    + "again", status: 409)
        }
        defer { permit.release() }
        return try await work()
    }

    private func carryOut(
        _ call: ResetCall, _ deadline: Deadline, _ departure: Departure
    ) async throws -> (ResetCallLog.Claim, ResetReply) {
        while true {
            let left = deadline.secondsLeft
            let claim = try await calls.claim(call) { [handler] in
                await handler(ResetRequest(id: 0, change: call.change, deadline: left))
            }
            // No other client can join a call without an id, so it is withdrawn, unless its reset has begun.
            if call.id == nil { departure.then { claim.task.cancel() } }
            let reply = try await outcome(
                of: claim.task, deadline, departure, "the reset was not done",
                call.id == nil ? "it goes on" : "it goes on, and its answer is kept for a call with the same id")
            // The joined call had a shorter deadline, so this one tries again within its own.
            let isOthers = !claim.isOwn && reply.refusal == .busy
            guard isOthers, ContinuousClock.now < deadline.end else { return (claim, reply) }
        }
    }

    /// Returns the reply of the host.
    ///
    /// - Throws: `Refusal` with 503 if the server stops and 504 after the deadline, or `Connection.Gone` if the client
    ///   has disconnected.
    private func outcome(
        of task: Task<ResetReply, Never>, _ deadline: Deadline, _ departure: Departure, _ what: String, _ next: String
    ) async throws -> ResetReply {
        // The host refuses a call that has not begun by its deadline. Without a reply by then, the reset has begun.
        let end = deadline.end.advanced(by: limits.grace)
        if let reply = await task.value(until: end, or: departure) { return reply }
        guard !Task.isCancelled else {
            task.cancel()
            throw Refusal(503, "the server is stopping; a reset that has begun goes on")
        }
        guard !departure.hasHappened else { throw Connection.Gone() }
        throw Refusal(504, "\(what) within \(deadline.whole / .seconds(1)) s; \(next)")
    }

    /// Waits for the report of the generation that a reset ended; returns `nil` without one by `end`.
    ///
    /// - Throws: `Connection.Gone` if the client has disconnected.
    private func report(
        of reply: ResetReply, until end: ContinuousClock.Instant, _ departure: Departure
    ) async throws -> GenerationReport? {
        guard reply.refusal == nil else { return nil }
        let history = handler.history
        let task = Task { await history.report(of: reply.endedGeneration) }
        defer { task.cancel() }
        let report = await task.value(until: end, or: departure) ?? nil
        guard report != nil || !departure.hasHappened else { throw Connection.Gone() }
        return report
    }

    private func response(
        with reply: ResetReply, id: String? = nil, report: GenerationReport? = nil
    ) throws(Refusal) -> HTTPResponse {
        if let refusal = reply.refusal {
            let why = reply.failures.last?.message ?? "the request was refused"
            throw Refusal(refusal == .notRunning ? 503 : 409, why)
        }
        let isWatched = handler.history.isWatched
        // Not taken from the history, which may already include a later reset.
        let generation = reply.endedGeneration + (reply.kind == .reset ? 1 : 0)
        let answer = ResetAnswer(
            id: id, reply: reply, generation: generation,
            settled: isWatched && (reply.aliveAtSweep == 0 || report != nil), report: report, watched: isWatched)
        return .json(answer, status: reply.usable ? 200 : 500)
    }
}

/// The time limit of a call, counted from its creation.
private struct Deadline {
    let whole: Duration
    let end: ContinuousClock.Instant

    init(_ whole: Duration) {
        self.whole = whole
        end = ContinuousClock.now.advanced(by: whole)
    }

    /// The remaining seconds, at least 0.001, because a host rejects deadlines in the past.
    var secondsLeft: Double { max(ContinuousClock.now.duration(to: end) / .seconds(1), 0.001) }
}

extension Task where Success: Sendable, Failure == Never {
    /// Returns the task's result, or `nil` at `end`, on cancellation of the caller, or if the client disconnects.
    ///
    /// The task itself continues.
    func value(until end: ContinuousClock.Instant, or departure: Departure) async -> Success? {
        let first = Promise<Success?>()
        let alarm = Alarm(after: ContinuousClock.now.duration(to: end)) { first.fulfil(nil) }
        defer { alarm.cancel() }
        departure.then { first.fulfil(nil) }
        Task<Void, Never> { first.fulfil(await value) }
        return await withTaskCancellationHandler {
            await first.getEvenIfCancelled()
        } onCancel: {
            first.fulfil(nil)
        }
    }
}
