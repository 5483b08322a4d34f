internal import OutliveModel

extension Shard {
    /// What it is called in a report: the beginning of its id.
    var name: String { oneLine(String(id.prefix(8))) }

    /// What is known of the run's figures as a report of its own, without findings.
    ///
    /// So that what is said of the times of a run is said in one way, whether it was merged or not.
    var figures: Report {
        var report = Report(toolVersion: "", startedAt: startedAt, machine: machine, plan: plan)
        (report.isolation, report.comparison, report.ping) = (isolation, comparison, ping)
        (report.slopes, report.watch, report.fallbacks) = (slopes, watch, fallbacks)
        report.toolchain = toolchain
        return report
    }

    /// How much faster, or how many resets or cycles without a comparison: `7.4x faster, 7.1-7.8`.
    var speedupInWords: String {
        if let comparison {
            return comparison.speedup + ", " + (comparison.ends ?? "no interval")
        }
        if soakCycles > 0 { return counted(soakCycles, plan.round) }
        return heapCycles.map { $0 > 0 ? counted($0, "cycle") : "-" } ?? "-"
    }
}
