internal import OutliveModel

extension PageContent {
    /// Relaunch against reset: the figures of both arms and what a reset saves.
    var timing: PageSection? {
        let rows = TimingTable(report).rows
        let plot = DistributionPlot(report)
        guard !rows.isEmpty || plot != nil else { return nil }
        let heading = report.comparison.map { "Reset is \($0.speedup) than relaunch" } ?? "Time to ready"
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
