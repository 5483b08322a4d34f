import OutliveModel
import Testing

@testable import OutliveBenchmark

struct PairingTests {
    @Test func `The seed decides the order of the pairs`() {
        #expect(
            Arms.orders(of: [Arm.launch, .reset], blocks: 40, seed: 1)
                == Arms.orders(of: [Arm.launch, .reset], blocks: 40, seed: 1))
        #expect(
            Arms.orders(of: [Arm.launch, .reset], blocks: 40, seed: 1)
                != Arms.orders(of: [Arm.launch, .reset], blocks: 40, seed: 2))
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func `Each arm comes first equally often, whatever the seed`(seed: UInt64) {
        let orders = Arms.orders(of: [Arm.launch, .reset], blocks: 10, seed: seed)
        #expect(orders.count { $0.first == .launch } == 5)
        #expect(orders.allSatisfy { Set($0) == [.launch, .reset] })
    }

    @Test func `The order is not a simple alternation`() {
        let firsts = Arms.orders(of: [Arm.launch, .reset], blocks: 64, seed: 5).map(\.first)
        #expect(zip(firsts, firsts.dropFirst()).contains { $0 == $1 })
    }

    @Test func `One instance is relaunched and the other reset, both alive`() async {
        let (report, world) = await run(.watched, pairs: 8, warmup: 2, soak: 0)
        #expect(report.isolation == .twoInstances)
        #expect(await world.count(.reset, instance: 0) == 0)
        #expect(await world.count(.reset, instance: 1) == 10)
        #expect(await world.count(.start, instance: 0) == 11)
        #expect(await world.count(.start, instance: 1) == 1)
        #expect(await world.maximumRunning == 2)
        #expect(report.notes.isEmpty)
    }

    @Test func `One instance is used where two cannot be kept apart, and the report says so`() async throws {
        var program = FakeProgram.watched
        program.isolates = false
        let (report, world) = await run(program, pairs: 8, warmup: 2, soak: 4)
        #expect(report.isolation == .oneAtATime)
        #expect(await world.maximumRunning == 1)
        #expect(await world.events.allSatisfy { $0.instance == 0 })
        // The first launch, the pairs, and a fresh process for the soak.
        #expect(await world.count(.start) == 1 + 10 + 1)
        #expect(try #require(report.notes.first).contains("rejuvenates"))
        #expect(report.failures.isEmpty)
        #expect(report.comparison?.ratio == 4)
    }

    @Test func `Each sample has its processor time: of a reset the difference, of a launch that of its start`()
        async throws
    {
        var program = FakeProgram.watched
        program.processorSeconds = { 0.5 + 0.125 * Double($0) }
        let (report, _) = await run(program, pairs: 8, warmup: 0, soak: 3)
        let byArm = Dictionary(grouping: report.samples, by: \.arm).mapValues { Set($0.map(\.processorSeconds)) }
        #expect(byArm[.launch] == [0.5])
        #expect(byArm[.reset] == [0.125])
        #expect(byArm[.soak] == [0.125])
        #expect(byArm[.ping] == [nil])
        #expect(try #require(report.seconds) > 0)
        #expect(report.comparison?.times(of: .reset)?.total.interval == Interval(lower: 1, upper: 1))
    }

    @Test func `A process that took the place of another one has no processor time of the reset`() async {
        var program = FakeProgram.watched
        program.processorSeconds = { 5 - Double($0) }
        let (report, _) = await run(program, pairs: 8, warmup: 0, soak: 0)
        #expect(report.samples.filter { $0.arm == .reset }.allSatisfy { $0.processorSeconds == nil })
    }

    @Test func `The instance does its work before every sample, and is inspected after it`() async {
        var program = FakeProgram.watched
        program.probe = { _, _ in "same" }
        let (_, world) = await run(program, pairs: 4, warmup: 1, soak: 3)
        let events = await world.events.filter { $0.call != .state }
        for (place, event) in events.enumerated() where event.call == .reset {
            #expect(events[place - 2] == Event(instance: event.instance, call: .work))
            #expect(events[place - 1] == Event(instance: event.instance, call: .serve))
            #expect(events[place + 1] == Event(instance: event.instance, call: .serve))
            #expect(events[place + 2] == Event(instance: event.instance, call: .settled))
        }
        let relaunch = [Event.Call.work, .serve, .stop, .start, .serve]
        let calls = events.map(\.call)
        #expect(calls.indices.count { calls[$0...].starts(with: relaunch) } == 5)
    }

    @Test func `All samples are kept with their order and parts, and warm-up is marked`() async {
        let (report, _) = await run(.watched, pairs: 6, warmup: 2, soak: 0)
        #expect(report.samples.map(\.order) == Array(0..<report.samples.count))
        for arm in [Arm.launch, .reset] {
            let samples = report.samples.filter { $0.arm == arm }
            #expect(samples.map(\.pair) == [0, 1, 0, 1, 2, 3, 4, 5])
            #expect(samples.map(\.warmup) == [true, true, false, false, false, false, false, false])
        }
        let launches = report.samples.filter { $0.arm == .launch }
        #expect(launches.allSatisfy { $0.stopSeconds == 0.5 && $0.startSeconds == 3.5 })
        #expect(report.comparison?.pairs == 6)
        #expect(report.comparison?.launchStart.median == 3.5)
        #expect(report.comparison?.savedSecondsPer100 == 300)
    }

    @Test(arguments: [true, false])
    func `On a machine that slows down, the interval holds the true ratio`(isolates: Bool) async throws {
        var program = FakeProgram.watched
        program.isolates = isolates
        program.slowdown = { 1 + 0.3 * Double($0) / 60 }
        let (report, _) = await run(program, pairs: 20, warmup: 2, soak: 0)
        let comparison = try #require(report.comparison)
        let interval = try #require(comparison.interval)
        #expect(abs(comparison.ratio - 4) < 0.1)
        #expect(interval.lower <= 4 && 4 <= interval.upper)
        #expect(interval.upper - interval.lower < 1)
    }

    @Test func `No pairs are measured if none is requested`() async {
        let (report, world) = await run(.watched, pairs: 0, soak: 5)
        #expect(report.comparison == nil)
        #expect(report.failures.isEmpty)
        #expect(await world.count(.start, instance: 0) == 0)
        #expect(report.soak.count == 5)
    }
}
