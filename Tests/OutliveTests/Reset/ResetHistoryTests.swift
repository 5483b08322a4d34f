import Outlive
import Testing

@testable import Outlive

struct ResetHistoryTests {
    private final class Part: Sendable {}
    private let registry = LeakRegistry()
    private let host: ResetHost

    init() {
        host = ResetHost(notifiers: [], registry: registry, arguments: [], environment: [:])
    }

    @Test func `The events of a reset come in order, and its report is kept`() async throws {
        #expect(!host.history.isUsable)
        try await host.start()
        #expect(host.history.isUsable)
        var events = host.history.events().makeAsyncIterator()

        let reply = await host.handle(ResetRequest(id: 1))

        #expect(await events.next() == .began)
        #expect(await events.next() == .ended(reply))
        let report = await host.history.report(of: 1)
        #expect(await events.next() == report.map { .settled($0) })
        #expect(report?.generation == 1)
        #expect(host.history.reports == [report])
        #expect(host.history.generation == 2)
    }

    @Test func `A reply names what the first sweep found alive`() async throws {
        let kept = Lock<[Part]>([])
        await host.add("parts") { [registry] _ in
            let parts = [Part(), Part(), Part()]
            registry.track(parts[0], as: "one")
            for part in parts.dropFirst() { registry.track(part, as: "two") }
            kept.withLock { $0 += parts }
        }
        try await host.start()
        let reply = await host.handle(ResetRequest(id: 1))
        #expect(reply.aliveAtSweep == 3)
        #expect(reply.alive.map(\.key.name) == ["two", "one"])
        #expect(reply.alive.map(\.count) == [2, 1])
    }

    @Test func `Only the newest reports are kept`() async throws {
        try await host.start()
        for _ in 0...ResetHistory.capacity {
            _ = await host.handle(ResetRequest(id: 1))
            _ = await host.settled()
        }
        #expect(host.history.reports.count == ResetHistory.capacity)
        #expect(host.history.reports.first?.generation == 2)
        #expect(await host.history.report(of: 1) == nil)
    }

    @Test func `A host that is stopped cannot be used`() async throws {
        try await host.start()
        try await host.stop()
        #expect(!host.history.isUsable)
    }
}
