import OutliveModel

extension Report {
    /// A soak whose cycles allocate more than their budget, at a new and at an old site, and leave more behind.
    static var overBudget: Report {
        var report = Report.heapLeaking
        report.findings = []
        report.plan.budget = .fail
        report.allocations = [.ofRequests]
        report.judge(
            by: BudgetRequest(
                entry: Budget(
                    name: "note-service", limits: [.allocations: 41, .bytes: 6_000, .peak: 1_000_000, .growth: 20_000],
                    reason: "see #12 | the <first> count", date: CalendarDay("2026-01-01"),
                    sites: [
                        BudgetSiteName("Swift.Array<Route> in RouteTable.match(_:)"): 11,
                        BudgetSiteName("NoteService.Session in Session.init(store:)"): 30,
                    ], line: 4), name: "note-service", file: "outlive.budget.yml"))
        return report
    }
}

extension Report {
    /// Tests of which one allocates more than its budget at a new site and leaves memory, and one keeps its budget.
    static var testsOverBudget: Report {
        var report = Report.cleanTests
        report.plan.budget = .fail
        report.allocations = [
            .ofTest("RouterTests.matches(path:)", line: 12, [30, 14], left: 960),
            .ofTest("SessionTests.logsIn()", line: 30, [9], left: 0),
        ]
        let sites = [BudgetSiteName("NoteService.Session in Session.init(store:)"): 30]
        report.judge(
            by: TestBudgets(
                entries: [
                    Budget(
                        of: .test, name: "NoteTests.RouterTests.matches(path:)",
                        limits: [.allocations: 41, .bytes: 9_000, .growth: 900], reason: "see #12 | the <first> count",
                        date: CalendarDay("2026-01-01"), sites: sites, line: 4),
                    Budget(of: .test, name: "NoteTests.SessionTests.logsIn()", limits: [.allocations: 9], line: 20),
                    Budget(of: .test, name: "NoteTests.gone()", limits: [.allocations: 9], line: 24),
                ], file: "outlive.budget.yml"), ran: [])
        return report
    }
}

extension AllocationFigures {
    /// A test that allocates at up to two sites, and leaves a session behind.
    fileprivate static func ofTest(_ name: String, line: Int, _ counts: [Int], left: Int) -> AllocationFigures {
        let sum = counts.reduce(0, +)
        let router = Backtrace.call(
            "NoteService.RouteTable.match(_: Swift.String) -> NoteService.Route?", "Router.swift", 81)
        let sites = [
            AllocationSite(
                type: HeapType(name: "NoteService.Session", kind: .object), stack: .registration, blocks: [counts[0]],
                bytes: [counts[0] * 160]),
            AllocationSite(
                type: HeapType(name: "Swift.Array<Route>", kind: .object), stack: router, blocks: [counts.last ?? 0],
                bytes: [(counts.last ?? 0) * 80]),
        ]
        var figures = AllocationFigures(
            units: 1, blocks: Spread([sum]), bytes: Spread([sum * 120]), temporary: Spread([2]),
            sites: Array(sites.prefix(counts.count)))
        figures.unit = .test
        let file = name.prefix { $0 != "." }
        figures.test = LeakingTest(
            name: name, module: "NoteTests", file: "NoteTests/\(file).swift", line: line, certain: true)
        let session = PeakSite(
            type: HeapType(name: "NoteService.Session", kind: .object), stack: .registration,
            amount: HeapAmount(objects: 6, bytes: left))
        figures.left = LeftMemory(bytes: left, sites: left > 0 ? [session] : [])
        return figures
    }

    /// Ten cycles with 46 allocations each: 12 in a router, 30 sessions, and 4 copies of a request, which are new.
    static var ofRequests: AllocationFigures {
        func same(_ count: Int) -> Spread { Spread(median: count, lowest: count, highest: count) }
        func site(_ type: String, _ stack: Backtrace, _ blocks: Int, _ bytes: Int) -> AllocationSite {
            AllocationSite(
                type: HeapType(name: type, kind: .object), stack: stack, blocks: [blocks], bytes: [bytes])
        }
        let copies = Backtrace.call("NoteService.Request.copy() -> NoteService.Request", "Request.swift", 20)
        return AllocationFigures(
            units: 10, blocks: same(46), bytes: same(6_120), temporary: same(5),
            sites: [
                site("NoteService.Session", .registration, 30, 4_800),
                site(
                    "Swift.Array<Route>",
                    .call("NoteService.RouteTable.match(_: Swift.String) -> NoteService.Route?", "Router.swift", 81),
                    12, 960),
                site("NoteService.Request", copies, 4, 360),
            ], peakBytes: 2_500_000,
            peak: [
                PeakSite(
                    type: HeapType(name: "NoteService.Index", kind: .object), stack: .registration,
                    amount: HeapAmount(objects: 2, bytes: 1_900_000))
            ])
    }
}

extension Backtrace {
    /// A function of the program, called by its server.
    fileprivate static func call(_ function: String, _ file: String, _ line: Int) -> Backtrace {
        let root = "/home/user/projects/note-service/Sources/NoteService"
        return Backtrace(frames: [
            Frame(
                module: "/srv/note-service", buildID: nil, offset: 0x40 + UInt64(line),
                symbols: [Symbol(function: function, file: "\(root)/\(file)", line: line)]),
            Frame(
                module: "/srv/note-service", buildID: nil, offset: 0x300,
                symbols: [
                    Symbol(
                        function: "NoteService.Server.answer(_: NoteService.Request) -> ()",
                        file: "\(root)/Server.swift", line: 60)
                ]),
        ])
    }
}
