extension Shard {
    /// The record of a run.
    ///
    /// - Parameters:
    ///   - report: the report of the run alone.
    ///   - id: what tells it from others.
    ///   - summary: its summary line.
    init(of report: Report, id: String, summary: String) {
        self.init(
            id: id, startedAt: report.startedAt, machine: report.machine, toolchain: report.toolchain,
            plan: report.plan, isolation: report.isolation, comparison: report.comparison, ping: report.ping,
            slopes: report.slopes, soakCycles: report.soak.count, watch: report.watch,
            heapCycles: report.heap.map { $0.cycles.count { $0.cycle > 0 } }, stateSurvived: report.stateSurvived,
            fallbacks: report.fallbacks, outcome: report.outcome, summary: summary)
    }

    /// What two reports say of one run: a list of known leaks that was applied to one of them may tell them apart.
    func joined(with other: Shard) -> Shard {
        outcome == other.outcome ? anyOf(self, other) : outcome.isWorse(than: other.outcome) ? self : other
    }

    /// Whether the lower bound of its speed-up is under its gate; a gate without an interval fails.
    public var missesGate: Bool { plan.isMissed(by: comparison) }

    /// What grew over its soak, in a way that failed it.
    public var failingGrowth: [Slope] { plan.growth == .fail ? slopes.filter(\.grows) : [] }
}
