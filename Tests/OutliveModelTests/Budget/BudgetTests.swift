import OutliveModel
import Testing

struct BudgetTests {
    private func report(_ mode: GateMode = .fail, counts: [Int] = [44, 44, 44]) -> Report {
        let plan = Plan(
            launch: "app", program: "app", ready: "notify", reset: nil, done: nil, pairs: 0, warmup: 1, soak: 4,
            budget: mode, seed: 1)
        let machine = Machine(system: "s", architecture: "a", processor: nil, processors: 1, memoryBytes: 1)
        var report = Report(toolVersion: "0", startedAt: "2026-01-02T03:04:05Z", machine: machine, plan: plan)
        report.heap = HeapSummary(cycles: [100, 900, 930, 960, 1000].enumerated().map(cycle), frames: 16)
        report.allocations = [
            AllocationFigures(
                units: counts.count, blocks: Spread(counts), bytes: Spread([900]), temporary: .none,
                sites: [
                    site("App.A", "App.f() -> ()", 20), site("App.B", "App.g() -> ()", 15),
                    // The same name at another address.
                    site("App.A", "App.f() -> ()", 9, offset: 8),
                ], peakBytes: 5000,
                peak: [
                    PeakSite(
                        type: type("App.B"), stack: stack("App.g() -> ()", 0), amount: HeapAmount(objects: 1, bytes: 7))
                ])
        ]
        return report
    }

    private func type(_ name: String) -> HeapType { HeapType(name: name, kind: .object) }

    private func cycle(number: Int, bytes: Int) -> HeapCycle {
        HeapCycle(HeapCensus(processID: 1, cycle: number, rawBlocks: 1, rawBytes: bytes), cycle: number)
    }

    private func stack(_ function: String, _ offset: UInt64) -> Backtrace {
        Backtrace(frames: [
            Frame(
                module: "/app", buildID: nil, offset: offset,
                symbols: [Symbol(function: function, file: "/src/App.swift", line: 7)])
        ])
    }

    private func site(_ name: String, _ function: String, _ blocks: Int, offset: UInt64 = 0) -> AllocationSite {
        AllocationSite(
            type: type(name), stack: stack(function, offset),
            blocks: [blocks], bytes: [blocks * 16])
    }

    private func judged(
        _ limits: [BudgetFigure: Int], sites: [String: Int] = [:], _ report: Report? = nil
    ) -> Report {
        var report = report ?? self.report()
        let sites = Dictionary(uniqueKeysWithValues: sites.map { (BudgetSiteName($0), $1) })
        let entry = Budget(name: "app", limits: limits, reason: "why", sites: sites, line: 3)
        report.judge(by: BudgetRequest(entry: entry, name: "app", file: "outlive.budget.yml"))
        return report
    }

    @Test func `A budget that equals what was measured is kept`() {
        let report = judged([.allocations: 44, .bytes: 900, .peak: 5000, .growth: 30])
        #expect(report.budget?.exceeded.isEmpty == true)
        #expect(report.budget?.limits.map(\.measured) == [44, 900, 5000, 30])
        #expect(report.budget?.limits.allSatisfy { $0.sites.isEmpty } == true)
        #expect(report.outcome == .clean)
    }

    @Test(arguments: BudgetFigure.allCases)
    func `One more than the budget fails the run, or is reported on request`(figure: BudgetFigure) throws {
        let measured = try #require(judged([figure: 0]).budget?.limits.first?.measured)
        #expect(judged([figure: measured]).outcome == .clean)
        let exceeding = judged([figure: measured - 1])
        #expect(exceeding.outcome == .notClean)
        #expect(exceeding.budget?.exceeded.map(\.figure) == [figure])
        let reporting = judged([figure: measured - 1], report(.report))
        #expect(reporting.outcome == .clean)
        #expect(reporting.budget?.exceeded.count == 1)
    }

    @Test func `A budget holds for the median of the units`() {
        #expect(judged([.allocations: 44], report(counts: [44, 41, 400, 44, 43])).outcome == .clean)
        #expect(judged([.allocations: 44], report(counts: [44, 41, 400, 45, 46])).outcome == .notClean)
    }

    @Test func `A breach names the sites with more allocations than accepted, whatever their address`() throws {
        let report = judged([.allocations: 41], sites: ["App.A in f()": 29, "App.B in g()": 12])
        let limit = try #require(report.budget?.exceeded.first)
        #expect(limit.sites.map(\.name.description) == ["App.B in g()"])
        #expect(limit.sites.map(\.accepted) == [12])
        #expect(limit.sites.map(\.excess) == [3])
        #expect(limit.sites.first?.stack.bestSymbol?.line == 7)
    }

    @Test func `A site that a full list does not have is named if it exceeds the smallest one of the list`() throws {
        let new = judged([.allocations: 41], sites: ["App.A in f()": 29])
        #expect(new.budget?.exceeded.first?.sites.map(\.accepted) == [0])
        #expect(new.budget?.exceeded.first?.sites.map(\.excess) == [15])
        var sites = Dictionary(uniqueKeysWithValues: (1..<Budget.largestCount).map { ("App.\($0) in h()", 14) })
        sites["App.A in f()"] = 29
        let full = judged([.allocations: 41], sites: sites)
        #expect(full.budget?.exceeded.first?.sites.map(\.excess) == [1])
    }

    @Test func `Without accepted numbers of sites the largest ones are named`() throws {
        let limits = try #require(judged([.allocations: 1, .peak: 1]).budget?.exceeded)
        #expect(
            limits.map { $0.sites.map(\.name.description) } == [["App.A in f()", "App.B in g()"], ["App.B in g()"]])
        #expect(limits[0].sites.map(\.measured) == [29, 15])
        #expect(limits[0].sites.allSatisfy { $0.accepted == nil })
    }

    @Test func `A name without a budget fails nothing and is remembered`() {
        var report = report()
        report.judge(by: BudgetRequest(entry: nil, name: "other", file: "b.yml"))
        #expect(report.outcome == .clean)
        #expect(report.budget == BudgetReview(file: "b.yml", name: "other", units: 3))
    }

    @Test func `A run without counted units fails if a budget could fail it`() {
        for (mode, outcome, notes) in [(GateMode.fail, Outcome.failed, 0), (.report, .clean, 1)] {
            var report = report(mode)
            report.allocations = nil
            let judged = judged([.allocations: 1], report)
            #expect(judged.outcome == outcome)
            #expect(judged.notes.count == notes)
            #expect(judged.budget == nil)
        }
    }

    @Test func `A merged report has the outcome of an exceeded budget, and its number of limits`() {
        let merged = judged([.allocations: 1, .bytes: 1]).asMerged(summary: "s")
        #expect(merged.budget == nil)
        #expect(merged.shards.first?.failingBudget == 2)
        #expect(merged.failsByBudget && merged.outcome == .notClean)
        #expect(judged([.allocations: 44]).asMerged(summary: "s").outcome == .clean)
    }

    @Test func `The name of a site has the module without symbols, and no control characters`() {
        let bare = Backtrace(frames: [Frame(module: "/lib/libz.so.1", buildID: nil, offset: 1)])
        #expect(BudgetSiteName(.rawMemory, allocatedIn: bare).description == "raw memory in libz.so.1")
        #expect(BudgetSiteName(.rawMemory, allocatedIn: Backtrace()).description == "raw memory in unknown place")
        #expect(BudgetSiteName("a\u{1B}b\n").description == "a b ")
    }
}
