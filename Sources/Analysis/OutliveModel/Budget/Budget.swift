/// The costs that a budget limits, in the order of reports.
package enum BudgetFigure: String, Codable, Hashable, Sendable, CaseIterable {
    /// The number of blocks that a unit of work allocates.
    case allocations
    /// The number of bytes that a unit of work allocates.
    case bytes
    /// The highest number of bytes that were alive at the same time.
    case peak
    /// The number of bytes that a unit of work leaves behind.
    case growth

    /// `true` if it is a number of bytes.
    package var isSize: Bool { self != .allocations }

    /// `true` if it is counted for each unit of work, as opposed to once for the process.
    package var isPerUnit: Bool { self != .peak }
}

/// The accepted cost of a program, of its work or of a test: one entry of `outlive.budget.yml`.
package struct Budget: Hashable, Sendable {
    /// The kind of work that a budget limits.
    package enum Subject: Hashable, Sendable {
        /// A cycle of a program.
        case work
        /// One run of a test.
        case test

        /// The figures that can be measured. A process runs several tests, so that none has a peak of its own.
        package var figures: [BudgetFigure] { BudgetFigure.allCases.filter { self == .work || $0 != .peak } }
    }

    package var subject: Subject
    /// The name of the program or of its work; of a test the name after its module and a dot.
    package var name: String
    /// The highest allowed numbers; a figure without one is not judged.
    package var limits: [BudgetFigure: Int]
    /// The reason for these numbers; `nil` if none was written.
    package var reason: String?
    /// The day, in UTC, on which the numbers were accepted; `nil` if none was written.
    package var date: CalendarDay?
    /// The numbers of allocations by site when they were accepted, by which a breach names new ones; empty if none were
    /// kept.
    package var sites: [BudgetSiteName: Int]
    /// The line of the file on which the entry begins, from 1; `nil` if it is not from a file.
    package var line: Int?

    /// The maximum number of sites that an entry keeps: those with most allocations.
    package static let largestCount = 50

    package init(
        of subject: Subject = .work, name: String, limits: [BudgetFigure: Int], reason: String? = nil,
        date: CalendarDay? = nil, sites: [BudgetSiteName: Int] = [:], line: Int? = nil
    ) {
        (self.subject, self.name, self.limits, self.reason) = (subject, name, limits, reason)
        (self.date, self.sites, self.line) = (date, sites, line)
    }

    /// The entry without its place in a file, which edits of other entries change.
    package var withoutLine: Budget {
        var entry = self
        entry.line = nil
        return entry
    }

    /// The number of allocations above which a site without a number in the entry is new or has grown.
    ///
    /// Without a full list it is 0: every site was kept.
    var unlistedCount: Int { sites.count < Self.largestCount ? 0 : sites.values.min() ?? 0 }
}
