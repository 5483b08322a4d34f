import OutliveSupport
internal import OutliveWire
internal import Testing

@testable internal import Outlive

@Suite(.timeLimit(.minutes(5)))
struct ResetFailureTests {
    let journal = Journal()
    let failing = Lock<Set<String>>([])
    let host = ResetHost(notifiers: [], registry: LeakRegistry(), arguments: [], environment: [:])

    func start(_ steps: String...) async throws {
        for step in steps { await host.addStep(step, journal, failing: failing) }
        try await host.start()
        _ = journal.take()
    }

    @Test func `A teardown that throws is reported, and everything else goes on`() async throws {
        try await start("store", "server", "timer")
        failing.withLock { $0 = ["tear down server"] }

        let reply = await host.reset()

        #expect(
            journal.take() == [
                "tear down timer", "tear down server", "tear down store", "build store", "build server", "build timer",
            ])
        #expect(reply.failures == [StepFailure(step: "teardown/server", message: "server is stuck")])
        #expect(reply.usable)
        #expect(await host.isUsable)
    }

    @Test func `A quiesce handler that throws is reported, and everything else goes on`() async throws {
        let journal = journal
        await host.onQuiesce("clients") { throw Broken("they stay") }
        await host.onQuiesce("jobs") { journal.note("quiesce jobs") }
        try await start("store")

        let reply = await host.reset()

        #expect(journal.take() == ["quiesce jobs", "tear down store", "build store"])
        #expect(reply.failures == [StepFailure(step: "quiesce/clients", message: "they stay")])
        #expect(reply.usable)
    }

    @Test func `A rebuild that throws stops the rebuild and leaves the application unusable`() async throws {
        try await start("store", "server", "timer")
        failing.withLock { $0 = ["build server"] }

        let reply = await host.reset()

        #expect(
            journal.take() == [
                "tear down timer", "tear down server", "tear down store", "build store", "build server",
            ])
        #expect(reply.failures == [StepFailure(step: "rebuild/server", message: "no server")])
        #expect(!reply.usable)
        #expect(await !host.isUsable)
    }

    @Test func `The reset after a failed one tears down only what was built, and tries again`() async throws {
        try await start("store", "server", "timer")
        failing.withLock { $0 = ["build server"] }
        _ = await host.reset()
        _ = journal.take()
        failing.withLock { $0 = [] }

        let reply = await host.reset()

        #expect(journal.take() == ["tear down store", "build store", "build server", "build timer"])
        #expect(reply.usable)
        #expect(reply.endedGeneration == 2)
    }

    @Test func `A ping tells that the application is not usable`() async throws {
        try await start("store")
        failing.withLock { $0 = ["build store"] }
        _ = await host.reset()
        #expect(await !host.handle(ResetRequest(id: 1, kind: .ping)).usable)
    }
}
