/// One of the runs in a merged report, with the data that is never mixed with another run's.
package struct Shard: Codable, Hashable, Sendable {
    /// The digest of the run's report, which identifies the run and prevents counting it twice.
    package var id: String
    package var startedAt: String
    /// The host name of the machine that ran it, or `nil` if it is unknown.
    package var host: String?
    package var machine: Machine
    /// The version of Swift that built the application, or `nil` if it is unknown.
    package var toolchain: String?
    package var plan: Plan
    package var isolation: Isolation
    /// The comparison of the arms in this run; `nil` if no block was completed.
    package var comparison: Comparison?
    /// The cost of the transport; `nil` if the application cannot be pinged.
    package var ping: Summary?
    /// The change of each metric over the soak.
    package var slopes: [Slope]
    package var soakCycles: Int
    package var watch: Watch
    /// The number of cycles that the heap tier recorded; `nil` if it was off.
    package var heapCycles: Int?
    /// `true` if the state after its resets differed from that after a launch in a way that failed the run.
    package var stateSurvived: Bool
    /// The number of failed resets that a relaunch replaced.
    package var fallbacks: Int
    package var outcome: Outcome
    package var summary: String
    /// The number of tasks that nothing can resume, if they fail the run; otherwise `nil`.
    package var failingStuckTasks: Int?
    /// `true` if it was stopped early; otherwise `nil`, as in the records of earlier versions.
    package var interrupted: Bool?
    /// The figures of a run of tests; `nil` in every other run.
    package var tests: TestFigures?
    /// The figures of leaks that another program listed; `nil` in every other run.
    package var listed: ListedFigures?
    /// The number of variables that tests left changed, if they fail the run; otherwise `nil`.
    package var failingPollution: Int?
    /// The number of exceeded limits of budgets, if they fail the run; otherwise `nil`.
    package var failingBudget: Int?
}

extension Shard {
    /// Creates the record of a run from the report of that run alone.
    init(of report: Report, id: String = "", outcome: Outcome = .clean, summary: String = "") {
        let differs = report.plan.fidelity == .fail && report.fidelity?.failing.isEmpty == false
        self.init(
            id: id, startedAt: report.startedAt, host: report.host, machine: report.machine,
            toolchain: report.toolchain, plan: report.plan, isolation: report.isolation, comparison: report.comparison,
            ping: report.ping, slopes: report.slopes, soakCycles: report.soak.count, watch: report.watch,
            heapCycles: report.heap.map { $0.cycles.count { $0.cycle > 0 } },
            stateSurvived: !report.stateDifferences.isEmpty || differs, fallbacks: report.fallbacks, outcome: outcome,
            summary: summary, failingStuckTasks: report.failsByStuckTasks ? report.stuckTaskCount : nil,
            interrupted: report.interrupted ? true : nil, tests: report.tests,
            listed: report.listed,
            failingPollution: report.failsByPollution ? report.pollution?.failing.count : nil,
            failingBudget: report.failsByBudget ? report.budgets.reduce(0) { $0 + $1.exceeded.count } : nil)
    }

    /// `true` if it was stopped early, whatever else it found.
    package var wasInterrupted: Bool { interrupted == true || outcome == .interrupted }

    /// Returns `true` if a tier was active.
    package func watched(_ tier: Tier) -> Bool {
        tier == .registry ? watch == .watched : heapCycles != nil || tests != nil || listed != nil
    }

    package var failingGrowth: [Slope] { plan.growth == .fail ? slopes.filter(\.grows) : [] }
}

extension Report {
    /// The runs: those merged, or the only one, which has neither identifier nor outcome.
    package var runs: [Shard] { shards.isEmpty ? [Shard(of: self)] : shards }
}
