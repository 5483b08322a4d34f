import OutliveKnown
import OutliveModel
import Testing

struct BudgetAcceptanceTests {
    private let today = CalendarDay("2026-03-04")!

    /// Returns the figures of units whose numbers of allocations are the sums of the sites.
    private func figures(_ sites: [String: [Int]], bytes: Int = 5_432, peak: Int = 100_000) -> BudgetedFigures {
        let units = sites.values.first?.count ?? 1
        let sums = (0..<units).map { unit in sites.values.reduce(0) { $0 + $1[unit] } }
        return BudgetedFigures(
            AllocationFigures(
                units: units, blocks: Spread(sums), bytes: Spread([bytes]), temporary: .none,
                sites: sites.map { name, counts in
                    AllocationSite(
                        type: HeapType(name: name, kind: .object), stack: Backtrace(), blocks: counts,
                        bytes: [16])
                }, peakBytes: peak), cycles: [], warmup: 0)
    }

    private func accept(
        _ text: String, _ figures: BudgetedFigures, as name: String = "app", reason: String? = nil
    ) throws -> BudgetAcceptance {
        let file =
            try text.isEmpty
            ? BudgetFile(readingIfPresent: "/nowhere/budget.yml") : BudgetFile(path: "b.yml", checking: text)
        return try BudgetAcceptance(
            of: figures, as: name, in: file, BudgetTerms(day: today, reason: reason, usualReason: "the usual"))
    }

    private static let first = """
        # What a unit of work may cost; more fails the run. 'outlive budget accept' writes it.
        # The article Budgets in the documentation of Outlive explains the keys.
        budgets:
          - name: "app"
            allocations: 44
            bytes: 5.44kB
            peak: 105kB
            reason: "the usual"
            date: 2026-03-04
            sites:
              "App.A in unknown place": 41
              "App.B in unknown place": 3

        """

    @Test func `A missing file is created with all figures and the sites, most allocations first`() throws {
        let accepted = try accept("", figures(["App.A": [41, 41], "App.B": [3, 3]]))
        #expect(accepted.file.text == Self.first)
        #expect(
            accepted.summary
                == "added the budget of app to /nowhere/budget.yml: allocations 44, bytes 5.44kB, peak 105kB\n")
    }

    @Test func `The same report has nothing to accept`() throws {
        let again = try accept(Self.first, figures(["App.A": [41, 41], "App.B": [3, 3]]))
        #expect(again.file.text == Self.first)
        #expect(again.summary.hasPrefix("nothing to accept"), "\(again.summary)")
    }

    @Test func `A raised budget gets a reason and the day, and the change names the sites`() throws {
        let raised = try accept(
            Self.first, figures(["App.A": [44, 44], "App.C": [2, 2]], bytes: 6_000), reason: "routes by method")
        #expect(
            raised.summary == """
                changed b.yml:4, the budget of app:
                  raised allocations 44 -> 46
                  raised bytes 5.44kB -> 6kB
                  +3 App.A in unknown place
                  +2 App.C in unknown place
                  -3 App.B in unknown place
                  reason "routes by method"

                """)
        #expect(
            raised.file.text
                == Self.first.replacing("allocations: 44", with: "allocations: 46").replacing("5.44kB", with: "6kB")
                .replacing("the usual", with: "routes by method").replacing("place\": 41", with: "place\": 44")
                .replacing("App.B in unknown place\": 3", with: "App.C in unknown place\": 2"))
    }

    @Test func `A budget that got better is lowered and keeps its reason`() throws {
        let text = Self.first.replacing("the usual", with: "ours")
        let lowered = try accept(text, figures(["App.A": [40, 40], "App.B": [3, 3]]))
        #expect(lowered.summary.contains("lowered allocations 44 -> 43"), "\(lowered.summary)")
        #expect(lowered.file.entry(of: "app")?.limits[.allocations] == 43)
        #expect(lowered.file.entry(of: "app")?.reason == "ours")
    }

    @Test func `Comments, order and the choice of figures stay, and what is missing is added`() throws {
        let text = """
            # ours
            budgets:
            - peak: 12kB # measured at night
              # two of them
              name: app
              allocations: 7 # by hand
              # the end
            - name: other
              growth: 0 # never
            """
        let changed = try accept(text, figures(["App.A": [9]]), reason: "more").file
        #expect(
            changed.text == """
                # ours
                budgets:
                - peak: 105kB # measured at night
                  # two of them
                  name: app
                  allocations: 9 # by hand
                  reason: "more"
                  date: 2026-03-04
                  sites:
                    "App.A in unknown place": 9
                  # the end
                - name: other
                  growth: 0 # never
                """)
    }

    @Test func `The comment of a removed site stays, and new sites follow`() throws {
        let text = Self.first.replacing("place\": 3", with: "place\": 3 # why \"so\"").replacing("\n", with: "\r\n")
        let changed = try accept(text, figures(["App.A": [41], "App.Z": [3]])).file
        #expect(
            changed.text.hasSuffix(
                "\"App.A in unknown place\": 41\r\n      \"App.Z in unknown place\": 3\r\n      # why \"so\"\r\n"),
            "\(changed.text)")
        let none = try accept(text, figures(["App.A": [0]])).file
        #expect(none.text.hasSuffix("date: 2026-03-04\r\n      # why \"so\"\r\n"), "\(none.text)")
    }

    @Test func `Another name is added below`() throws {
        let added = try accept(Self.first, figures(["App.A": [1]]), as: "App.Tests/b()").file
        #expect(added.entries.map(\.name) == ["app", "App.Tests/b()"])
        #expect(added.text.hasPrefix(Self.first))
    }

    @Test func `A number that varies is accepted up to its highest`() throws {
        func accepted(_ counts: [Int]) throws -> Int? {
            try accept("", figures(["App.A": counts])).file.entry(of: "app")?.limits[.allocations]
        }
        #expect(try accepted([100, 100, 100]) == 100)
        #expect(try accepted([100, 100, 103]) == 103)
        #expect(try accepted([100, 100, 900]) == 900)
        #expect(try accepted([3, 3, 9]) == 9)
        #expect(try accepted([0, 0, 0]) == 0)
    }

}
