package import OutliveModel

extension ReportComparison {
    /// Compares two reports of single or merged runs.
    ///
    /// Times are compared only between runs with the same machine and plan.
    package init(
        from old: (report: Report, facts: ComparedReport), to new: (report: Report, facts: ComparedReport),
        policy: ComparisonPolicy, toolVersion: String
    ) {
        self.init(toolVersion: toolVersion, policy: policy, old: old.facts, new: new.facts)
        // The merged form lists each leak once and identifies each run.
        let (then, now) = (
            old.report.asMerged(summary: old.facts.summary), new.report.asMerged(summary: new.facts.summary)
        )
        leaks = Self.leaks(from: then, to: now)
        differences = Self.differences(from: old.report, to: new.report)
        growth = Self.growth(from: then, to: now)
        expired = Self.expired(from: then, to: now)
        allocations = Self.allocations(from: old.report, to: new.report)
        failures = new.report.failures
        if failures.isEmpty, now.interrupted, now.cycles == 0 {
            failures = [Failure(.harness, "it was interrupted before anything was measured")]
        }
        runs = Self.runs(of: old.report, then.shards, and: new.report, now.shards)
        notes = Self.notes(then, now) + runNotes
    }

    private static func notes(_ old: Report, _ new: Report) -> [String] {
        var notes: [String] = []
        for tier in Tier.allCases where old.watched(tier) != new.watched(tier) {
            let name = tier == .registry ? "The registry" : "The heap tier"
            let run = old.watched(tier) ? "earlier" : "later"
            notes.append("\(name) was used in the \(run) report only: its findings there are not compared.")
        }
        if old.watched(.heap) != new.watched(.heap) {
            notes.append("Without the heap tier, leak traces are unknown: leaks are matched by type and file.")
        }
        if (old.allocations == nil) != (new.allocations == nil) {
            let run = old.allocations == nil ? "later" : "earlier"
            notes.append("Allocations were counted in the \(run) run only: compare runs that both have --allocations.")
        }
        if old.isPartial { notes.append("The earlier report is incomplete: what is new may have been present before.") }
        if new.isPartial { notes.append("The later report is incomplete: what is gone may still be present.") }
        if new.cycles < old.cycles {
            notes.append(
                "The later report has fewer resets (\(new.cycles), before \(old.cycles)): a leak may need more to show."
            )
        }
        if old.toolVersion != new.toolVersion {
            notes.append(
                "The reports are of two versions of Outlive (\(old.toolVersion) and \(new.toolVersion)), which may "
                    + "give the same leak different fingerprints.")
        }
        return notes
    }

    private var runNotes: [String] {
        var notes: [String] = []
        let apart = runs.filter { $0.apart != nil }
        if let reason = apart.first?.apart { notes.append("The times of the two runs are not compared: \(reason).") }
        let alone = runs.count { $0.old == nil || $0.new == nil }
        if alone > 0 {
            let runs = alone == 1 ? "1 run has" : "\(alone) runs have"
            notes.append(
                "\(runs) no counterpart of the same machine and plan in the other report to compare times with.")
        }
        let times = runs.flatMap(\.times)
        if times.contains(where: { $0.interval == nil }) {
            notes.append(
                "Where a change has no interval, one report is a merged one, which has no samples, or has fewer than "
                    + "\(minimumPairsForInterval).")
        }
        return notes
    }
}

extension Report {
    /// The number of resets, or of cycles without resets, behind the verdicts; for a merged report in its longest run.
    fileprivate var cycles: Int {
        shards.map { ($0.comparison?.pairs ?? 0) + max($0.soakCycles, $0.heapCycles ?? 0) }.max() ?? 0
    }
}

extension ResetCost {
    /// Returns the cost of a reset by the arm that a run compares first, or `nil` if it compares none.
    package init?(of report: Report) {
        guard let arm = report.comparison?.leading?.arm, let times = report.comparison?.times(of: arm) else {
            return nil
        }
        let resets = report.samples.filter { $0.arm == arm && $0.pair != nil && !$0.warmup }.map(\.seconds)
        self.init(seconds: times.total.median, interval: medianInterval(of: resets))
    }
}
