internal import OutliveModel

extension Report {
    /// How many runs it is of, where it is a merged one.
    var runs: Int? { isMerged ? shards.count : nil }

    /// Whether any reset was measured, in a pair or in the soak.
    var measuredResets: Bool {
        isMerged
            ? shards.contains { $0.comparison != nil || $0.soakCycles > 0 } : comparison != nil || !soak.isEmpty
    }
}
