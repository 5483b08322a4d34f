internal import OutliveModel

extension Report {
    /// The number of merged runs, or `nil` in the report of a single run.
    var runs: Int? { isMerged ? shards.count : nil }

    /// `true` if a reset of a pair or of the soak succeeded, or a cycle of a run without resets was completed.
    var measuredResets: Bool {
        isMerged
            ? shards.contains { $0.comparison != nil || $0.soakCycles > 0 }
            : comparison != nil || soak.contains { !$0.fellBack }
    }

    /// `true` if the run tried resets in pairs and all fell back to a relaunch.
    var everyResetFailed: Bool {
        let resets = samples.filter { $0.arm == .reset }
        return !resets.isEmpty && resets.allSatisfy(\.fellBack)
    }

    /// The reason why relaunch and reset are not compared.
    var comparisonObstacle: String { everyResetFailed ? "no reset succeeded" : "nothing was compared" }
}

extension Plan {
    /// The noun for one round of a run: `reset`, or `cycle` if nothing is reset.
    var round: String { reset == nil ? "cycle" : "reset" }
}
