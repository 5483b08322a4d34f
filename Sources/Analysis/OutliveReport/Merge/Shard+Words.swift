internal import OutliveModel

extension Shard {
    /// The name of the run in a report: the beginning of its id.
    var name: String { oneLine(String(id.prefix(8))) }

    /// The figures of the run as a report of its own, without findings.
    ///
    /// The texts about times are thus the same for merged and single runs.
    var figures: Report {
        var report = Report(toolVersion: "", startedAt: startedAt, machine: machine, plan: plan)
        (report.isolation, report.comparison, report.ping) = (isolation, comparison, ping)
        (report.slopes, report.watch, report.fallbacks) = (slopes, watch, fallbacks)
        report.toolchain = toolchain
        return report
    }

    /// The speed-up: `7.4x faster, 7.1-7.8`, or the number of resets or cycles without a comparison.
    var speedupInWords: String {
        if let comparison {
            return comparison.speedup + ", " + (comparison.ends ?? "no interval")
        }
        if soakCycles > 0 { return counted(soakCycles, plan.round) }
        return heapCycles.map { $0 > 0 ? counted($0, "cycle") : "-" } ?? "-"
    }
}
