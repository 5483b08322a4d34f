import OutliveKnown
import OutliveModel
import Testing

struct TestBudgetAcceptanceTests {
    private let terms = BudgetTerms(day: CalendarDay("2026-03-04")!, reason: nil, usualReason: "the usual")

    /// Returns the figures of a test by the numbers of allocations in its runs.
    private func figures(_ counts: Int..., left: Int = 16) -> BudgetedFigures {
        BudgetedFigures(
            ofTest: counts.map { count in
                var figures = AllocationFigures(
                    units: 1, blocks: Spread([count]), bytes: Spread([10 * count]), temporary: .none,
                    sites: [
                        AllocationSite(
                            type: HeapType(name: "App.A", kind: .object), stack: Backtrace(), blocks: [count],
                            bytes: [10 * count])
                    ])
                (figures.unit, figures.left) = (.test, LeftMemory(bytes: left))
                return figures
            })
    }

    private func accept(_ tests: [String: BudgetedFigures], _ text: String? = nil) throws -> TestBudgetAcceptance {
        let file =
            try text.map { try BudgetFile(path: "b.yml", checking: $0) }
            ?? BudgetFile(readingIfPresent: "/nowhere/budget.yml")
        return try TestBudgetAcceptance(of: tests, in: file, terms)
    }

    @Test func `Tests are added in the order of their names, without a peak`() throws {
        let accepted = try accept(["Shop.B.b()": figures(3), "Shop.a()": figures(7)])
        #expect(
            accepted.file.text == """
                # What a unit of work may cost; more fails the run. 'outlive budget accept' writes it.
                # The article Budgets in the documentation of Outlive explains the keys.
                budgets:
                  - test: "Shop.B.b()"
                    allocations: 3
                    bytes: 30B
                    growth: 16B
                    reason: "the usual"
                    date: 2026-03-04
                    sites:
                      "App.A in unknown place": 3
                  - test: "Shop.a()"
                    allocations: 7
                    bytes: 70B
                    growth: 16B
                    reason: "the usual"
                    date: 2026-03-04
                    sites:
                      "App.A in unknown place": 7

                """)
        #expect(accepted.summary.split(separator: "\n").count == 2)
    }

    @Test func `Each entry is changed at its place, and those that are met are counted`() throws {
        let before = try accept(["Shop.a()": figures(7), "Shop.b()": figures(3), "Shop.c()": figures(1)]).file.text
        let accepted = try accept(["Shop.a()": figures(9), "Shop.b()": figures(3), "Shop.c()": figures(0)], before)
        #expect(
            accepted.summary == """
                changed b.yml:4, the budget of Shop.a():
                  raised allocations 7 -> 9
                  raised bytes 70B -> 90B
                  +2 App.A in unknown place
                changed b.yml:20, the budget of Shop.c():
                  lowered allocations 1 -> 0
                  lowered bytes 10B -> 0B
                  -1 App.A in unknown place
                1 budget of tests in b.yml is what the report measured

                """)
        #expect(accepted.file.entry(of: "Shop.a()", as: .test)?.limits[.allocations] == 9)
        #expect(accepted.file.entries(of: .test).map(\.line) == [4, 12, 20])
        let again = try accept(["Shop.b()": figures(3)], before)
        #expect(again.summary == "nothing to accept: 1 budget of tests in b.yml is what the report measured\n")
        #expect(try accept([:], before).summary.hasPrefix("nothing to accept: the report has none of the tests"))
    }

    @Test func `Of several runs the highest numbers are accepted, for each site too`() throws {
        let accepted = try accept(["Shop.a()": figures(7, 9, 8, left: 0)])
        let entry = try #require(accepted.file.entry(of: "Shop.a()", as: .test))
        #expect(entry.limits == [.allocations: 9, .bytes: 90, .growth: 0])
        #expect(entry.sites == [BudgetSiteName("App.A in unknown place"): 9])
    }

    @Test func `The choice of figures of an entry stays, and a program of the same name is another entry`() throws {
        let text = "budgets:\n- name: a\n  allocations: 1\n- test: a\n  growth: 0 # nothing\n"
        let accepted = try accept(["a": figures(7)], text)
        #expect(accepted.file.entry(of: "a")?.limits == [.allocations: 1])
        #expect(accepted.file.entry(of: "a", as: .test)?.limits == [.growth: 16])
        #expect(accepted.file.text.contains("growth: 16B # nothing"))
    }
}
