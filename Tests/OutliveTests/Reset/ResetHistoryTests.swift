import Outlive
import OutliveSupport
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

    @Test func `Reports are kept by generation, in whatever order they settle, and the generation never falls`() async {
        let history = ResetHistory()
        for generation in [2, 1, 3] {
            let report = GenerationReport(generation: generation, registered: 0, died: 0)
            history.note(.settled(report), generation: generation)
        }
        #expect(history.reports.map(\.generation) == [1, 2, 3])
        history.note(.settled(GenerationReport(generation: 4, registered: 0, died: 0)), generation: 2)
        #expect(history.generation == 3)
        #expect(await history.report(of: 0) == nil)
    }

    @Test func `A report that is waited for comes to all who wait, and a wait that is cancelled ends`() async {
        let history = ResetHistory()
        async let first = history.report(of: 1)
        async let second = history.report(of: 1)
        let cancelled = Task { await history.report(of: 2) }
        cancelled.cancel()
        #expect(await cancelled.value == nil)
        let report = GenerationReport(generation: 1, registered: 0, died: 0)
        history.note(.settled(report), generation: 2)
        #expect(await first == report)
        #expect(await second == report)
    }

    @Test func `Of all reports but the newest only the numbers of survivors are kept`() throws {
        let history = ResetHistory()
        let key = ComponentKey(name: "a", type: "A", site: RegistrationSite(fileID: "A/a.swift", line: 1, column: 1))
        let survivor = Survivor(
            key: key, births: [Birth(generation: 1, count: 2), Birth(generation: 2, count: 1)],
            backtrace: Backtrace(frames: [Frame(module: "a", buildID: nil, offset: 1)]))
        for generation in 1...2 {
            let report = GenerationReport(generation: generation, registered: 3, died: 0, survivors: [survivor])
            history.note(.settled(report), generation: generation + 1)
        }
        let old = try #require(history.reports.first?.survivors.first)
        #expect(old.count == 3)
        #expect(old.births == [Birth(generation: 1, count: 3)])
        #expect(old.backtrace.frames.isEmpty)
        #expect(history.reports.last?.survivors == [survivor])
    }

    @Test func `One who is too slow to see all events gets the first 1000, and then the end`() async {
        let history = ResetHistory()
        let events = history.events()
        for id in 1...1_100 { history.note(.ended(ResetReply(request: id, endedGeneration: 1)), generation: 1) }
        var seen: [Int] = []
        for await event in events {
            guard case .ended(let reply) = event else { continue }
            seen.append(reply.request)
            // There is room again now, but something is missing already.
            history.note(.ended(ResetReply(request: 1_100 + seen.count, endedGeneration: 1)), generation: 1)
        }
        #expect(seen == Array(1...1_000))
    }

    @Test func `A history tells whether its registry is on`() {
        let off = ResetHost(
            notifiers: [], registry: LeakRegistry(isEnabled: false), arguments: [], environment: [:])
        #expect(!off.history.isWatched)
        #expect(host.history.isWatched)
    }
}
