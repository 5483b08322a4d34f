internal import OutliveModel
internal import OutliveSupport

extension BudgetReview {
    /// The exceeded limits in one line: `over budget: 44 allocations per cycle, budget 41 (+3)`, or `nil` without any.
    func complaint(per unit: AllocationFigures.Unit) -> String? {
        guard !exceeded.isEmpty else { return nil }
        return "over budget: \(exceeded.map { $0.words(per: unit) }.joined(separator: "; "))"
    }

    /// The result as a title: `Budget of app: exceeded`, `Budget of app: kept`.
    var title: String {
        let result = limits.isEmpty ? "none in \(oneLine(file))" : exceeded.isEmpty ? "kept" : "exceeded"
        return "Budget of \(oneLine(name)): \(result)"
    }

    /// The place of the budget, and the rule by which it is compared.
    func basis(per unit: AllocationFigures.Unit) -> String {
        guard !limits.isEmpty else { return "outlive budget accept REPORT writes what this run measured as the budget" }
        let place = oneLine(file) + (line.map { ":\($0)" } ?? "")
        let day = date.map { ", accepted on \($0)" } ?? ""
        let counted = test == nil ? unit.counted(units) : OutliveReport.counted(units, "run")
        // A test that keeps its budget runs once.
        let rule = units > 1 || test == nil ? "; a budget is compared with the median of \(counted)" : ""
        return place + day + rule
    }
}

extension Report {
    /// The result of the budgets as a title, or `nil` if none was judged.
    var budgetsTitle: String? { budget?.title ?? testBudgets?.title }
}

extension [BudgetReview] {
    /// The maximum number of exceeded budgets of tests that a line names.
    private static let named = 2

    /// The exceeded budgets of tests in one line: `over budget: CartTests.total(of:): 44 allocations, budget 41 (+3); and
    /// 2 more tests`, or `nil` without any.
    var complaint: String? {
        let exceeded = filter(\.isExceeded)
        guard !exceeded.isEmpty else { return nil }
        let tests = exceeded.prefix(Self.named).map { review in
            "\(review.testName): \(review.exceeded.map { $0.words(per: .test) }.joined(separator: "; "))"
        }
        let more = exceeded.count - tests.count
        let rest = more > 0 ? ["and \(counted(more, "more test"))"] : []
        return "over budget: \((tests + rest).joined(separator: "; "))"
    }

    /// The result of all tests as a title: `Budgets of tests: 1 exceeded, 4 kept`.
    var title: String {
        let exceeded = count(where: \.isExceeded)
        let results = [(exceeded, "exceeded"), (count - exceeded, "kept")].filter { $0.0 > 0 }
        return "Budgets of tests: " + (results.isEmpty ? "none" : results.map { "\($0) \($1)" }.joined(separator: ", "))
    }
}

extension BudgetReview {
    /// The name of the test without its module, or the name of the budget.
    fileprivate var testName: String { oneLine(test?.name ?? name) }

    /// What was measured of a kept budget in one line: `ShopTests.CartTests.total(of:): 41 allocations, budget 41`.
    func brief(per unit: AllocationFigures.Unit) -> String {
        "\(oneLine(name)): \(limits.map { $0.words(per: unit) }.joined(separator: "; "))"
    }
}

extension BudgetFigure {
    /// Returns a number of the figure: `44`, `12.3 kB`.
    func text(of number: Int) -> String { isSize ? bytesText(number) : grouped(number) }

    /// Returns a number with its noun: `44 allocations per cycle`, `1.06 MB at the peak`.
    ///
    /// The name of a test is beside its numbers.
    fileprivate func measured(_ number: Int, per unit: AllocationFigures.Unit) -> String {
        switch self {
        case .allocations where unit == .test: counted(number, "allocation")
        case .bytes where unit == .test: "\(bytesText(number)) allocated"
        case .growth where unit == .test: "\(bytesText(number)) left at the end"
        case .allocations: "\(counted(number, "allocation")) per \(unit.rawValue)"
        case .bytes: "\(bytesText(number)) allocated per \(unit.rawValue)"
        case .peak: "\(bytesText(number)) at the peak"
        case .growth: "\(bytesText(number)) left by each \(unit.rawValue)"
        }
    }
}

extension BudgetLimit {
    /// What was measured, and the budget: `44 allocations per cycle, budget 41 (+3)`.
    func words(per unit: AllocationFigures.Unit) -> String {
        let excess = isExceeded ? " (+\(figure.text(of: measured - budget)))" : ""
        return "\(figure.measured(measured, per: unit)), budget \(figure.text(of: budget))\(excess)"
    }

    /// The sites that exceed the limit, or else the largest ones, a line for each, after a heading if they need one.
    func siteLines(arrow: String = "→") -> [String] {
        guard !sites.isEmpty else {
            return isExceeded && figure == .growth ? ["the leaks of this report show what is left"] : []
        }
        let isCompared = sites.contains { $0.accepted != nil }
        let more = sitesLeftOut.map { ["and \(counted($0, "site")) more"] } ?? []
        return (isCompared ? [] : ["the largest sites:"]) + sites.map { $0.words(of: figure, arrow: arrow) } + more
    }
}

extension BudgetSite {
    /// The line of the allocation, or `nil` if the stack has none.
    var line: SourceLine? {
        stack.bestSymbol.flatMap { symbol in
            symbol.file.flatMap { file in symbol.line.map { SourceLine(file: file, line: $0) } }
        }
    }

    /// The site in one line: `+3 Swift.Array<App.Route> in RouteTable.match(_:) (Router.swift:81), 41 → 44`.
    func words(of figure: BudgetFigure, arrow: String = "→") -> String {
        let subject = oneLine(name.description) + (line.map { " (\(oneLine($0.description)))" } ?? "")
        let caller = stack.callerOfSite.map { ", called by \($0)" } ?? ""
        guard let accepted else { return "\(figure.text(of: measured)) \(subject)\(caller)" }
        let change = accepted == 0 ? "new" : "\(figure.text(of: accepted)) \(arrow) \(figure.text(of: measured))"
        return "+\(figure.text(of: excess)) \(subject), \(change)\(caller)"
    }

    /// Returns the place in the checkout of the allocation, or of its nearest caller; `nil` if neither lies in it.
    func place(in root: String) -> CheckoutPlace? {
        stack.userSymbols.lazy.compactMap { symbol in
            guard let file = symbol.file, let line = symbol.line else { return nil }
            return CheckoutPlace(SourceLine(file: file, line: line), in: root)
        }.first
    }
}
