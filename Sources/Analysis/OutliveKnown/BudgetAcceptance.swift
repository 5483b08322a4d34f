package import OutliveModel
internal import OutliveSupport

/// What an accepted budget says besides its numbers.
package struct BudgetTerms {
    /// The present day.
    let day: CalendarDay
    /// The reason, or `nil` to keep the reason of an entry whose numbers are not raised.
    let reason: String?
    /// The reason of a new or raised entry if none is given.
    let usualReason: String

    package init(day: CalendarDay, reason: String?, usualReason: String) {
        (self.day, self.reason, self.usualReason) = (day, reason, usualReason)
    }
}

/// The change to a file of budgets after which a report keeps its budget.
package struct BudgetAcceptance {
    /// The file with the change.
    package let file: BudgetFile
    /// The result in lines for people.
    package let summary: String
    /// `true` if the file has changed.
    let isChange: Bool

    /// Adds the figures of a report to a file of budgets, or replaces the numbers of its entry.
    ///
    /// An entry keeps its choice of figures; a new one has all that were measured. A number that varies by unit is
    /// accepted up to its highest, at most 5 % above the median; growth up to its highest; a peak, which depends on
    /// timing, 5 % above.
    ///
    /// - Parameters:
    ///   - figures: The figures of the report.
    ///   - subject: The kind of work that the figures are of.
    ///   - name: The name of the entry.
    /// - Throws: `YAMLError` if the form of the file does not allow the change.
    package init(
        of figures: BudgetedFigures, of subject: Budget.Subject = .work, as name: String, in file: BudgetFile,
        _ terms: BudgetTerms
    ) throws(YAMLError) {
        let path = file.path.onOneLine()
        let sites = figures.sites(\.highest)
        guard let old = file.entry(of: name, as: subject) else {
            let entry = Budget(
                of: subject, name: name, limits: figures.accepted, reason: terms.reason ?? terms.usualReason,
                date: terms.day, sites: sites)
            (self.file, isChange) = (try file.adding(entry), true)
            summary = "added the budget of \(name) to \(path): \(entry.words)\n"
            return
        }
        var new = old
        for (figure, number) in figures.accepted where old.limits[figure] != nil { new.limits[figure] = number }
        if old.limits[.allocations] != nil { new.sites = sites }
        let isRaised = BudgetFigure.allCases.contains { new.limits[$0] ?? 0 > old.limits[$0] ?? 0 }
        new.reason = terms.reason ?? (isRaised ? terms.usualReason : old.reason)
        guard new != old else {
            (self.file, isChange) = (file, false)
            summary = "nothing to accept: the budget of \(name) in \(path) is what the report measured\n"
            return
        }
        new.date = terms.day
        (self.file, isChange) = (try file.changing(old, to: new), true)
        let lines = ["changed \(path):\(old.line ?? 1), the budget of \(name):"] + old.changes(to: new)
        summary = lines.joined(separator: "\n  ") + "\n"
    }
}

extension BudgetedFigures {
    /// The numbers to accept, of all figures that were measured.
    fileprivate var accepted: [BudgetFigure: Int] {
        var numbers: [BudgetFigure: Int] = [:]
        for figure in BudgetFigure.allCases {
            guard let spread = spread(of: figure) else { continue }
            switch figure {
            // Whatever a cycle of the accepted run needed, a later median of the same build may be.
            case .allocations: numbers[figure] = spread.highest
            case .bytes: numbers[figure] = spread.highest.roundedUp
            case .growth: numbers[figure] = max(0, spread.highest).roundedUp
            case .peak: numbers[figure] = (spread.median + spread.median / 20).roundedUp
            }
        }
        return numbers
    }
}

extension Int {
    /// The number rounded up to three significant digits, which a person can read.
    fileprivate var roundedUp: Int {
        var unit = 1
        while self / unit >= 1000 { unit *= 10 }
        return (self + unit - 1) / unit * unit
    }
}

extension Budget {
    /// Returns the changes to other values, a line for each figure and for each site with another number.
    fileprivate func changes(to new: Budget) -> [String] {
        var lines: [String] = []
        for figure in BudgetFigure.allCases {
            guard let number = new.limits[figure], let old = limits[figure], number != old else { continue }
            let verb = number > old ? "raised" : "lowered"
            lines.append("\(verb) \(figure.rawValue) \(figure.text(old)) -> \(figure.text(number))")
        }
        let names = Set(sites.keys).union(new.sites.keys)
        let changed = names.map { (name: $0, by: (new.sites[$0] ?? 0) - (sites[$0] ?? 0)) }.filter { $0.by != 0 }
            .sorted { ($1.by, $0.name) < ($0.by, $1.name) }
        // Without earlier numbers every site would be new.
        if !sites.isEmpty { lines += changed.map { "\($0.by > 0 ? "+" : "")\($0.by) \($0.name)" } }
        if reason != new.reason { lines.append("reason \"\(new.reason?.onOneLine() ?? "")\"") }
        return lines.isEmpty ? ["kept, with the sites of the report"] : lines
    }
}
