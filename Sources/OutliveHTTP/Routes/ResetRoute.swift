#if LiveReset
internal import FlyingFox
internal import Outlive
internal import OutliveModel

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// `POST /reset` and `POST /ping`.
struct ResetRoute: Sendable {
    private let handler: ResetHandler
    private let limits: HTTPLimits
    private let calls: CallLedger

    init(_ handler: ResetHandler, _ limits: HTTPLimits) {
        self.handler = handler
        self.limits = limits
        calls = CallLedger(capacity: limits.rememberedCalls)
    }

    /// Resets the application, or repeats the answer to a call that has been carried out.
    ///
    /// A reset that has begun goes on, whether or not somebody still waits for it.
    func reset(_ request: HTTPRequest) async throws -> HTTPResponse {
        let waits = try request.checkedQuery(["wait": "settled"]).contains("wait")
        let call = try await ResetCall(of: request)
        let deadline = call.deadline.map { Duration.seconds($0) } ?? limits.resetTime
        let end = ContinuousClock.now.advanced(by: deadline)
        let seconds = deadline / .seconds(1)
        let claim = try await calls.claim(call) {
            await carryOut(ResetRequest(id: 0, change: call.change, deadline: seconds))
        }
        // The host refuses a call whose turn does not come. Where it says nothing by then, the reset has begun.
        guard let done = await claim.task.value(until: end.advanced(by: limits.grace)) else {
            throw Refusal(
                504,
                "the reset was not done within \(seconds) s; it goes on"
                    + (call.id == nil ? "" : ", and its answer is kept for a call with the same id"))
        }
        let report = waits ? await report(of: done.reply, until: end) : nil
        var response = try Self.answer(done, id: call.id, report: report)
        if claim.isRepeated { response.headers[HTTPHeader("Outlive-Repeated")] = "true" }
        return response
    }

    /// Asks the host for an acknowledgement only.
    func ping(_ request: HTTPRequest) async throws -> HTTPResponse {
        _ = try request.checkedQuery()
        guard request.bodySequence.count ?? 0 == 0 else { throw Refusal(400, "a ping has no body; leave it out") }
        let seconds = limits.resetTime / .seconds(1)
        return try Self.answer(await carryOut(ResetRequest(id: 0, kind: .ping, deadline: seconds)))
    }

    private func carryOut(_ request: ResetRequest) async -> CarriedOut {
        let reply = await handler(request)
        return CarriedOut(reply: reply, generation: handler.history.generation)
    }

    private func report(of reply: ResetReply, until end: ContinuousClock.Instant) async -> GenerationReport? {
        guard reply.refusal == nil else { return nil }
        let history = handler.history
        let task = Task { await history.report(of: reply.endedGeneration) }
        defer { task.cancel() }
        return await task.value(until: end) ?? nil
    }

    private static func answer(
        _ done: CarriedOut, id: String? = nil, report: GenerationReport? = nil
    ) throws(Refusal) -> HTTPResponse {
        let reply = done.reply
        if let refusal = reply.refusal {
            let why = reply.failures.last?.message ?? "the request was refused"
            throw Refusal(refusal == .notRunning ? 503 : 409, why)
        }
        let answer = ResetAnswer(
            id: id, reply: reply, generation: done.generation, settled: reply.aliveAtSweep == 0 || report != nil,
            report: report)
        return .json(answer, status: reply.usable ? 200 : 500)
    }
}

/// What became of a request.
struct CarriedOut: Sendable {
    var reply: ResetReply
    /// The generation that the application was in afterwards.
    var generation: Int
}
#endif
