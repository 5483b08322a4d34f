/// How much work all searches of one task may do together, so that no heap takes more time than another of its size.
///
/// It counts looks at nodes and references, not time: the same heap is told in the same way on every machine.
final class WorkBudget {
    /// How many looks were taken, those beyond the budget included.
    private(set) var used = 0
    /// How many there may be.
    let steps: Int

    /// Makes a budget.
    ///
    /// - Parameter steps: looks at nodes and references.
    init(steps: Int) { self.steps = steps }

    /// Whether any work may still be done.
    var isLeft: Bool { used < steps }

    /// Counts looks.
    func take(_ count: Int = 1) { used += count }
}
