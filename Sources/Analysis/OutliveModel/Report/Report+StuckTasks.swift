extension Report {
    /// The number of tasks that nothing can resume; in a merged report, of the runs that they fail.
    package var stuckTaskCount: Int {
        (stuckTasks ?? []).reduce(0) { boundedSum($0, $1.count) }
            + shards.reduce(0) { boundedSum($0, $1.failingStuckTasks ?? 0) }
    }

    /// `true` if tasks that nothing can resume fail the run under its policy.
    package var failsByStuckTasks: Bool {
        plan.stuck == .fail && stuckTasks?.isEmpty == false || shards.contains { $0.failingStuckTasks != nil }
    }
}
