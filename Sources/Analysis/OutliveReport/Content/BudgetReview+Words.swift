internal import OutliveModel

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
        return "\(place)\(day); a budget is compared with the median of \(unit.counted(units))"
    }
}

extension BudgetFigure {
    /// Returns a number of the figure: `44`, `12.3 kB`.
    func text(of number: Int) -> String { isSize ? bytesText(number) : "\(number)" }

    /// Returns a number with its noun: `44 allocations per cycle`, `1.06 MB at the peak`.
    fileprivate func measured(_ number: Int, per unit: AllocationFigures.Unit) -> String {
        switch self {
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
    /// The site in one line: `+3 Swift.Array<App.Route> in RouteTable.match(_:) (Router.swift:81), 41 → 44`.
    func words(of figure: BudgetFigure, arrow: String = "→") -> String {
        let line = stack.bestSymbol.flatMap { symbol in
            symbol.file.flatMap { file in symbol.line.map { SourceLine(file: file, line: $0) } }
        }
        let calls = stack.calls.dropFirst().first { $0.line != nil && $0.name != stack.calls.first?.name }
        let subject = oneLine(name.description) + (line.map { " (\(oneLine($0.description)))" } ?? "")
        let caller = calls.map { ", called by \(oneLine($0.name))" } ?? ""
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
