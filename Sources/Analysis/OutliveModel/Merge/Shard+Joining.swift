extension Shard {
    /// Joins two records of one run, which differ if a list of known leaks was applied to one of them, or if an earlier
    /// version wrote it.
    func joined(with other: Shard) -> Shard {
        var (first, second) = (self, other)
        (first.interrupted, second.interrupted) = (nil, nil)
        var joined = outcome.isWorse(than: other.outcome) ? first : second
        if outcome == other.outcome { joined = anyOf(first, second) }
        joined.interrupted = interrupted ?? other.interrupted
        return joined
    }
}
