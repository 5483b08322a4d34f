import OutliveWire
import Testing

@testable import Outlive

private final class Component {}
private final class Other {}

struct GenerationTests {
    let registry = LeakRegistry()

    @Test func `Generations count from 1, and later registrations belong to the next`() async {
        #expect(registry.generation == 1)
        let old = registry.track(Component())
        let first = registry.endGeneration(clock: ManualClock())
        let new = registry.track(Other())
        #expect(first.generation == 1)
        #expect(first.aliveAtSweep == 1)
        #expect(registry.generation == 2)
        #expect(registry.registered == 1)
        let report = await first.settled()
        #expect(report.generation == 1)
        #expect(report.reply == nil)
        #expect(report.survivors.map(\.key.name) == ["Component"])
        #expect(report.live == 2)
        withExtendedLifetime((old, new)) {}
    }

    @Test func `Registrations since a reset are named by key, up to a limit`() async {
        let old = registry.track(Component())
        let ended = registry.endGeneration(clock: ManualClock())
        let new = (0..<1000).map { _ in registry.track(Component(), as: "session") } + [registry.track(Component())]
        let report = await ended.settled()
        #expect(report.components?.map(\.name) == ["Component", "session"])
        let next = registry.endGeneration(clock: ManualClock())
        let many = (0..<1000).map { registry.track(Component(), as: "made up \($0)") }
        #expect(await next.settled().components?.count == 200)
        withExtendedLifetime((old, new, many)) {}
    }

    @Test func `The youngest survivors have addresses, and released ones have none`() async throws {
        var kept: [Component] = []
        for _ in 1...4 {
            for _ in 0..<6 { kept.append(registry.track(Component())) }
            _ = await registry.endGeneration(clock: ManualClock()).settled()
        }
        let report = await registry.endGeneration(clock: ManualClock()).settled()
        let addresses = try #require(report.survivors.first?.addresses)
        #expect(addresses.count == Survivor.maximumAddresses)
        // All of the two youngest generations, and four of the one before.
        let places = kept.map { ObjectAddress(UInt64(UInt(bitPattern: ObjectIdentifier($0)))) }
        #expect(Set(addresses).isSuperset(of: places.suffix(12)))
        #expect(Set(addresses).subtracting(places.suffix(12)).isSubset(of: places[6..<12]))
        kept.removeFirst(23)
        let last = await registry.endGeneration(clock: ManualClock()).settled()
        #expect(last.survivors.first?.addresses == [places[23]])
        withExtendedLifetime(kept) {}
    }

    @Test func `An object with two names has its address under both`() async {
        let object = Component()
        registry.track(object, as: "one")
        registry.track(object, as: "other")
        let report = await registry.endGeneration(clock: ManualClock()).settled()
        let place = ObjectAddress(UInt64(UInt(bitPattern: ObjectIdentifier(object))))
        #expect(report.survivors.map(\.addresses) == [[place], [place]])
        withExtendedLifetime(object) {}
    }

    @Test func `Registered and released components count once, also those released before the reset`() async {
        let kept = (0..<3).map { _ in registry.track(Component()) }
        for _ in 0..<1000 { registry.track(Component()) }
        let report = await registry.endGeneration(clock: ManualClock()).settled()
        #expect((report.registered, report.died) == (1003, 1000))
        let next = await registry.endGeneration(clock: ManualClock()).settled()
        #expect((next.registered, next.died) == (0, 0))
        withExtendedLifetime(kept) {}
    }

    @Test func `Survivors stay in every report, with the generations of their birth`() async throws {
        var kept: [Component] = []
        for generation in 1...3 {
            for _ in 0..<generation { kept.append(registry.track(Component())) }
            _ = await registry.endGeneration(clock: ManualClock()).settled()
        }
        kept.removeFirst()
        let report = await registry.endGeneration(clock: ManualClock()).settled()
        let survivor = try #require(report.survivors.first)
        #expect(survivor.births == [Survivor.Birth(generation: 2, count: 2), Survivor.Birth(generation: 3, count: 3)])
        #expect(survivor.age(endOf: 4) == 3)
    }

    @Test func `A store of constant size that replaces its content survives in constant number`() async {
        var store: [Component] = []
        var counts: [Int] = []
        for _ in 0..<5 {
            store = (0..<4).map { _ in registry.track(Component()) }
            counts.append(await registry.endGeneration(clock: ManualClock()).settled().survivors.first?.count ?? 0)
        }
        #expect(counts == [4, 4, 4, 4, 4])
        withExtendedLifetime(store) {}
    }

    @Test func `The report of an older generation leaves out later births`() async {
        func make() -> Component { registry.track(Component()) }
        let first = make()
        let ended1 = registry.endGeneration(clock: ManualClock())
        let second = make()
        let ended2 = registry.endGeneration(clock: ManualClock())
        let report2 = await ended2.settled()
        let report1 = await ended1.settled()
        #expect(report1.survivors.map(\.births) == [[Survivor.Birth(generation: 1, count: 1)]])
        #expect(report2.survivors.map(\.count) == [2])
        #expect((report1.registered, report1.died) == (1, 0))
        #expect((report2.registered, report2.died) == (1, 0))
        withExtendedLifetime((first, second)) {}
    }

    @Test func `The most numerous survivors come first, and equal ones by name`() async {
        let kept = ["b", "a", "c", "c"].map { registry.track(Component(), as: $0) }
        let report = await registry.endGeneration(clock: ManualClock()).settled()
        #expect(report.survivors.map(\.key.name) == ["c", "a", "b"])
        withExtendedLifetime(kept) {}
    }

    @Test func `The backtrace is that of the newest`() async throws {
        func make() -> Component { registry.track(Component(), as: "x") }
        let old = make()
        let before = await registry.endGeneration(clock: ManualClock()).settled()
        let new = make()
        let after = await registry.endGeneration(clock: ManualClock()).settled()
        let first = try #require(before.survivors.first)
        let second = try #require(after.survivors.first)
        #expect(first.key == second.key)
        #expect(first.backtrace != second.backtrace)
        withExtendedLifetime((old, new)) {}
    }
}
