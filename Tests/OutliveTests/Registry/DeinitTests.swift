import OutliveWire
import Testing

@testable import Outlive

/// Registers itself, forgets itself and registers others in its deinitialiser.
private final class Reentrant {
    let registry: LeakRegistry
    let keeper: Keeper

    init(_ registry: LeakRegistry, _ keeper: Keeper) {
        self.registry = registry
        self.keeper = keeper
        registry.track(self)
    }

    deinit {
        registry.track(self)
        registry.untrack(self)
        keeper.keep(registry.track(Product()))
        _ = registry.endGeneration()
    }
}

private final class Product {}

/// Registers itself for the first time in its deinitialiser.
private final class TooLate {
    let registry: LeakRegistry
    init(_ registry: LeakRegistry) { self.registry = registry }
    deinit { registry.track(self) }
}

struct DeinitTests {
    @Test func `A component that registers itself in its deinit is not recorded`() async {
        let registry = LeakRegistry()
        for _ in 0..<100 { _ = TooLate(registry) }
        #expect(registry.registered == 0)
        let report = await registry.endGeneration(clock: ManualClock()).settled()
        #expect(report.survivors.isEmpty)
        #expect(report.live == 0)
    }

    @Test func `A deinit may use the registry, also to end a generation`() async {
        let registry = LeakRegistry()
        let keeper = Keeper()
        for _ in 0..<100 { _ = Reentrant(registry, keeper) }
        #expect(registry.generation == 101)
        let report = await registry.endGeneration(clock: ManualClock()).settled()
        #expect(report.survivors.map(\.key.name) == ["Product"])
        #expect(report.survivors.map(\.count) == [100])
        keeper.letGo()
    }

    @Test func `Neither a sweep nor a registration retains a component`() throws {
        let registry = LeakRegistry()
        var kept = [Product()]
        registry.track(kept[0])
        for _ in 0..<100 {
            // Each registration checks the slot of the kept component in turn.
            registry.track(Product())
            _ = registry.endGeneration()
            #expect(isKnownUniquelyReferenced(&kept[0]))
        }
    }
}
