internal import OutliveSupport

/// The budgets to compare tests with.
package struct TestBudgets: Sendable {
    /// The entries of tests, each with another name; at least one.
    package var entries: [Budget]
    package var file: String

    package init(entries: [Budget], file: String) { (self.entries, self.file) = (entries, file) }

    /// The names of the tests, after their modules and a dot.
    package var names: Set<String> { Set(entries.map(\.name)) }
}

extension RanTest {
    /// Returns `true` if a budget names the test. Where the runner reports no module, any module does.
    package func isNamed(_ name: String) -> Bool {
        module.map { "\($0).\(self.name)" == name } ?? name.hasSuffix(".\(self.name)")
    }
}

extension Report {
    /// Compares tests with their budgets, in place of an earlier comparison: sets `testBudgets`.
    ///
    /// A test that allocated nothing costs nothing. A budget of a test that did not run is in a note, unless the run
    /// selected tests.
    ///
    /// - Parameters:
    ///   - ran: The tests of the run.
    ///   - again: The allocations of further runs of some tests.
    /// - Complexity: O(n log n) in the number of sites, and O(n) in the product of the numbers of tests and entries.
    package mutating func judge(by budgets: TestBudgets, ran: [RanTest], again: [[AllocationFigures]] = []) {
        let measured = ([allocations ?? []] + again).map(\.byTest)
        var reviews: [BudgetReview] = []
        var missing: [String] = []
        for entry in budgets.entries {
            let runs = measured.compactMap { $0[entry.name] }
            let found = runs.isEmpty ? ran.first { $0.isNamed(entry.name) } : nil
            guard let test = runs.first?.test ?? found.map({ LeakingTest($0, isCertain: true) }) else {
                missing.append(entry.name)
                continue
            }
            guard allocations != nil, runs.allSatisfy({ $0.lost == nil }) else {
                refuse(budgetOf: entry.name, because: "allocations were not counted, or counts found no room")
                continue
            }
            let figures = BudgetedFigures(ofTest: runs.isEmpty ? [.ofNothing] : runs)
            var review = BudgetReview(file: budgets.file, name: entry.name, test: test, units: figures.units)
            compare(figures, with: entry, in: &review)
            reviews.append(review)
        }
        if !missing.isEmpty, !plan.selectsTests { note(Self.note(onBudgetsOf: missing)) }
        reviews.sort { ($1.exceeded.count, $0.name) < ($0.exceeded.count, $1.name) }
        testBudgets = reviews
    }

    /// Adds a note, unless the report has it.
    mutating func note(_ text: String) {
        if !notes.contains(text) { notes.append(text) }
    }

    private static func note(onBudgetsOf tests: [String]) -> String {
        let names = tests.prefix(3).map { $0.onOneLine(upTo: 120) }.joined(separator: ", ")
        let more = tests.count > 3 ? " and \(tests.count - 3) more" : ""
        return "\(counted(tests.count, "budget")) not judged, because the test did not run: \(names)\(more)"
    }
}
