internal import OutliveModel

extension PageContent {
    /// The times of relaunch and reset, and the time that resets save.
    var timing: PageSection? {
        let rows = TimingTable(report).rows
        let plot = DistributionPlot(report)
        guard !rows.isEmpty || plot != nil else { return nil }
        let heading = report.comparison.map { "Reset is \($0.speedup) than relaunch\($0.doubt)" } ?? "Time to ready"
        return PageSection("timing", "Timing", heading: heading, tone: report.missesGate ? .warn : .plain) {
            if let comparison = report.comparison {
                HTMLNode.tag("p") {
                    comparison.confidence.map { "\($0), from \(counted(comparison.pairs, "pair"))" }
                        ?? "No interval under 6 pairs"
                    "; a reset instead of a relaunch \(comparison.saving)."
                }
            }
            if let gate = report.gateInWords {
                HTMLNode.tag("p", ["class": report.missesGate ? "bad" : "good"]) { "\(gate.capitalizedFirst)." }
            }
            plot?.figure
            HTMLTable(
                label: "Time to ready", columns: [.text("Time to ready")] + TimingTable.heading.map { .number($0) }
            )
            .node(
                rows.map { row in
                    [row.isPart ? HTMLNode.tag("span", ["class": "part"]) { row.label } : .text(row.label)]
                        + row.cells.map(HTMLNode.text)
                })
        }
    }
}

extension Comparison {
    /// The text `, no clear difference` if the interval contains 1, and else an empty text.
    var doubt: String { isUnclear ? ", no clear difference" : "" }

    /// The tone of the comparison, apart from the gate.
    var tone: Tone { isUnclear ? .plain : isFaster ? .good : .bad }
}

extension Report {
    /// The missed gate in a few words: `under the gate of 1.5x`.
    var gateComplaint: String {
        guard isMerged || comparison != nil else { return "the gate was not judged" }
        return plan.minimumSpeedup.map { "under the gate of \(decimal($0))x" } ?? "under the gate"
    }

    /// The distance from the missed gate: `2.0x slower, the gate requires 1.5x faster`.
    var gateMissedInWords: String? {
        guard missesGate, let gate = plan.minimumSpeedup else { return nil }
        let asked =
            gate > 1 ? "\(decimal(gate))x faster" : gate == 1 ? "no slower" : "at most \(decimal(1 / gate))x slower"
        guard !isMerged else { return "under the gate, which requires \(asked)" }
        guard let comparison else { return "\(comparisonObstacle), the gate requires \(asked)" }
        guard comparison.ratio >= gate else { return "\(comparison.speedup), the gate requires \(asked)" }
        let lower = comparison.interval.map { "the interval begins at \(decimal($0.lower, like: gate))x" }
        return "\(comparison.speedup), but \(lower ?? "there is no interval"), and the gate requires \(asked)"
    }
}
