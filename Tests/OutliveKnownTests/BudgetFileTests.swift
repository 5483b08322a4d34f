import OutliveKnown
import OutliveModel
import Testing

struct BudgetFileTests {
    private static let whole = """
        # ours
        budgets:
          - name: app # the service
            allocations: 44
            bytes: 5.44kB
            peak: 3 MB
            growth: 0
            reason: "see #7: next"
            date: 2026-03-04
            sites:
              "Swift.Array<App.Route> in RouteTable.match(_:)": 41 # known
              raw memory in f(): 3
          - {name: "App.Tests/b()", growth: 12}

        """

    @Test func `Every key is read`() throws {
        let file = try BudgetFile(path: "b.yml", checking: Self.whole)
        let entry = try #require(file.entry(of: "app"))
        #expect(entry.limits == [.allocations: 44, .bytes: 5_440, .peak: 3_000_000, .growth: 0])
        #expect(entry.reason == "see #7: next" && entry.date == CalendarDay("2026-03-04") && entry.line == 3)
        #expect(
            entry.sites == [
                BudgetSiteName("Swift.Array<App.Route> in RouteTable.match(_:)"): 41,
                BudgetSiteName("raw memory in f()"): 3,
            ])
        #expect(file.entry(of: "App.Tests/b()")?.limits == [.growth: 12])
        #expect(file.entry(of: "else") == nil)
        #expect(
            file.listing == """
                b.yml:3: app: allocations 44, bytes 5.44kB, peak 3MB, growth 0B, since 2026-03-04
                  reason: see #7: next
                b.yml:13: App.Tests/b(): growth 12B
                b.yml has 2 budgets

                """)
    }

    @Test(arguments: [
        ("", "b.yml:1: the file is empty: write 'budgets:'"),
        ("[]", "b.yml:1: this is not a list of budgets"),
        ("leaks: []", "b.yml:1: 'leaks' is not known here: the only key is 'budgets'"),
        ("budgets: 3", "b.yml:1: 'budgets' must be a list: write '- name: …'"),
        ("budgets:\n- 3", "b.yml:2: an entry must be a mapping"),
        (
            "budgets:\n- name: a\n  alloc: 3",
            "b.yml:3: 'alloc' is not known in an entry: the keys are name, test, allocations"
        ),
        ("budgets:\n- name: a\n  name: b\n  growth: 0", "'name' is given more than once"),
        ("budgets:\n- allocations: 3", "b.yml:2: there is no 'name'"),
        ("budgets:\n- test: A.b()\n  name: a\n  growth: 0", "b.yml:3: an entry has a 'name' or a 'test', and not both"),
        ("budgets:\n- test: A.b()\n  peak: 3kB", "b.yml:3: a test has no peak of its own"),
        (
            "budgets:\n- test: A.b()\n  date: 2026-01-01",
            "b.yml:2: the entry limits nothing: write one of allocations, bytes, growth"
        ),
        ("budgets:\n- test: a\n  growth: 0\n- test: a\n  bytes: 1", "b.yml:4: the budget of 'a' is in line 2 already"),
        ("budgets:\n- name: a\n  reason: x", "b.yml:2: the entry limits nothing: write one of allocations, bytes"),
        ("budgets:\n- name: a\n  allocations: -3", "b.yml:3: '-3' is not a number of allocations"),
        ("budgets:\n- name: a\n  allocations: 3kB", "b.yml:3: '3kB' is not a number of allocations"),
        ("budgets:\n- name: a\n  allocations: 9999999999999999999", "is not a number of allocations"),
        ("budgets:\n- name: a\n  allocations:", "b.yml:3: 'allocations' is empty"),
        ("budgets:\n- name: a\n  allocations: ~", "b.yml:3: there is no value"),
        ("budgets:\n- name: a\n  allocations: [1]", "b.yml:3: 'allocations' must be one text"),
        ("budgets:\n- name: a\n  bytes: -1kB", "b.yml:3: '-1kB' is not a size: write bytes from 0, such as 12kB"),
        ("budgets:\n- name: a\n  peak: 12 parsecs", "b.yml:3: '12 parsecs' is not a size"),
        ("budgets:\n- name: a\n  growth: 0\n  date: soon", "b.yml:4: 'soon' is not a date"),
        ("budgets:\n- name: a\n  growth: 0\n- name: a\n  peak: 1", "b.yml:4: the budget of 'a' is in line 2 already"),
        ("budgets:\n- name: \"a\\e[31m\"\n  growth: 0", "b.yml:2: a name must have at most 300 characters"),
        ("budgets:\n- name: a\n  growth: 0\n  sites: 3", "b.yml:4: 'sites' must be a mapping of names to numbers"),
        ("budgets:\n- name: a\n  growth: 0\n  sites:\n    x: -1", "b.yml:5: '-1' is not a number of allocations"),
        ("budgets:\n- name: a\n  growth: 0\n  sites:\n    x: 1\n    x: 2", "'x' is given more than once"),
        ("budgets:\n- name: a\n  growth: 0\n  sites:\n    \"x\\0\": 1", "b.yml:5: a name must have"),
        ("budgets:\n- name: &x a\n  growth: 0\n  reason: *x", "b.yml:4: '*x' is a YAML alias, which is refused"),
        ("budgets:\n- name: [", "this is not YAML"),
    ])
    func `A wrong file is refused with place, reason and remedy on one line`(text: String, reason: String) throws {
        let error = try #require(throws: YAMLError.self) { try BudgetFile(path: "b.yml", checking: text) }
        #expect(error.description.contains(reason), "\(error)")
        #expect(!error.description.contains("\n"))
        #expect(!error.description.contains("\u{1B}"))
    }

    @Test func `A test and a program may have the same name`() throws {
        let text = "budgets:\n- name: a\n  growth: 0\n- test: a\n  allocations: 3\n"
        let file = try BudgetFile(path: "b.yml", checking: text)
        #expect(file.entry(of: "a")?.limits == [.growth: 0])
        #expect(file.entry(of: "a", as: .test)?.limits == [.allocations: 3])
        #expect(file.entries(of: .test).map(\.line) == [4])
        #expect(file.listing == "b.yml:2: a: growth 0B\nb.yml:4: test a: allocations 3\nb.yml has 2 budgets\n")
    }

    @Test(arguments: ["budgets:\n", "budgets: []\n"])
    func `A list without entries is read`(text: String) throws {
        #expect(try BudgetFile(path: "b.yml", checking: text).entries == [])
    }
}
