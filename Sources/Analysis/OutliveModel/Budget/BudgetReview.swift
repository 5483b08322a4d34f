/// The result of comparing a run, or a test of it, with a budget.
package struct BudgetReview: Codable, Hashable, Sendable {
    package var file: String
    /// The name by which the budget was searched in the file.
    package var name: String
    /// The test that the budget limits; `nil` for the budget of a cycle.
    package var test: LeakingTest?
    /// The number of counted units of work, for whose median a budget holds.
    package var units: Int
    /// The line of the entry in the file; `nil` if the file has none of this name.
    package var line: Int?
    package var reason: String?
    /// The day on which the budget was accepted; `nil` if it is not written.
    package var date: CalendarDay?
    /// The limits of the entry, each with what was measured; empty if the file has no entry of this name.
    package var limits: [BudgetLimit] = []

    package init(
        file: String, name: String, test: LeakingTest? = nil, units: Int, line: Int? = nil, reason: String? = nil,
        date: CalendarDay? = nil, limits: [BudgetLimit] = []
    ) {
        (self.file, self.name, self.test, self.units, self.line) = (file, name, test, units, line)
        (self.reason, self.date, self.limits) = (reason, date, limits)
    }

    /// The limits that the run exceeds.
    package var exceeded: [BudgetLimit] { limits.filter(\.isExceeded) }
    package var isExceeded: Bool { limits.contains(where: \.isExceeded) }
}

/// A limit of a budget with what a run measured.
package struct BudgetLimit: Codable, Hashable, Sendable {
    package var figure: BudgetFigure
    /// The highest allowed number.
    package var budget: Int
    /// The median of the counted units; of the peak the only number.
    package var measured: Int
    /// The sites that exceed the budget, or else the largest ones, most first; empty if the budget is kept.
    package var sites: [BudgetSite]
    /// The number of further sites that exceed it; `nil` without any.
    package var sitesLeftOut: Int?

    /// The maximum number of sites of a limit in a report.
    package static let largestCount = 20

    package init(
        figure: BudgetFigure, budget: Int, measured: Int, sites: [BudgetSite] = [], sitesLeftOut: Int? = nil
    ) {
        (self.figure, self.budget, self.measured) = (figure, budget, measured)
        (self.sites, self.sitesLeftOut) = (sites, sitesLeftOut)
    }

    package var isExceeded: Bool { measured > budget }
}

/// A site behind an exceeded limit.
package struct BudgetSite: Codable, Hashable, Sendable {
    package var name: BudgetSiteName
    /// The stack of most of its allocations.
    package var stack: Backtrace
    /// The number that was accepted, 0 for a new site; `nil` if the budget has no numbers of sites.
    package var accepted: Int?
    /// The median of the counted units, in the unit of the limit.
    package var measured: Int

    package init(name: BudgetSiteName, stack: Backtrace, accepted: Int? = nil, measured: Int) {
        (self.name, self.stack, self.accepted, self.measured) = (name, stack, accepted, measured)
    }

    /// The number beyond the accepted one.
    package var excess: Int { measured - (accepted ?? 0) }
}
