import OutliveDriver
import OutliveModel
import Testing

@testable import OutliveBenchmark

/// Runs of a simulated program by routes, whose leaks are known.
@Suite struct RouteRunTests {
    private static let plan = RoutePlan(
        routes: ["/a", "/b", "/c"].map { path in
            Route(name: "GET \(path)", requests: [RouteRequest(method: "GET", target: path)].compactMap(\.self))
        })
    private static let rounds = 8
    /// The routes of the blocks in the order of the run; the first block is cycle 1 of the process.
    private static let order = Arms.orders(of: RouteWatch(plan, warmup: 2).members, blocks: rounds, seed: 42).flatMap(
        \.self)

    /// Returns the route of the block that a cycle of the process ended, or `nil` for a pause and the launch.
    private static func route(ofCycle cycle: Int) -> Int? { order.indices.contains(cycle - 1) ? order[cycle - 1] : nil }

    /// Returns a program with objects of one type, by the census and their cycle of birth.
    private static func program(_ count: @escaping @Sendable (_ cycle: Int, _ birth: Int) -> Int) -> FakeProgram {
        var program = FakeProgram()
        program.heap = { cycle in
            let session = HeapType(name: "App.Session", kind: .object)
            let rows = (0...cycle).compactMap { birth -> HeapRow? in
                let count = count(cycle, birth)
                return count > 0 ? HeapRow(type: session, stack: 0, birth: birth, count: count, bytes: 64 * count) : nil
            }
            let frame = Frame(module: "/bin/app", buildID: nil, offset: 0x40)
            return HeapCensus(processID: 1, cycle: cycle, rows: rows, stacks: [Backtrace(frames: [frame])])
        }
        return program
    }

    private func report(_ program: FakeProgram) async -> (report: Report, world: FakeWorld) {
        var (report, world) = await run(
            program, pairs: 0, soak: Self.rounds, fidelity: .off, reset: nil, routes: Self.plan, heapFrames: 16)
        report.attributeToRoutes()
        return (report, world)
    }

    @Test func `The route whose requests leave objects is named, and no other`() async throws {
        let leaking = Self.program { _, birth in Self.route(ofCycle: birth) == 1 ? 10 : 0 }
        let report = await report(leaking).report
        let finding = try #require(report.findings.first)
        #expect(report.findings.map(\.verdict) == [.leak])
        #expect(finding.live == [0, 0, 10, 20, 30, 40, 50, 60])
        #expect(finding.routes == [LeakingRoute(name: "GET /b", share: 1)])
        #expect(report.causes.first?.routes?.map(\.name) == ["GET /b"])
        let routes = try #require(report.routes)
        #expect(routes.routes.map(report.leavesSomething) == [false, true, false])
        #expect(routes.routes.map(\.keptBytes) == [0, 64, 0])
        #expect(report.outcome == .notClean)
    }

    @Test func `What grows in pauses as well is a leak of no route`() async throws {
        let report = await report(Self.program { cycle, birth in birth > 0 && birth <= cycle ? 1 : 0 }).report
        #expect(report.findings.map(\.verdict) == [.leak])
        #expect(report.findings.first?.routes == [])
        #expect(report.routes?.routes.map(report.leavesSomething) == [false, false, false])
    }

    @Test func `Objects that one route creates and another removes are state, and no leak`() async throws {
        let store = Self.program { cycle, birth in
            guard Self.route(ofCycle: birth) == 0, birth <= cycle else { return 0 }
            return (birth...cycle).contains { Self.route(ofCycle: $0) == 2 } ? 0 : 10
        }
        let report = await report(store).report
        #expect(report.findings.filter(\.isLeakOrSuspect).isEmpty)
        let removal = try #require(report.routes?.removals.first)
        #expect(removal.creator == "GET /a")
        #expect(removal.remover == "GET /c")
        #expect(removal.subject == "App.Session")
        #expect(report.outcome == .clean)
    }

    /// Returns the report of blocks that open descriptors, by the route.
    private func report(opening: [Int], perRound: Double) -> RouteReport {
        var watch = RouteWatch(Self.plan, warmup: 2)
        var vitals = Vitals(residentBytes: 30_000_000, threads: 4, descriptors: 9)
        watch.launched(HeapCensus(processID: 1, cycle: 0), vitals)
        for (index, route) in Self.order.enumerated() {
            vitals.descriptors += route.map { opening[$0] } ?? 0
            watch.add(
                round: index / 4 + 1, route: route, answers: [], isUnanswered: false,
                census: HeapCensus(processID: 1, cycle: index + 1), vitals: vitals)
        }
        let slope = Slope(
            metric: .descriptors, perCycle: perRound, interval: Interval(lower: perRound, upper: perRound),
            minimumEffect: 0.05, cycles: 6)
        return watch.report(slopes: [slope])
    }

    @Test func `Descriptors that the blocks of one route leave open are its growth`() {
        let report = report(opening: [0, 0, 10], perRound: 10)
        #expect(report.routes.map { $0.growth(of: .descriptors)?.perCycle } == [nil, nil, 10])
        #expect(report.removals.isEmpty)
    }

    @Test func `Descriptors that one route opens and another closes are state`() {
        let report = report(opening: [10, 0, -10], perRound: 0)
        #expect(report.routes.allSatisfy { $0.growth.isEmpty })
        #expect(report.removals.map(\.creator) == ["GET /a"])
        #expect(report.removals.map(\.remover) == ["GET /c"])
        #expect(report.removals.map(\.subject) == ["descriptors"])
    }

    @Test func `Each round has a block of each route and a pause, in an order that equal seeds repeat`() async throws {
        let (report, world) = await report(Self.program { _, _ in 0 })
        let blocks = try #require(report.routes?.blocks)
        for round in 1...Self.rounds {
            let own = blocks.filter { $0.round == round }.map(\.route)
            #expect(Set(own) == [0, 1, 2, nil])
            #expect(own.count == 4)
        }
        #expect(await world.count(.send) == Self.rounds * 3 * RouteWatch.requestsPerBlock)
        #expect(report.soak.count == Self.rounds)
        #expect(report.routes?.routes.map(\.requests) == [60, 60, 60])
    }

    @Test func `A route that does not answer in time is not requested again, and the others are`() async throws {
        var program = Self.program { _, _ in 0 }
        program.answer = {
            $0.path == "/b"
                ? RouteAnswer(status: nil, seconds: 30) : RouteAnswer(status: $0.path == "/a" ? 404 : 200, seconds: 0.1)
        }
        let (report, world) = await report(program)
        #expect(await world.count(.send) == 1 + Self.rounds * 2 * RouteWatch.requestsPerBlock)
        #expect(report.notes.contains { $0.hasPrefix("GET /b gave no answer in time") })
        #expect(report.routes?.routes[0].answers == [RouteAnswers(status: 404, count: 60)])
        #expect(report.failures.isEmpty)
    }

    @Test func `A block of slow requests is shorter`() async throws {
        var program = Self.program { _, _ in 0 }
        program.answer = { _ in RouteAnswer(status: 200, seconds: 1) }
        let report = await report(program).report
        #expect(report.routes?.blocks.filter { $0.route != nil }.allSatisfy { $0.seconds.count == 3 } == true)
    }

    @Test func `A run none of whose requests succeeds fails, as nothing is known`() async throws {
        var program = Self.program { _, _ in 0 }
        program.answer = { RouteAnswer(status: $0.path == "/a" ? 404 : 401, seconds: 0.1) }
        let report = await report(program).report
        let failure = try #require(report.failures.first)
        #expect(failure.code == .command)
        #expect(
            failure.message.hasPrefix(
                "none of 180 requests of --routes was answered with success (120 with 401, 60 with 404)"))
    }
}
