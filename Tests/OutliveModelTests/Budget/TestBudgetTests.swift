import Foundation
import OutliveModel
import Testing

struct TestBudgetTests {
    private static let total = LeakingTest(
        name: "CartTests.total()", module: "ShopTests", file: "ShopTests/CartTests.swift", line: 5, certain: true)

    private func figures(
        of test: LeakingTest = total, _ counts: [String: Int], left: Int = 0, lost: Int? = nil
    ) -> AllocationFigures {
        let sum = counts.values.reduce(0, +)
        var figures = AllocationFigures(
            units: 1, blocks: Spread([sum]), bytes: Spread([16 * sum]), temporary: .none,
            sites: counts.sorted { $0.value > $1.value }.map { function, count in
                AllocationSite(
                    type: HeapType(name: "Shop.Item", kind: .object), stack: stack(function), blocks: [count],
                    bytes: [16 * count])
            }, lost: lost)
        (figures.unit, figures.test) = (.test, test)
        let site = PeakSite(
            type: HeapType(name: "Shop.Item", kind: .object), stack: stack("Shop.fill() -> ()"),
            amount: HeapAmount(objects: 1, bytes: left))
        figures.left = LeftMemory(bytes: left, sites: left > 0 ? [site] : [])
        return figures
    }

    private func stack(_ function: String) -> Backtrace {
        Backtrace(frames: [
            Frame(
                module: "/app", buildID: nil, offset: 1,
                symbols: [Symbol(function: function, file: "A.swift", line: 7)])
        ])
    }

    private func report(
        _ allocations: [AllocationFigures]?, mode: GateMode = .fail, launch: String = "swift test"
    ) -> Report {
        let plan = Plan(
            launch: launch, program: "swift", ready: "none", reset: nil, done: nil, pairs: 0, warmup: 0, soak: 0,
            budget: mode, seed: 0)
        let machine = Machine(system: "s", architecture: "a", processor: nil, processors: 1, memoryBytes: 1)
        var report = Report(toolVersion: "0", startedAt: "2026-01-02T03:04:05Z", machine: machine, plan: plan)
        report.allocations = allocations
        report.tests = TestFigures(tests: 2, status: 0)
        return report
    }

    private func judged(
        _ limits: [BudgetFigure: Int], sites: [String: Int] = [:], of name: String = "ShopTests.CartTests.total()",
        _ report: Report, ran: [RanTest] = [], again: [[AllocationFigures]] = []
    ) -> Report {
        var report = report
        let sites = Dictionary(uniqueKeysWithValues: sites.map { (BudgetSiteName($0), $1) })
        let entry = Budget(of: .test, name: name, limits: limits, sites: sites, line: 3)
        report.judge(by: TestBudgets(entries: [entry], file: "b.yml"), ran: ran, again: again)
        return report
    }

    @Test(arguments: [(BudgetFigure.allocations, 7), (.bytes, 112), (.growth, 24)])
    func `One more than the budget of a test fails the run`(figure: BudgetFigure, measured: Int) throws {
        let report = report([figures(["Shop.f() -> ()": 7], left: 24)])
        #expect(judged([figure: measured], report).outcome == .clean)
        let exceeding = judged([figure: measured - 1], report)
        #expect(exceeding.outcome == .notClean && exceeding.failsByBudget)
        let review = try #require(exceeding.testBudgets?.first)
        #expect(review.exceeded.map(\.measured) == [measured] && review.test == Self.total && review.units == 1)
        #expect(exceeding.asMerged(summary: "s").shards.first?.failingBudget == 1)
        #expect(exceeding.asMerged(summary: "s").testBudgets == nil)
        let reporting = judged([figure: measured - 1], self.report(report.allocations, mode: .report))
        #expect(reporting.outcome == .clean && reporting.budgets.first?.isExceeded == true)
    }

    @Test func `A breach names the sites of the test, those with most bytes left for its growth`() throws {
        let report = judged(
            [.allocations: 3, .growth: 0], sites: ["Shop.Item in f()": 3],
            report([figures(["Shop.f() -> ()": 3, "Shop.g() -> ()": 2], left: 24)]))
        let exceeded = try #require(report.testBudgets?.first?.exceeded)
        #expect(exceeded.map { $0.sites.map(\.name.description) } == [["Shop.Item in g()"], ["Shop.Item in fill()"]])
        #expect(exceeded[0].sites.map(\.accepted) == [0])
        #expect(exceeded[1].sites.map(\.measured) == [24])
    }

    @Test func `A test that exceeds its budget once in three runs keeps it`() {
        let report = report([figures(["Shop.f() -> ()": 8])])
        func outcome(_ counts: [Int]) -> Outcome {
            judged([.allocations: 7], report, again: counts.map { [figures(["Shop.f() -> ()": $0])] }).outcome
        }
        #expect(outcome([7, 7]) == .clean)
        #expect(outcome([8, 7]) == .notClean)
        #expect(outcome([]) == .notClean)
        #expect(judged([.allocations: 7], report, again: [[], []]).testBudgets?.first?.units == 1)
    }

    @Test func `The processes of a test are added up`() {
        let both = [figures(["Shop.f() -> ()": 3], left: 8), figures(["Shop.f() -> ()": 4], left: 16)]
        let report = judged([.allocations: 0, .growth: 0], report(both))
        #expect(report.testBudgets?.first?.limits.map(\.measured) == [7, 24])
        #expect(report.testBudgets?.first?.limits.first?.sites.map(\.measured) == [7])
    }

    @Test func `A test that allocates nothing costs nothing, with or without its module`() {
        for module in ["ShopTests", nil] {
            let ran = RanTest(library: .xctest, module: module, path: ["CartTests", "total()"])
            let report = judged([.allocations: 0, .growth: 0], report([]), ran: [ran])
            #expect(report.testBudgets?.first?.limits.map(\.measured) == [0, 0])
            #expect(report.outcome == .clean)
        }
    }

    @Test func `The budget of a test that did not run is in a note, unless tests were selected`() {
        let other = RanTest(library: .xctest, module: "AppTests", path: ["CartTests", "total()"])
        let report = judged([.allocations: 0], report([]), ran: [other])
        #expect(report.testBudgets == [] && report.outcome == .clean)
        #expect(
            report.notes == ["1 budget not judged, because the test did not run: ShopTests.CartTests.total()"])
        #expect(judged([.allocations: 0], self.report([], launch: "swift test --filter X")).notes.isEmpty)
    }

    @Test func `A budget cannot be judged by an incomplete count, which fails the run`() {
        for allocations in [nil, [figures(["Shop.f() -> ()": 3], lost: 2)]] {
            let ran = RanTest(library: .testing, module: "ShopTests", path: ["CartTests", "total()"])
            let report = judged([.allocations: 100], report(allocations), ran: [ran])
            #expect(report.outcome == .failed && report.testBudgets == [])
        }
    }

    @Test func `A list of sites that is neither whole nor full is not accepted`() {
        var cut = figures(["Shop.f() -> ()": 3])
        #expect(BudgetedFigures(ofTest: [cut]).sites(\.highest).count == 1)
        cut.sitesLeftOut = 1
        #expect(BudgetedFigures(ofTest: [cut]).sites(\.highest).isEmpty)
        let sites = (0..<Budget.largestCount).map { ("Shop.f\($0)() -> ()", 2) }
        var full = figures(Dictionary(uniqueKeysWithValues: sites))
        full.sitesLeftOut = 1
        #expect(BudgetedFigures(ofTest: [full]).sites(\.highest).count == Budget.largestCount)
    }

    @Test func `A site in a macro has no line`() {
        let stack = stack(
            "closure #1 () -> Swift.Bool in freestanding macro expansion #1 of expect in module ShopTests file "
                + "Cart Tests.swift line 14 column 9 with unmangled suffix \"\"")
        let name = BudgetSiteName(.rawMemory, allocatedIn: stack).description
        #expect(!name.contains("line 14") && name.contains("macro expansion #1 of expect"), "\(name)")
    }

    @Test func `What tests left is kept in JSON`() throws {
        let figures = figures(["Shop.f() -> ()": 3], left: 24)
        let data = try JSONEncoder().encode(figures)
        #expect(try JSONDecoder().decode(AllocationFigures.self, from: data) == figures)
    }
}
