import OutliveSupport
import OutliveWire
import Testing

@testable import Outlive

private final class Component {}

@Suite("Settling")
struct SettlingTests {
    let registry = LeakRegistry()
    let keeper = Keeper()

    @Test func `A clean generation is not waited for`() async {
        let clock = ManualClock()
        registry.track(Component())
        let report = await registry.endGeneration(clock: clock).settled()
        #expect(clock.sleeps.isEmpty)
        #expect(report.survivors.isEmpty && report.late.isEmpty)
        #expect(report.settleSeconds == 0)
    }

    @Test func `A survivor is waited for with growing pauses until the deadline`() async {
        let clock = ManualClock()
        let policy = SettlePolicy(
            deadline: .milliseconds(50), firstPoll: .milliseconds(1), longestPoll: .milliseconds(10))
        keeper.keep(registry.track(Component()))
        let report = await registry.endGeneration(settling: policy, clock: clock).settled()
        #expect(clock.sleeps == [1, 2, 4, 8, 10, 10, 10, 5].map { .milliseconds($0) })
        #expect(report.survivors.map(\.count) == [1])
        #expect(report.settleSeconds == 0.05)
        keeper.letGo()
    }

    @Test func `A policy without pauses does not keep a processor busy`() async {
        let clock = ManualClock()
        keeper.keep(registry.track(Component()))
        let policy = SettlePolicy(deadline: .milliseconds(3), firstPoll: .zero, longestPoll: .zero)
        _ = await registry.endGeneration(settling: policy, clock: clock).settled()
        #expect(clock.sleeps == Array(repeating: .milliseconds(1), count: 3))
        keeper.letGo()
    }

    @Test func `What goes away while settling is late, with its number and time, and not a survivor`() async throws {
        let keeper = keeper
        let clock = ManualClock { if $0 >= .milliseconds(20) { keeper.letGo() } }
        for _ in 0..<3 { keeper.keep(registry.track(Component(), as: "late")) }
        let line = #line - 1
        let report = await registry.endGeneration(clock: clock).settled()
        #expect(report.survivors.isEmpty)
        let late = try #require(report.late.first)
        #expect((late.count, late.key.name, late.key.site.line) == (3, "late", line))
        #expect(late.seconds == 0.031)
        #expect(report.settleSeconds == 0.031)
        #expect((report.registered, report.died) == (3, 3))
    }

    @Test
    func `What goes away between the sweep and settling is late too, though its slot is wanted for others`() async {
        let clock = ManualClock()
        for index in 0..<10 { keeper.keep(registry.track(Component(), as: "late \(index)")) }
        let ended = registry.endGeneration(clock: clock)
        keeper.letGo()
        clock.advance(by: .milliseconds(5))
        for _ in 0..<100 { registry.track(Component(), as: "new") }
        _ = registry.endGeneration(clock: clock)
        let report = await ended.settled()
        #expect(report.late.map(\.key.name) == (0..<10).map { "late \($0)" })
        #expect(report.late.allSatisfy { $0.seconds == 0.005 })
        #expect((report.registered, report.died) == (10, 10))
    }

    @Test func `What is untracked while settling is neither late nor a survivor`() async {
        let component = registry.track(Component())
        let ended = registry.endGeneration(clock: ManualClock())
        registry.untrack(component)
        let report = await ended.settled()
        #expect(report.late.isEmpty && report.survivors.isEmpty)
    }

    @Test func `A survivor that was reported is not waited for again, but reported again`() async {
        keeper.keep(registry.track(Component()))
        _ = await registry.endGeneration(clock: ManualClock()).settled()
        let clock = ManualClock()
        let report = await registry.endGeneration(clock: clock).settled()
        #expect(clock.sleeps.isEmpty)
        #expect(report.survivors.map(\.count) == [1])
        keeper.letGo()
    }

    @Test func `A survivor that was reported is not waited for under another name either`() async {
        let kept = registry.track(Component())
        keeper.keep(kept)
        _ = await registry.endGeneration(clock: ManualClock()).settled()
        registry.track(kept, as: "again")
        let clock = ManualClock()
        let report = await registry.endGeneration(clock: clock).settled()
        #expect(clock.sleeps.isEmpty)
        #expect(report.survivors.map(\.key.name) == ["Component", "again"])
        keeper.letGo()
    }

    @Test func `After three generations that outlived the deadline a key is waited for a tenth of it`() async {
        var waited: [Double] = []
        for _ in 0..<5 {
            keeper.keep(registry.track(Component()))
            let report = await registry.endGeneration(clock: ManualClock()).settled()
            waited.append(report.settleSeconds)
        }
        #expect(waited == [2, 2, 2, 0.2, 0.2])

        let other = registry.track(Component(), as: "another key")
        keeper.keep(other)
        #expect(await registry.endGeneration(clock: ManualClock()).settled().settleSeconds == 2)
        // The first key had no new survivor in that generation, so it starts anew.
        keeper.keep(registry.track(Component()))
        #expect(await registry.endGeneration(clock: ManualClock()).settled().settleSeconds == 2)
        keeper.letGo()
    }

    @Test func `The full deadline holds as long as any key is alive that did not always outlive it`() {
        func key(_ name: String) -> RegistrationKey {
            RegistrationKey(name: name, type: Component.self, fileID: "F", line: 1, column: 1, lifetime: .untilReset)
        }
        let known = [SlotReference(index: 0, serial: 0)]
        let fresh = [SlotReference(index: 1, serial: 0)]
        var settling = Settling(
            [key("known"): known, key("fresh"): fresh], deadline: .seconds(10), lost: { $0 == key("known") ? 1 : 0 })
        #expect(settling.remaining(after: .seconds(3)) == .seconds(7))
        settling.poll(at: .seconds(4)) { alive in
            alive.map(\.index) == fresh.map(\.index) ? ([], 1) : (alive, 0)
        }
        #expect(settling.remaining(after: .milliseconds(400)) == .milliseconds(600))
        #expect(settling.remaining(after: .seconds(4)) == nil)
        #expect(settling.outlived == [key("known"): 1])
        #expect(settling.late.map(\.key.name) == ["fresh"])
    }

    @Test func `A late object is waited for in full though its key leaks another in each generation`() async {
        for _ in 0..<5 {
            let lateOne = Keeper()
            for holder in [keeper, lateOne] { holder.keep(registry.track(Component(), as: "mixed")) }
            let clock = ManualClock { if $0 >= .milliseconds(500) { lateOne.letGo() } }
            let report = await registry.endGeneration(clock: clock).settled()
            #expect(report.late.map(\.count) == [1])
            #expect(report.survivors.first?.births.last == Birth(generation: report.generation, count: 1))
        }
        keeper.letGo()
    }

    @Test func `A cancelled settling reports what is known`() async {
        keeper.keep(registry.track(Component()))
        let ended = registry.endGeneration(clock: ManualClock())
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            return await ended.settled()
        }
        task.cancel()
        let report = await task.value
        #expect(report.survivors.map(\.count) == [1])
        #expect(report.settleSeconds == 0)
        keeper.letGo()
    }

    @Test func `A settling that was cancelled does not count as outlived`() async {
        for _ in 0..<3 {
            keeper.keep(registry.track(Component()))
            let ended = registry.endGeneration(clock: ManualClock())
            let task = Task {
                while !Task.isCancelled { await Task.yield() }
                return await ended.settled()
            }
            task.cancel()
            _ = await task.value
        }
        keeper.keep(registry.track(Component()))
        #expect(await registry.endGeneration(clock: ManualClock()).settled().settleSeconds == 2)
        keeper.letGo()
    }

    @Test func `Ended generations that nobody settles hold no memory`() {
        for _ in 0..<10_000 {
            for _ in 0..<4 { keeper.keep(registry.track(Component())) }
            _ = registry.endGeneration()
            keeper.letGo()
        }
        #expect(registry.state.withLock { $0.table.count } < 64)
    }
}
