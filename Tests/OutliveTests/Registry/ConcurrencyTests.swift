import Dispatch
import OutliveWire
import Testing

@testable import Outlive

private class Component: @unchecked Sendable {}
private final class Noisy: Component, @unchecked Sendable {
    let registry: LeakRegistry
    init(_ registry: LeakRegistry) { self.registry = registry }
    deinit { registry.track(Component()) }
}

struct ConcurrencyTests {
    @Test func `Threads register, release, forget and end generations at once, and every survivor is counted`() async {
        let registry = LeakRegistry()
        let keeper = Keeper()
        DispatchQueue.concurrentPerform(iterations: 4) { thread in
            for round in 0..<2000 {
                registry.track(Component(), as: "short \(thread) \(round)")
                let kept = registry.track(Component(), as: "kept")
                keeper.keep(kept)
                let forgotten = registry.track(Component())
                registry.track(forgotten, as: "again")
                registry.untrack(forgotten)
                _ = registry.track(Noisy(registry))
                if round % 100 == 0 { _ = registry.endGeneration().aliveAtSweep }
                if round % 500 == 0 { registry.isEnabled = true }
            }
        }
        #expect(registry.generation == 81)
        let report = await registry.endGeneration(clock: ManualClock()).settled()
        #expect(report.survivors.map(\.key.name) == ["kept"])
        #expect(report.survivors.map(\.count) == [8000])
        #expect(report.live == 8000)
        keeper.letGo()
    }

    @Test func `One object registered by many threads concurrently is one object`() async {
        let registry = LeakRegistry()
        let shared = Component()
        DispatchQueue.concurrentPerform(iterations: 4) { _ in
            for _ in 0..<2000 { registry.track(shared) }
        }
        #expect(registry.registered == 1)
        #expect(await registry.endGeneration(clock: ManualClock()).settled().survivors.map(\.count) == [1])
        withExtendedLifetime(shared) {}
    }

    @Test func `A reset belongs to one generation: none is counted twice while threads register`() async {
        let registry = LeakRegistry()
        let reports = await withTaskGroup(of: [GenerationReport].self) { group in
            for _ in 0..<3 {
                group.addTask {
                    for _ in 0..<3000 { registry.track(Component()) }
                    return []
                }
            }
            group.addTask {
                var reports: [GenerationReport] = []
                for _ in 0..<50 {
                    reports.append(await registry.endGeneration(clock: ManualClock()).settled())
                    await Task.yield()
                }
                return reports
            }
            return await group.reduce(into: []) { $0 += $1 }
        }
        let last = await registry.endGeneration(clock: ManualClock()).settled()
        #expect((reports + [last]).reduce(0) { $0 + $1.registered } == 9000)
        #expect(last.live == 0)
    }
}
