import OutliveSupport
internal import OutliveWire
internal import Testing

@testable internal import Outlive

/// Resets run one at a time, to the end, and never wait for themselves.
@Suite(.timeLimit(.minutes(5)))
struct ResetOrderTests {
    let journal = Journal()
    let host = ResetHost(notifiers: [], registry: LeakRegistry(), arguments: [], environment: [:])

    /// Requests resets from tasks that reach the host in this order.
    private func ask(for numbers: ClosedRange<Int>, of host: isolated ResetHost) -> [Task<ResetReply, Never>] {
        numbers.map { number in
            Task { await host.handle(ResetRequest(id: number, change: InputChange(arguments: ["\(number)"]))) }
        }
    }

    @Test func `Concurrent requests are performed one after the other, in order`() async throws {
        let journal = journal
        await host.add("slow") { request in
            let number = request.arguments.first ?? "start"
            journal.note("\(number) begins")
            for _ in 0..<20 { await Task.yield() }
            journal.note("\(number) ends")
        }
        try await host.start()
        _ = journal.take()

        var replies: [ResetReply] = []
        for task in await ask(for: 1...5, of: host) { replies.append(await task.value) }

        #expect(journal.take() == (1...5).flatMap { ["\($0) begins", "\($0) ends"] })
        #expect(replies.map(\.request) == Array(1...5))
        #expect(replies.map(\.endedGeneration) == Array(1...5))
    }

    @Test func `Requests whose replies are not awaited have their turns in order`() async throws {
        try await host.start()
        var tasks: [Task<ResetReply, Never>] = []
        for number in 1...5 { tasks.append(await host.accept(ResetRequest(id: number))) }
        for (number, task) in zip(1...5, tasks) { #expect(await task.value.endedGeneration == number) }
    }

    @Test func `A ping waits for the reset before it`() async throws {
        let (reached, gate, journal) = (Gate(), Gate(), journal)
        await host.add("slow") { request in
            guard request.arguments == ["1"] else { return }
            reached.open()
            await gate.wait()
            journal.note("rebuilt")
        }
        try await host.start()
        async let reset = host.handle(ResetRequest(id: 1, change: InputChange(arguments: ["1"])))
        await reached.wait()
        #expect(await !host.isUsable)

        async let ping = host.handle(ResetRequest(id: 2, kind: .ping))
        gate.open()

        #expect(await ping.usable)
        #expect(journal.take() == ["rebuilt"])
        #expect(await reset.usable)
    }

    @Test func `A request from inside a step is refused, and the running reset continues`() async throws {
        let inner = Lock<ResetReply?>(nil)
        let host = host
        await host.add("curious") { request in
            guard request.arguments == ["outer"] else { return }
            let reply = await host.handle(ResetRequest(id: 9))
            inner.withLock { $0 = reply }
        }
        try await host.start()

        let outer = await host.handle(ResetRequest(id: 8, change: InputChange(arguments: ["outer"])))

        let refused = try #require(inner.withLock { $0 })
        #expect(refused.request == 9)
        #expect(refused.failures.map(\.step) == ["request"])
        #expect(refused.failures[0].message.contains("from inside a step"))
        #expect(!refused.usable)
        #expect(outer.usable)
        #expect(outer.endedGeneration == 1)
    }

    @Test func `A request from inside a step of the start is refused as well`() async throws {
        let host = host
        await host.add("curious") { _ in
            await host.reset().failures.map(\.step)
        } teardown: { steps in
            #expect(steps == ["request"])
        }
        try await host.start()
        #expect(try await host.stop().isEmpty)
    }

    @Test func `A task that a step started can request resets after the step's own`() async throws {
        let (gate, host) = (Gate(), host)
        let step = await host.add("server") { _ in
            Task {
                await gate.wait()
                return await host.reset()
            }
        }
        try await host.start()
        let server = try step.value
        gate.open()
        let reply = await server.value
        #expect(reply.failures.isEmpty)
        #expect(reply.endedGeneration == 1)
    }

    @Test func `Hosts accept requests from the steps of another`() async throws {
        let other = ResetHost(notifiers: [], registry: LeakRegistry(), arguments: [], environment: [:])
        try await other.start()
        await host.add("part") { _ in
            await other.reset().failures
        } teardown: { failures in
            #expect(failures.isEmpty)
        }
        try await host.start()
        #expect(try await host.stop().isEmpty)
    }

    @Test func `A cancelled caller does not stop a reset half-way`() async throws {
        let (reached, gate, journal) = (Gate(), Gate(), journal)
        await host.add("slow") { request in
            guard request.arguments == ["1"] else { return }
            reached.open()
            await gate.wait()
            journal.note(Task.isCancelled ? "cancelled" : "went on")
        }
        await host.addStep("after", journal)
        try await host.start()
        _ = journal.take()
        let host = host
        let caller = Task { await host.handle(ResetRequest(id: 1, change: InputChange(arguments: ["1"]))) }
        await reached.wait()
        caller.cancel()
        gate.open()

        let reply = await caller.value

        #expect(reply.usable)
        #expect(journal.take() == ["tear down after", "went on", "build after"])
    }
}
