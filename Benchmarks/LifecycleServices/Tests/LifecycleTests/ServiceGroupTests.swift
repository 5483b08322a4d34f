import Logging
import Metrics
import MetricsTestKit
import Outlive
import OutliveLifecycle
import ServiceLifecycle
import Testing

/// A service that records its run, and ends at the graceful shutdown.
private actor Recorder: Service {
    private(set) var course: [String] = []
    private let failure: (any Error)?
    private let started: AsyncStream<Void>.Continuation

    init(failing failure: (any Error)? = nil, started: AsyncStream<Void>.Continuation) {
        (self.failure, self.started) = (failure, started)
    }

    func run() async throws {
        course.append("began")
        started.yield()
        if let failure { throw failure }
        try? await gracefulShutdown()
        course.append("shut down")
    }
}

/// A service that ends only after its cancellation, and not at once.
private struct Stubborn: Service {
    func run() async throws {
        while !Task.isCancelled { await Task.yield() }
        for _ in 0..<10_000 { await Task.yield() }
    }
}

private struct Broken: Error {}

/// Runs a host as a service of an outer group, and shuts that down after the first start of a step.
private func runInGroup(_ host: ResetHost, until starts: AsyncStream<Void>) async throws {
    let group = ServiceGroup(services: [ResetHostService(host)], logger: Logger(label: "test"))
    async let running: Void = group.run()
    var began = starts.makeAsyncIterator()
    await began.next()
    await group.triggerGracefulShutdown()
    try await running
}

@Suite(.timeLimit(.minutes(2)))
struct ServiceGroupTests {
    @Test func `Each reset shuts the services down gracefully and makes new ones`() async throws {
        let (starts, started) = AsyncStream.makeStream(of: Void.self)
        let (made, making) = AsyncStream.makeStream(of: Recorder.self)
        let host = ResetHost(notifiers: [], arguments: [], environment: [:])
        await host.addServiceGroup(logger: Logger(label: "test")) { _ in
            let service = Recorder(started: started)
            making.yield(service)
            return [service]
        }
        try await host.start()
        var began = starts.makeAsyncIterator()
        await began.next()
        let reply = await host.reset()
        #expect(reply.usable && reply.failures.isEmpty)
        await began.next()
        _ = try await host.stop()
        making.finish()
        var services: [Recorder] = []
        for await service in made { services.append(service) }
        #expect(services.count == 2)
        for service in services { #expect(await service.course == ["began", "shut down"]) }
    }

    @Test func `A service that fails is a failure of the teardown`() async throws {
        let (starts, started) = AsyncStream.makeStream(of: Void.self)
        let host = ResetHost(notifiers: [], arguments: [], environment: [:])
        await host.addServiceGroup(logger: Logger(label: "test")) { _ in [Recorder(failing: Broken(), started: started)]
        }
        try await host.start()
        var began = starts.makeAsyncIterator()
        await began.next()
        let failures = try await host.stop()
        #expect(failures.map(\.step) == ["teardown/services"])
    }

    @Test func `The host runs as a service of an outer group until its shutdown`() async throws {
        let (starts, started) = AsyncStream.makeStream(of: Void.self)
        let host = ResetHost(notifiers: [], arguments: [], environment: [:])
        await host.add("part") { _ in started.yield() }
        try await runInGroup(host, until: starts)
        #expect(await !host.isUsable)
    }

    @Test func `A service that is slow to end after its cancellation does not end the process`() async throws {
        let host = ResetHost(notifiers: [], arguments: [], environment: [:])
        await host.addServiceGroup(gracePeriod: .zero, logger: Logger(label: "test")) { _ in [Stubborn()] }
        try await host.start()
        #expect(try await host.stop().isEmpty)
    }

    @Test func `The shutdown of an outer group reaches the tasks of a step by its teardown alone`() async throws {
        let (starts, started) = AsyncStream.makeStream(of: Void.self)
        let (teardowns, tornDown) = AsyncStream.makeStream(of: Void.self)
        let (answers, answer) = AsyncStream.makeStream(of: Bool.self)
        let host = ResetHost(notifiers: [], arguments: [], environment: [:])
        await host.add("part") { _ -> Task<Bool, Never> in
            started.yield()
            return Task<Bool, Never> {
                for await _ in teardowns { break }
                return Task<Never, Never>.isShuttingDownGracefully
            }
        } teardown: { part in
            tornDown.yield()
            answer.yield(await part.value)
        }
        try await runInGroup(host, until: starts)
        var answered = answers.makeAsyncIterator()
        #expect(await answered.next() == false)
    }
}
