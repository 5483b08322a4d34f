import OutliveSupport
internal import OutliveWire
internal import Testing

@testable internal import Outlive

@Suite(.timeLimit(.minutes(5)))
struct ResetHostTests {
    let journal = Journal()
    let registry = LeakRegistry()

    func makeHost(arguments: [String] = [], environment: [String: String] = [:]) -> ResetHost {
        ResetHost(notifiers: [], registry: registry, arguments: arguments, environment: environment)
    }

    @Test func `The start builds the steps in order and makes the application usable`() async throws {
        let host = makeHost()
        await host.addStep("store", journal)
        await host.addStep("server", journal)
        #expect(await !host.isUsable)

        let reply = try await host.start()

        #expect(journal.take() == ["build store", "build server"])
        #expect(reply.phases.map(\.name) == ["rebuild", "rebuild/store", "rebuild/server"])
        #expect(reply.request == 0)
        #expect(await host.isUsable)
    }

    @Test func `A reset quiesces, tears down in reverse, sweeps and rebuilds, each part timed`() async throws {
        let host = makeHost()
        await host.addStep("store", journal)
        await host.addStep("server", journal)
        await host.onQuiesce("clients") { [journal] in journal.note("quiesce clients") }
        try await host.start()
        _ = journal.take()

        let reply = await host.handle(ResetRequest(id: 7))

        #expect(
            journal.take() == [
                "quiesce clients", "tear down server", "tear down store", "build store", "build server",
            ])
        #expect(
            reply.phases.map(\.name) == [
                "quiesce", "quiesce/clients", "teardown", "teardown/server", "teardown/store", "sweep", "rebuild",
                "rebuild/store", "rebuild/server",
            ])
        #expect(reply.phases.allSatisfy { $0.seconds >= 0 })
        #expect(reply.request == 7)
        #expect(reply.endedGeneration == 1)
        #expect(reply.usable)
        #expect(reply.failures.isEmpty)
        #expect(registry.generation == 2)
    }

    @Test func `A phase lasts at least as long as its steps together`() async throws {
        let host = makeHost()
        await host.addStep("store", journal)
        await host.addStep("server", journal)
        let reply = try await host.start()
        let steps = reply.phases.dropFirst().reduce(0) { $0 + $1.seconds }
        #expect(reply.phases[0].seconds >= steps)
        #expect(steps > 0)
    }

    @Test func `What a step built is passed to its teardown and to later steps, and is released before the sweep`()
        async throws
    {
        let host = makeHost()
        let registry = registry
        let first = await host.add("first") { _ in registry.track(Part()) }
        await host.add("second") { _ in
            ObjectIdentifier(try first.value)
        } teardown: { identity in
            let value = try first.value
            #expect(ObjectIdentifier(value) == identity)
        }
        try await host.start()

        let reply = await host.reset()
        let report = try #require(await host.settled())

        #expect(reply.failures.isEmpty)
        #expect(reply.aliveAtSweep == 0)
        #expect(reply.registered == 1)
        #expect(report.registered == 1)
        #expect(report.died == 1)
    }

    @Test func `The value of an unbuilt step is unavailable`() async throws {
        let host = makeHost()
        let step = await host.add("store") { _ in 1 }
        let error = #expect(throws: ResetError.self) { try step.value }
        #expect(error?.code == .notBuilt)
        try await host.start()
        #expect(try step.value == 1)
        try await host.stop()
        #expect(throws: ResetError.self) { try step.value }
    }

    @Test func `Steps can live on the main actor`() async throws {
        let host = makeHost()
        let journal = journal
        await host.add("window") { @MainActor _ in
            MainActor.preconditionIsolated()
            journal.note("open")
        } teardown: { @MainActor in
            MainActor.preconditionIsolated()
            journal.note("close")
        }
        try await host.start()
        await host.reset()
        #expect(journal.take() == ["open", "close", "open"])
    }

    // MARK: Requests

    @Test func `A request replaces the arguments and environment that it names, and keeps the others`() async throws {
        let host = makeHost(arguments: ["--port", "1"], environment: ["A": "a", "B": "b"])
        let journal = journal
        await host.add("store") { request in
            let environment = request.environment.sorted { $0.key < $1.key }.map { "\($0)=\($1)" }
            journal.note((request.arguments + environment).joined(separator: " "))
        }
        try await host.start()
        await host.reset()
        _ = await host.handle(
            ResetRequest(id: 1, change: InputChange(arguments: ["--bleed"], environment: ["B": "z", "C": "c"])))
        _ = await host.handle(ResetRequest(id: 2))
        #expect(
            journal.take() == ["--port 1 A=a B=b", "--port 1 A=a B=b", "--bleed A=a B=z C=c", "--port 1 A=a B=b"])
    }

    @Test func `A ping tears nothing down and ends no generation`() async throws {
        let host = makeHost()
        await host.addStep("store", journal)
        try await host.start()
        _ = journal.take()

        let reply = await host.handle(ResetRequest(id: 4, kind: .ping))

        #expect(reply == ResetReply(request: 4, kind: .ping, endedGeneration: 1))
        #expect(journal.take().isEmpty)
        #expect(await host.settled() == nil)
    }

    @Test func `A step that is added after the start is built by the next reset`() async throws {
        let host = makeHost()
        try await host.start()
        await host.addStep("late", journal)
        await host.reset()
        #expect(journal.take() == ["build late"])
    }

    // MARK: Start and stop

    @Test func `A host that was not started refuses requests`() async {
        let host = makeHost()
        let reply = await host.handle(ResetRequest(id: 3))
        #expect(!reply.usable)
        #expect(reply.failures.map(\.step) == ["request"])
        #expect(registry.generation == 1)
    }

    @Test func `A host starts once`() async throws {
        let host = makeHost()
        try await host.start()
        let error = await #expect(throws: ResetError.self) { try await host.start() }
        #expect(error?.code == .refused)
        #expect(await host.isUsable)
    }

    @Test func `A failed start tears down what was built, and can be tried again`() async throws {
        let host = makeHost()
        let failing = Lock<Set>(["build server"])
        await host.addStep("store", journal)
        await host.addStep("server", journal, failing: failing)
        await host.addStep("timer", journal)

        let error = await #expect(throws: ResetError.self) { try await host.start() }

        #expect(error?.code == .stepFailed)
        #expect(error?.description == "rebuild/server failed: no server")
        #expect(journal.take() == ["build store", "build server", "tear down store"])
        #expect(await !host.isUsable)

        failing.withLock { $0 = [] }
        try await host.start()
        #expect(journal.take() == ["build store", "build server", "build timer"])
        #expect(await host.isUsable)
    }

    @Test func `A started host lives until it is stopped, even if nothing else refers to it`() async throws {
        weak var host: ResetHost?
        try await {
            let started = makeHost()
            await started.addStep("store", journal)
            try await started.start()
            host = started
        }()
        // The runtime may keep an actor for a moment after its work.
        for _ in 0..<100 { await Task.yield() }
        try await host?.stop()
        #expect(journal.take() == ["build store", "tear down store"])
        while host != nil { await Task.yield() }
    }

    @Test func `A host whose start failed is released`() async throws {
        weak var host: ResetHost?
        await {
            let failed = makeHost()
            await failed.addStep("store", journal, failing: Lock(["build store"]))
            await #expect(throws: ResetError.self) { try await failed.start() }
            host = failed
        }()
        while host != nil { await Task.yield() }
    }

    @Test func `A stop quiesces and tears down permanently`() async throws {
        let host = makeHost()
        await host.addStep("store", journal, failing: Lock(["tear down store"]))
        await host.addStep("server", journal)
        await host.onQuiesce("clients") { [journal] in journal.note("quiesce clients") }
        try await host.start()
        _ = journal.take()

        let failures = try await host.stop()

        #expect(journal.take() == ["quiesce clients", "tear down server", "tear down store"])
        #expect(failures == [StepFailure(step: "teardown/store", message: "store is stuck")])
        #expect(await !host.isUsable)
        #expect(await host.reset().failures.map(\.step) == ["request"])
        #expect(journal.take().isEmpty)
    }
}
