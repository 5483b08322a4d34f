internal import OutliveModel

extension Presentation {
    /// The exceeded limits in one line, or in a merged report the number of runs that they fail; `nil` without any.
    var budgetDescription: String? {
        guard !isMerged else {
            let failing = report.shards.count { $0.failingBudget != nil }
            return failing > 0 ? "over budget in \(counted(failing, "run"))" : nil
        }
        return report.budget?.complaint(per: report.unitOfAllocations) ?? report.testBudgets?.complaint
    }

    /// Returns the place in the checkout of the site that exceeds a limit most, or of the first leak if a cycle leaves
    /// too much, or of the test; `nil` if none lies in it.
    func place(of limit: BudgetLimit, in budget: BudgetReview) -> CheckoutPlace? {
        // More allocations are also more bytes, so the sites of the one stand for the other.
        let sites = limit.figure == .bytes ? budget.exceeded.flatMap(\.sites) : limit.sites
        if let site = sites.lazy.compactMap({ $0.place(in: options.root) }).first { return site }
        if let test = budget.test { return test.place(in: options.root) }
        return limit.figure == .growth ? growing.lazy.compactMap { $0.place(in: options.root) }.first : nil
    }

    /// Returns the line of a budget in the checkout, or `nil` if its file lies elsewhere.
    private func place(of budget: BudgetReview) -> CheckoutPlace? {
        relative(budget.file, to: options.root).map { CheckoutPlace(path: $0, line: budget.line ?? 1) }
    }

    /// The exceeded limits of all budgets.
    var exceededLimits: [ExceededLimit] {
        let unit = report.unitOfAllocations
        return report.budgets.flatMap { budget in
            budget.exceeded.map { limit in
                let reason = budget.reason.map { ["reason of the budget: \(oneLine($0))"] } ?? []
                return ExceededLimit(
                    budget: budget, limit: limit,
                    title: "Over the budget of \(oneLine(budget.name)): \(limit.words(per: unit))",
                    details: limit.siteLines() + reason + [budget.basis(per: unit)],
                    place: place(of: limit, in: budget) ?? place(of: budget))
            }
        }
    }
}

/// An exceeded limit of a budget in words, with the lines of its sites.
struct ExceededLimit {
    var budget: BudgetReview
    var limit: BudgetLimit
    var title: String
    var details: [String]
    /// The place in the checkout of the site that exceeds it most, or of the budget; `nil` if neither lies in it.
    var place: CheckoutPlace?
}
