import Dispatch
import Foundation
import OutliveWire
import Testing

@testable import Outlive

private protocol Service: AnyObject {}
private final class Component: Service {}
private final class Observed: NSObject {}
private actor Worker {}
private final class Holder<Element> {}

@Suite("Registering components")
struct RegistrationTests {
    let registry = LeakRegistry()

    private func report() async -> GenerationReport {
        await registry.endGeneration(clock: ManualClock()).settled()
    }

    @Test func `track returns its argument and does not retain it`() async {
        var component: Component? = Component()
        weak let watched = component
        #expect(registry.track(component!) === component)
        component = nil
        #expect(watched == nil)
        #expect(await report().survivors.isEmpty)
    }

    @Test func `A survivor carries its name, type, site, generation and count`() async throws {
        let kept = [Component(), Component()]
        for component in kept { registry.track(component, as: "session") }
        let line = #line - 1
        let survivor = try #require(await report().survivors.first)
        #expect(survivor.key.name == "session")
        #expect(survivor.key.type == "OutliveTests.Component")
        #expect(survivor.key.site.fileID == "OutliveTests/RegistrationTests.swift")
        #expect(survivor.key.site.line == line)
        #expect(survivor.key.lifetime == .untilReset)
        #expect(survivor.births == [Survivor.Birth(generation: 1, count: 2)])
        #expect(!survivor.backtrace.frames.isEmpty)
        withExtendedLifetime(kept) {}
    }

    @Test func `Without a name the type's unqualified name is used`() async {
        let kept = registry.track(Component())
        #expect(await report().survivors.map(\.key.name) == ["Component"])
        withExtendedLifetime(kept) {}
    }

    @Test func `The dynamic type is reported, also of a component known by a protocol or as AnyObject`() async {
        let service: any Service = Component()
        let object: AnyObject = Component()
        registry.track(service, as: "service")
        registry.track(object, as: "object")
        #expect(Set(await report().survivors.map(\.key.type)) == ["OutliveTests.Component"])
        withExtendedLifetime((service, object)) {}
    }

    @Test func `Private and local types have names without addresses`() {
        final class Local {}
        #expect(ComponentKey.stableName(of: Component.self) == "OutliveTests.Component")
        #expect(ComponentKey.stableName(of: Local.self).hasSuffix(".Local"))
        #expect(!ComponentKey.stableName(of: Local.self).contains("$"))
        #expect(
            ComponentKey.stableName(of: Holder<[Component]>.self)
                == "OutliveTests.Holder<Swift.Array<OutliveTests.Component>>")
    }

    @Test func `Actors and subclasses of NSObject are watched like other objects`() async {
        let keeper = Keeper()
        keeper.keep(registry.track(Worker()))
        keeper.keep(registry.track(Observed()))
        registry.track(Worker())
        registry.track(Observed())
        let first = await report()
        #expect(first.survivors.map(\.count) == [1, 1])
        #expect(first.registered == 4)
        #expect(first.died == 2)
        keeper.letGo()
        #expect(await report().survivors.isEmpty)
    }

    @Test func `The same object under the same key counts once`() async {
        let kept = Component()
        for _ in 0..<3 { registry.track(kept) }
        #expect(registry.registered == 1)
        let report = await report()
        #expect(report.survivors.map(\.count) == [1])
        #expect(report.live == 1)
    }

    @Test func `An object with two names is in both rows, but is one object`() async {
        let kept = Component()
        registry.track(kept, as: "a")
        registry.track(kept, as: "b")
        #expect(registry.registered == 1)
        let ended = registry.endGeneration(clock: ManualClock())
        #expect(ended.aliveAtSweep == 1)
        let report = await ended.settled()
        #expect(report.survivors.map(\.key.name) == ["a", "b"])
        #expect(report.survivors.map(\.count) == [1, 1])
        #expect(report.live == 1)
        #expect(report.died == 0)
        withExtendedLifetime(kept) {}
    }

    @Test func `An object registered anew in a later generation keeps its birth`() async {
        let kept = Component()
        registry.track(kept, as: "a")
        _ = await report()
        registry.track(kept, as: "b")
        #expect(registry.registered == 0)
        let second = await report()
        #expect(second.survivors.map(\.births) == Array(repeating: [Survivor.Birth(generation: 1, count: 1)], count: 2))
        withExtendedLifetime(kept) {}
    }

    @Test func `A component of the process is listed with its reason, but not counted or waited for`() async {
        let clock = ManualClock()
        let kept = registry.track(Component(), lifetime: .process(reason: "shared by all"))
        #expect(registry.registered == 0)
        let ended = registry.endGeneration(clock: clock)
        #expect(ended.aliveAtSweep == 0)
        let report = await ended.settled()
        #expect(clock.sleeps.isEmpty)
        #expect(report.survivors.map(\.key.lifetime) == [.process(reason: "shared by all")])
        #expect((report.registered, report.died, report.live) == (0, 0, 1))
        withExtendedLifetime(kept) {}
    }

    @Test func `An untracked component is forgotten under all its names`() async {
        let kept = Component()
        registry.track(kept, as: "a")
        registry.track(kept, as: "b")
        registry.untrack(kept)
        registry.untrack(Component())
        #expect(registry.registered == 0)
        let report = await report()
        #expect(report.survivors.isEmpty)
        #expect((report.registered, report.died) == (0, 0))
        withExtendedLifetime(kept) {}
    }

    @Test func `A component of an earlier generation that is untracked was not registered in this one`() {
        let (old, new) = (Component(), Component())
        registry.track(old)
        _ = registry.endGeneration(clock: ManualClock())
        registry.track(new)
        registry.untrack(old)
        #expect(registry.registered == 1)
        withExtendedLifetime((old, new)) {}
    }

    @Test func `A registry that is off records nothing and does not evaluate names`() async {
        registry.isEnabled = false
        var evaluated = false
        func name() -> String {
            evaluated = true
            return "name"
        }
        let kept = registry.track(Component(), as: name())
        #expect(!evaluated)
        #expect(await report().survivors.isEmpty)
        registry.isEnabled = true
        registry.track(kept, as: name())
        #expect(evaluated)
        #expect(await report().survivors.count == 1)
    }

    @Test func `The shared registry is on under a harness that wants to know of leaks`() {
        #expect(!LeakRegistry.isWatched(by: [:]))
        #expect(!LeakRegistry.isWatched(by: ["OUTLIVE_DIR": ""]))
        #expect(LeakRegistry.isWatched(by: ["OUTLIVE_DIR": "/run/x"]))
        #expect(LeakRegistry.isWatched(by: ["OUTLIVE_DIR": "/run/x", "OUTLIVE_LEAKS": "auto"]))
        #expect(!LeakRegistry.isWatched(by: ["OUTLIVE_DIR": "/run/x", "OUTLIVE_LEAKS": "off"]))
        #expect(LeakRegistry.isWatched(by: ["OUTLIVE_TOKEN": "x"]))
        #expect(!LeakRegistry.isWatched(by: ["OUTLIVE_TOKEN": "x", "OUTLIVE_LEAKS": "off"]))
    }

    @Test func `The depth is clamped, and keeps that many frames`() async throws {
        #expect(LeakRegistry(depth: 0).depth == 1)
        #expect(LeakRegistry(depth: 1000).depth == 256)
        let shallow = LeakRegistry(depth: 2)
        let kept = shallow.track(Component())
        let survivor = try #require(await shallow.endGeneration(clock: ManualClock()).settled().survivors.first)
        #expect(survivor.backtrace.frames.count == 2)
        withExtendedLifetime(kept) {}
    }

    @Test func `The retain count leaves out the reference that looking takes`() async throws {
        let keeper = Keeper()
        keeper.keep(registry.track(Component()))
        let survivor = try #require(await report().survivors.first)
        #expect(survivor.retainCount == 1)
        keeper.letGo()
    }

    @Test func `The controls find the leak and no other, unless the registry is off`() {
        let kept = registry.track(Component())
        #expect(registry.selfCheck() == SelfCheck(leakFound: true, falseAlarm: false))
        #expect((registry.generation, registry.registered) == (1, 1))
        registry.isEnabled = false
        #expect(registry.selfCheck().blind)
        withExtendedLifetime(kept) {}
    }
}
