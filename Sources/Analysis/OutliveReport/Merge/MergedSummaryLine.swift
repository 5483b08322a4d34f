internal import OutliveModel

extension Report {
    /// A merged report in one line.
    ///
    /// `3 runs on 2 machines: reset 41.2x to 61.7x faster than relaunch; 0 fallbacks; 2 leaks; 1 run failed`
    var mergedSummaryLine: String {
        var parts = [measuredInRuns, counted(fallbacks, "fallback")] + leaksInWords
        if let expired = KnownFindings(self).expiredInWords { parts.append(expired) }
        parts += suspectsInWords
        let survived = shards.count(where: \.stateSurvived)
        if survived > 0 { parts.append("state survived in \(counted(survived, "run"))") }
        let growth = Set(failingGrowth.map(\.metric))
        if !growth.isEmpty {
            let metrics = Metric.allCases.filter(growth.contains).map(\.words)
            parts.append("growth of \(metrics.joined(separator: ", "))")
        }
        let ends: [(count: Int, words: String)] = [
            (shards.count(where: \.missesGate), "under the gate"),
            (shards.count { $0.outcome == .interrupted }, "interrupted"),
            (shards.count { $0.outcome == .failed }, "failed"),
        ]
        for end in ends where end.count > 0 { parts.append("\(counted(end.count, "run")) \(end.words)") }
        if let growth = growthHeadline { parts.insert(growth, at: 0) }
        return "\(runsInWords): \(parts.joined(separator: "; "))"
    }

    /// The range of the runs' own speed-ups: `reset 41.2x to 61.7x faster than relaunch`.
    private var measuredInRuns: String {
        let comparisons = shards.compactMap(\.comparison).sorted { $0.ratio < $1.ratio }
        guard let first = comparisons.first, let last = comparisons.last else {
            let resets = shards.filter { $0.plan.reset != nil }.reduce(0) { boundedSum($0, $1.soakCycles) }
            if resets > 0 { return "\(counted(resets, "reset")), not compared with a relaunch" }
            let cycles = shards.reduce(0) { boundedSum($0, max($1.soakCycles, $1.heapCycles ?? 0)) }
            return cycles > 0 ? counted(cycles, "cycle") : "nothing was measured"
        }
        let (low, high) = (first.speedup, last.speedup)
        guard low != high else { return "reset \(low) than relaunch" }
        let isAlike = first.isFaster == last.isFaster
        return "reset \(isAlike ? String(low.prefix { $0 != " " }) : low) to \(high) than relaunch"
    }
}
