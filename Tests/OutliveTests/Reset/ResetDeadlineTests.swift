import Outlive
import Testing

@testable import Outlive

@Suite(.timeLimit(.minutes(5)))
struct ResetDeadlineTests {
    private let host = ResetHost(notifiers: [], registry: LeakRegistry(), arguments: [], environment: [:])
    private let reached = Gate()
    private let gate = Gate()

    /// Starts a host whose first reset waits at the gate.
    private func startSlowReset() async throws -> Task<ResetReply, Never> {
        let (reached, gate) = (reached, gate)
        await host.add("slow") { input in
            guard input.arguments == ["slow"] else { return }
            reached.open()
            await gate.wait()
        }
        try await host.start()
        let reset = Task { [host] in
            await host.handle(ResetRequest(id: 1, change: InputChange(arguments: ["slow"]), deadline: 0.001))
        }
        await reached.wait()
        return reset
    }

    @Test func `A request whose turn does not come within its deadline is refused, and never performed`()
        async throws
    {
        let reset = try await startSlowReset()
        let refused = await host.handle(ResetRequest(id: 2, deadline: 0.001))
        #expect(refused.refusal == .busy)
        #expect(refused.failures.map(\.step) == ["request"])
        gate.open()
        #expect(await reset.value.endedGeneration == 1)
        #expect(await host.handle(ResetRequest(id: 3)).endedGeneration == 2)
    }

    @Test func `A reset that has begun is not interrupted at its deadline`() async throws {
        let reset = try await startSlowReset()
        gate.open()
        let reply = await reset.value
        #expect(reply.usable)
        #expect(reply.refusal == nil)
    }

    @Test func `A request that waits within its deadline has its turn`() async throws {
        let reset = try await startSlowReset()
        async let next = host.handle(ResetRequest(id: 2, deadline: 3_600))
        gate.open()
        #expect(await reset.value.usable)
        #expect(await next.endedGeneration == 2)
    }

    @Test(arguments: ["inf", "nan", "1e30"])
    func `A request with a deadline beyond all limits waits`(text: String) async throws {
        let deadline = try #require(Double(text))
        let reset = try await startSlowReset()
        let next = await host.accept(ResetRequest(id: 2, deadline: deadline))
        // The host runs its calls in order, so the request is in the queue after this one.
        _ = await host.isUsable
        gate.open()
        #expect(await reset.value.usable)
        #expect(await next.value.endedGeneration == 2)
    }

    @Test func `Requests are refused at once while too many are pending, withdrawn ones among them`() async throws {
        let reset = try await startSlowReset()
        for id in 2...ResetHost.maximumPending {
            #expect(await host.handle(ResetRequest(id: id, kind: .ping, deadline: 0)).refusal == .busy)
        }
        // It has no deadline, so in the queue it would wait for the end of the reset.
        let refused = await host.handle(ResetRequest(id: 1_000))
        #expect(refused.refusal == .busy)
        #expect(refused.failures.first?.message.contains("\(ResetHost.maximumPending) requests") == true)

        gate.open()
        #expect(await reset.value.usable)
        #expect(await host.handle(ResetRequest(id: 1_001)).endedGeneration == 2)
    }

    @Test func `An abandoned request is withdrawn before its turn, and not after`() async throws {
        let reset = try await startSlowReset()
        let next = Task { [host] in await host.handle(ResetRequest(id: 2, deadline: 3_600)) }
        reset.cancel()
        next.cancel()
        // While the first one still runs.
        #expect(await next.value.refusal == .busy)
        gate.open()
        #expect(await reset.value.refusal == nil)
        #expect(await host.handle(ResetRequest(id: 3, deadline: 3_600)).endedGeneration == 2)
    }

    @Test func `A host that was not started reports that`() async {
        #expect(await host.handle(ResetRequest(id: 1)).refusal == .notRunning)
    }
}
