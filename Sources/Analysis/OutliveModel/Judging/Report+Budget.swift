/// The budget to compare a run with.
package struct BudgetRequest: Sendable {
    /// The entry of the name, or `nil` if the file has none.
    package var entry: Budget?
    package var name: String
    package var file: String

    package init(entry: Budget?, name: String, file: String) {
        (self.entry, self.name, self.file) = (entry, name, file)
    }
}

extension Report {
    /// Compares the run with a budget, in place of an earlier one: sets `budget`.
    ///
    /// A run that the budget could fail has failed if nothing was counted.
    ///
    /// - Complexity: O(n log n) in the number of sites.
    package mutating func judge(by request: BudgetRequest) {
        budget = nil
        guard let figures = budgetedFigures else {
            return refuse(budgetOf: request.name, because: "no unit of work was counted")
        }
        var review = BudgetReview(file: request.file, name: request.name, units: figures.units)
        if let entry = request.entry { compare(figures, with: entry, in: &review) }
        budget = review
    }

    /// Fails a run, if the budget could, because nothing is known of what it limits.
    mutating func refuse(budgetOf name: String, because reason: String) {
        let message = "the budget of \(name) is not judged: \(reason)"
        if plan.budget == .report { notes.append(message) }
        guard plan.budget == .fail, failures.isEmpty, !interrupted else { return }
        failures.append(Failure(.noCensus, message))
    }

    /// Adds the limits of an entry with what was measured to a review, and a note on each that was not.
    mutating func compare(_ figures: BudgetedFigures, with entry: Budget, in review: inout BudgetReview) {
        (review.line, review.reason, review.date) = (entry.line, entry.reason, entry.date)
        review.limits = figures.limits(of: entry)
        for figure in BudgetFigure.allCases
        where entry.limits[figure] != nil && !review.limits.contains(where: { $0.figure == figure }) {
            note("the \(figure.rawValue) of the budget of \(entry.name) was not measured")
        }
    }

    /// The figures of the subject that a budget can limit; `nil` if its allocations were not counted.
    package var budgetedFigures: BudgetedFigures? {
        let ofSubject = allocations?.first {
            $0.unit != .test && ($0.arm == nil || $0.arm == plan.subjectArm)
        }
        guard let figures = ofSubject else { return nil }
        return BudgetedFigures(figures, cycles: heap?.cycles ?? [], warmup: plan.warmup)
    }
}
