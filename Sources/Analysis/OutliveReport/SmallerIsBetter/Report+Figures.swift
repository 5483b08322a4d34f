internal import OutliveModel

extension Report {
    /// The figures of which smaller values are better.
    ///
    /// The ratio is inverted. A slope is included only if it is significant growth, as the noise around zero has no
    /// meaningful ratio to that of an earlier run.
    var figures: [Figure] {
        let own =
            shards.isEmpty
            ? measuredFigures(comparison, ping, slopes, fallbacks: fallbacks, plan, on: "") + soakFigures
            : zip(shards, shardNames).flatMap { shard, name in
                measuredFigures(
                    shard.comparison, shard.ping, shard.slopes, fallbacks: shard.fallbacks, shard.plan, on: " [\(name)]"
                )
            }
        return own + leakFigures + [Figure("failures", "failures", Double(failures.count))]
    }

    private func measuredFigures(
        _ comparison: Comparison?, _ ping: Summary?, _ slopes: [Slope], fallbacks: Int, _ plan: Plan,
        on place: String
    ) -> [Figure] {
        var figures: [Figure] = []
        func add(_ name: String, _ summary: Summary?) {
            guard let summary else { return }
            figures.append(
                Figure(
                    name + place, "s", summary.median, deviation: summary.medianAbsoluteDeviation,
                    extra: "median of \(counted(summary.count, "sample")), \(summary.minimum) to \(summary.maximum) s"))
        }
        add("relaunch", comparison?.launch)
        add("relaunch: stop", comparison?.launchStop)
        add("relaunch: start", comparison?.launchStart)
        add("reset", comparison?.reset)
        if let comparison {
            let interval = comparison.interval.map { (1 / $0.upper, 1 / $0.lower) }
            figures.append(
                Figure(
                    "reset, in relaunches\(place)", "relaunches", 1 / comparison.ratio,
                    deviation: interval.map { ($0.1 - $0.0) / 2 },
                    extra: interval.map { "interval \($0.0) to \($0.1), \(counted(comparison.pairs, "pair"))" }))
        }
        add("ping", ping)
        for slope in slopes {
            let interval = slope.interval
            figures.append(
                Figure(
                    "growth of \(slope.metric.words) per \(plan.round)\(place)", slope.metric.unit,
                    slope.grows ? slope.perCycle : 0,
                    deviation: slope.grows ? interval.map { ($0.upper - $0.lower) / 2 } : nil,
                    extra: "estimate \(slope.perCycle)"
                        + (interval.map { ", interval \($0.lower) to \($0.upper)" }
                            ?? ", too few \(plan.round)s to judge")))
        }
        if plan.reset != nil { figures.append(Figure("fallbacks\(place)", "fallbacks", Double(fallbacks))) }
        return figures
    }

    private var soakFigures: [Figure] {
        Metric.allCases.compactMap { metric in
            guard metric != .resetSeconds, let last = soak.last(where: { $0.value(of: metric) != nil }) else {
                return nil
            }
            return last.value(of: metric).map {
                Figure(
                    "\(metric.words) after the soak", metric.unit, $0, extra: "after \(counted(last.cycle, "cycle"))")
            }
        }
    }

    /// The number of leaks as in the summary, over all merged runs.
    private var leakFigures: [Figure] {
        var figures: [Figure] = []
        let leaks = causes.filter { $0.verdict == .leak }
        if heap != nil || watch == .watched { figures.append(Figure("leaks", "leaks", Double(leaks.count))) }
        if heap != nil {
            let bytes = leaks.reduce(0) { boundedSum($0, $1.bytesPerCycle) }
            figures.append(Figure("leaked per cycle", "bytes", Double(bytes)))
        }
        let differing = fidelityVerdict.map { verdict in
            Figure(
                "checks that differ from a launch", "checks", Double(verdict.differing.count),
                extra: "of \(counted(verdict.compared.count, "check"))")
        }
        return figures + [differing].compactMap(\.self)
    }

    /// The names of the merged runs, which are the same for the same machines and commands in each commit.
    private var shardNames: [String] {
        let severalCommands = Set(shards.map(\.plan.launch)).count > 1
        let names = shards.map { shard in
            shard.machine.inWords + (severalCommands ? ", \(elided(oneLine(shard.plan.launch), to: 80, .middle))" : "")
        }
        // Runs with the same name are numbered by their start.
        let order = shards.indices.sorted {
            (shards[$0].startedAt, shards[$0].id) < (shards[$1].startedAt, shards[$1].id)
        }
        var result = names
        for (place, index) in order.enumerated() {
            let number = order[..<place].count { names[$0] == names[index] } + 1
            if names.count(where: { $0 == names[index] }) > 1 { result[index] += ", \(number)" }
        }
        return result
    }
}

extension Metric {
    fileprivate var unit: String {
        switch self {
        case .resetSeconds: "s"
        case .residentBytes: "bytes"
        case .liveComponents: "components"
        case .threads: "threads"
        case .descriptors: "descriptors"
        }
    }
}
