#if LiveReset
internal import FlyingFox
internal import Outlive
internal import OutliveModel

/// `POST /reset` and `POST /ping`.
struct ResetRoute: Sendable {
    private let handler: ResetHandler
    private let limits: HTTPLimits
    private let calls: CallLedger
    private let places: Places

    /// - Parameter places: one is held by each call until it is answered.
    init(_ handler: ResetHandler, _ limits: HTTPLimits, _ places: Places) {
        self.handler = handler
        self.limits = limits
        self.places = places
        calls = CallLedger(capacity: limits.rememberedCalls)
    }

    /// Resets the application, or repeats the answer to a call that has been carried out.
    ///
    /// A client that goes away gives its connection and its place back at once. A reset that has begun goes on, whether
    /// or not somebody still waits for it, and so does a call with an id, whose answer can be asked for again.
    func reset(_ request: HTTPRequest, _ departure: Departure) async throws -> HTTPResponse {
        let waits = try request.checkedQuery("wait=settled")
        let call = try await ResetCall(of: request, for: departure)
        return try await inPlace {
            let deadline = Deadline(call.deadline.map { .seconds($0) } ?? limits.resetTime)
            let (claim, reply) = try await carryOut(call, deadline, departure)
            let report = waits ? try await report(of: reply, until: deadline.end, departure) : nil
            var response = try answer(reply, id: call.id, report: report)
            if claim.isRepeated { response.headers[HTTPHeader("Outlive-Repeated")] = "true" }
            return response
        }
    }

    /// Takes back the calls that have not begun: the server ends, and nobody can ask for their answers any more.
    func end() async {
        await calls.withdraw()
    }

    /// Asks the host for an acknowledgement only.
    func ping(_ request: HTTPRequest, _ departure: Departure) async throws -> HTTPResponse {
        _ = try request.checkedQuery()
        guard request.bodySequence.count ?? 0 == 0 else { throw Refusal(400, "a ping has no body; leave it out") }
        return try await inPlace {
            let deadline = Deadline(limits.resetTime)
            let ping = ResetRequest(id: 0, kind: .ping, deadline: deadline.secondsLeft)
            let task = Task.detached { await handler(ping) }
            departure.then { task.cancel() }
            return try answer(
                await outcome(of: task, deadline, departure, "the ping was not answered", "try again"))
        }
    }

    /// Leaves some of the connections to those who do not wait.
    private func inPlace(_ work: () async throws -> HTTPResponse) async throws -> HTTPResponse {
        guard let place = places.take() else {
            throw Refusal(
                409,
                "\(limits.waiting) calls and streams of events wait already, and no further call gets a turn; try again",
                fields: ["Retry-After": "1"])
        }
        defer { place.giveBack() }
        return try await work()
    }

    private func carryOut(
        _ call: ResetCall, _ deadline: Deadline, _ departure: Departure
    ) async throws -> (CallLedger.Claim, ResetReply) {
        while true {
            let left = deadline.secondsLeft
            let claim = try await calls.claim(call) { [handler] in
                await handler(ResetRequest(id: 0, change: call.change, deadline: left))
            }
            // Nobody else can want a call without an id. What has begun goes on all the same.
            if call.id == nil { departure.then { claim.task.cancel() } }
            let reply = try await outcome(
                of: claim.task, deadline, departure, "the reset was not done",
                call.id == nil ? "it goes on" : "it goes on, and its answer is kept for a call with the same id")
            // The joined call had a shorter deadline; try again with what is left of ours.
            let isOthers = !claim.isOwn && reply.refusal == .busy
            guard isOthers, ContinuousClock.now < deadline.end else { return (claim, reply) }
        }
    }

    /// - Throws: `Refusal` where nobody waits any longer: 503 at the end of the server, 504 after the deadline;
    ///   `Connection.Gone` where the client has gone.
    private func outcome(
        of task: Task<ResetReply, Never>, _ deadline: Deadline, _ departure: Departure, _ what: String, _ next: String
    ) async throws -> ResetReply {
        // The host refuses a call whose turn does not come. Where it says nothing by then, the reset has begun.
        let end = deadline.end.advanced(by: limits.grace)
        if let reply = await task.value(until: end, or: departure) { return reply }
        guard !Task.isCancelled else {
            task.cancel()
            throw Refusal(503, "the server is stopping; a reset that has begun goes on")
        }
        guard !departure.hasHappened else { throw Connection.Gone() }
        throw Refusal(504, "\(what) within \(deadline.whole / .seconds(1)) s; \(next)")
    }

    /// - Throws: `Connection.Gone` where the client has gone.
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

    private func answer(
        _ reply: ResetReply, id: String? = nil, report: GenerationReport? = nil
    ) throws(Refusal) -> HTTPResponse {
        if let refusal = reply.refusal {
            let why = reply.failures.last?.message ?? "the request was refused"
            throw Refusal(refusal == .notRunning ? 503 : 409, why)
        }
        let isWatched = handler.history.isWatched
        // Not the history's: that may be a later reset's by now.
        let generation = reply.endedGeneration + (reply.kind == .reset ? 1 : 0)
        let answer = ResetAnswer(
            id: id, reply: reply, generation: generation,
            settled: isWatched && (reply.aliveAtSweep == 0 || report != nil), report: report, watched: isWatched)
        return .json(answer, status: reply.usable ? 200 : 500)
    }
}

/// How long a call waits.
private struct Deadline {
    let whole: Duration
    let end: ContinuousClock.Instant

    /// Begins to count now.
    init(_ whole: Duration) {
        self.whole = whole
        end = ContinuousClock.now.advanced(by: whole)
    }

    /// A host takes no deadline that has passed.
    var secondsLeft: Double { max(ContinuousClock.now.duration(to: end) / .seconds(1), 0.001) }
}
#endif
