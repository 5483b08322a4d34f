/// The work that all searches of one analysis can do together, so that its duration depends only on the size of the
/// heap.
///
/// It counts visits of nodes and references, not time, so that a heap gets the same result on every machine.
final class WorkBudget {
    /// The number of steps taken, including those beyond the budget.
    private(set) var used = 0
    /// The number of steps allowed.
    let steps: Int

    /// Creates a budget.
    ///
    /// - Parameter steps: The number of visits of nodes and references.
    init(steps: Int) { self.steps = steps }

    /// `true` if the budget is not used up.
    var isLeft: Bool { used < steps }

    func take(_ count: Int = 1) { used += count }
}
