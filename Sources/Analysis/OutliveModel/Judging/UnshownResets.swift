/// Resets without a visible effect: a reset that does nothing would pass every check of such a run.
extension Report {
    /// The statement about the resets that nothing showed to reset anything, or `nil` if there are none.
    package var unshownResetsStatement: String? {
        guard let unshownResets, !unshownResets.isEmpty else { return nil }
        guard plan.arms != nil else { return "nothing showed what the reset resets" }
        return "nothing showed what \(unshownResets.map(\.rawValue).joined(separator: ", ")) "
            + (unshownResets.count == 1 ? "resets" : "reset")
    }

    /// The report without unsupported ratios: a failed run has none, nor has an arm whose resets showed no effect.
    package var withoutUnsupportedRatios: Report {
        var report = self
        report.comparison =
            failures.isEmpty ? comparison?.without(unshownResets ?? []) : comparison?.withoutRatios
        for index in shards.indices where shards[index].outcome == .failed {
            report.shards[index].comparison = shards[index].comparison?.withoutRatios
        }
        return report
    }
}

extension Plan {
    /// The instruction by which a run shows what its resets reset.
    package var wayToShowResets: String {
        switch (probe != nil, work != nil) {
        case (false, true): "add --probe, a command or URL that prints what the work changes"
        case (false, false): "add --work, which changes the state, and --probe, which prints it"
        case (true, false): "add --work, which changes what the probe prints"
        case (true, true): "the probe prints the same before and after the work: let it print what the work changes"
        }
    }
}
