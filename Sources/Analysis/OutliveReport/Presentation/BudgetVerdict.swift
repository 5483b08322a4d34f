internal import OutliveModel

extension Presentation {
    /// The exceeded limits in one line, or in a merged report the number of runs that they fail; `nil` without any.
    var budgetDescription: String? {
        guard !isMerged else {
            let failing = report.shards.count { $0.failingBudget != nil }
            return failing > 0 ? "over budget in \(counted(failing, "run"))" : nil
        }
        return report.budget?.complaint(per: report.unitOfAllocations)
    }

    /// Returns the place in the checkout of the site that exceeds a limit most, or of the first leak if a cycle leaves
    /// too much; `nil` if none lies in it.
    func place(of limit: BudgetLimit) -> CheckoutPlace? {
        // More allocations are also more bytes, so the sites of the one stand for the other.
        let sites = limit.figure == .bytes ? report.budget?.exceeded.flatMap(\.sites) ?? [] : limit.sites
        let site = sites.lazy.compactMap { $0.place(in: options.root) }.first
        return site ?? (limit.figure == .growth ? growing.lazy.compactMap { $0.place(in: options.root) }.first : nil)
    }

    /// The line of the budget in the checkout, or `nil` if its file lies elsewhere.
    var budgetPlace: CheckoutPlace? {
        guard let budget = report.budget, let path = relative(budget.file, to: options.root) else { return nil }
        return CheckoutPlace(path: path, line: budget.line ?? 1)
    }

    /// The exceeded limits, each with the lines of its sites.
    var exceededLimits: [(limit: BudgetLimit, title: String, details: [String])] {
        guard let budget = report.budget else { return [] }
        let unit = report.unitOfAllocations
        return budget.exceeded.map { limit in
            let reason = budget.reason.map { ["reason of the budget: \(oneLine($0))"] } ?? []
            return (
                limit, "Over the budget of \(oneLine(budget.name)): \(limit.words(per: unit))",
                limit.siteLines() + reason + [budget.basis(per: unit)]
            )
        }
    }
}
