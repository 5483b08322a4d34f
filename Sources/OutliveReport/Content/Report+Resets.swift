internal import OutliveModel

extension Report {
    /// How many runs it is of, where it is a merged one.
    var runs: Int? { isMerged ? shards.count : nil }

    /// Returns `true` if a reset succeeded, in a pair or in the soak; or, where nothing is reset, a cycle was completed.
    var measuredResets: Bool {
        isMerged
            ? shards.contains { $0.comparison != nil || $0.soakCycles > 0 }
            : comparison != nil || soak.contains { !$0.fellBack }
    }

    /// Returns `true` if resets of pairs were tried, and all fell back to a relaunch.
    var everyResetFailed: Bool {
        let resets = samples.filter { $0.arm == .reset }
        return !resets.isEmpty && resets.allSatisfy(\.fellBack)
    }

    /// Why relaunch and reset are not compared.
    var whyUncompared: String { everyResetFailed ? "no reset succeeded" : "nothing was compared" }
}

extension Plan {
    /// The word for one round of a run: `reset`, or `cycle` where nothing is reset.
    var round: String { reset == nil ? "cycle" : "reset" }
}
