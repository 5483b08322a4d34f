extension Shard {
    /// Creates the record of a run.
    ///
    /// - Parameters:
    ///   - report: the report of the run alone.
    ///   - id: the identifier of the run.
    ///   - summary: its summary line.
    init(of report: Report, id: String, summary: String) {
        self.init(
            id: id, startedAt: report.startedAt, machine: report.machine, toolchain: report.toolchain,
            plan: report.plan, isolation: report.isolation, comparison: report.comparison, ping: report.ping,
            slopes: report.slopes, soakCycles: report.soak.count, watch: report.watch,
            heapCycles: report.heap.map { $0.cycles.count { $0.cycle > 0 } }, stateSurvived: report.stateSurvived,
            fallbacks: report.fallbacks, outcome: report.outcome, summary: summary)
    }

    /// Joins two records of one run, which differ if a list of known leaks was applied to one of them.
    func joined(with other: Shard) -> Shard {
        outcome == other.outcome ? anyOf(self, other) : outcome.isWorse(than: other.outcome) ? self : other
    }

    /// `true` if the lower bound of the speed-up is below the gate, or if the gate has no interval to judge.
    package var missesGate: Bool { plan.isMissed(by: comparison) }

    /// The growth over the soak that failed the run.
    package var failingGrowth: [Slope] { plan.growth == .fail ? slopes.filter(\.grows) : [] }
}
