package import OutliveModel
internal import OutliveSupport

/// The change to a file of budgets after which the tests of a report keep their budgets.
package struct TestBudgetAcceptance {
    /// The file with the change.
    package let file: BudgetFile
    /// The result in lines for people.
    package let summary: String

    /// Adds the figures of tests to a file of budgets, or replaces the numbers of their entries, as
    /// `BudgetAcceptance` does for each.
    ///
    /// - Parameter tests: The figures of the tests by their names; if there are none, nothing is changed.
    /// - Throws: `YAMLError` if the form of the file does not allow the change.
    package init(
        of tests: [String: BudgetedFigures], in file: BudgetFile, _ terms: BudgetTerms
    ) throws(YAMLError) {
        var (changed, lines, unchanged) = (file, "", 0)
        let known = file.entries(of: .test).map(\.name).filter { tests[$0] != nil }
        for name in known + Set(tests.keys).subtracting(known).sorted() {
            guard let figures = tests[name] else { continue }
            let acceptance = try BudgetAcceptance(of: figures, of: .test, as: name, in: changed, terms)
            changed = acceptance.file
            if acceptance.isChange { lines += acceptance.summary } else { unchanged += 1 }
        }
        let path = file.path.onOneLine()
        if tests.isEmpty {
            lines =
                "nothing to accept: the report has none of the tests with a budget in \(path); add one with --name\n"
        } else if unchanged > 0 {
            let begin = lines.isEmpty ? "nothing to accept: " : ""
            let verb = unchanged == 1 ? "is" : "are"
            lines += "\(begin)\(counted(unchanged, "budget")) of tests in \(path) \(verb) what the report measured\n"
        }
        (self.file, summary) = (changed, lines)
    }
}
