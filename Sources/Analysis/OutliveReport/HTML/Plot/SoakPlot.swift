internal import OutliveModel

/// The readings of a soak by cycle, with a small plot for each metric.
struct SoakPlot {
    private let panels: [SoakPanel]
    private let fallbacks: Int

    /// Creates the plots, or returns `nil` if there is no soak or no metric to draw.
    init?(_ shown: Presentation) {
        // A report from a file can have any numbers.
        let cycles = shown.report.soak.filter { (0...1_000_000_000).contains($0.cycle) }.sorted { $0.cycle < $1.cycle }
        guard let first = cycles.first, let last = cycles.last else { return nil }
        let axis = PlotAxis(cycles: first.cycle, to: last.cycle)
        let run = shown.runs[0]
        let table = SoakTable(run, shown.report.soak)
        panels = Metric.allCases.compactMap { metric in
            SoakPanel(
                metric, cycles, axis: axis, row: table.rows.first { $0.slope.metric == metric },
                warmup: run.plan.warmup)
        }
        guard !panels.isEmpty else { return nil }
        fallbacks = cycles.count(where: \.fellBack)
    }

    /// The plots, beside each other if there is room.
    var figure: HTMLNode {
        .tag("figure", ["class": "plot plot-soak"]) {
            HTMLNode.tag("figcaption") { "Soak by cycle" }
            HTMLNode.tag("div", ["class": "plot-panels"]) {
                for panel in panels { panel.node }
            }
            HTMLNode.tag("p", ["class": "plot-legend"]) {
                if panels.contains(where: \.isThinned) {
                    PlotMark.entry("many cycles in one: their median and range") {
                        HTMLNode.tag("path", ["class": "plot-range", "d": "M0,3H16V13H0Z"])
                        HTMLNode.tag("path", ["class": "plot-line", "d": "M0,8H16"])
                    }
                }
                if panels.contains(where: \.hasTrend) {
                    PlotMark.entry("trend, over the judged cycles") {
                        HTMLNode.tag("line", ["class": "plot-trend", "x1": "0", "y1": "8", "x2": "16", "y2": "8"])
                    }
                }
                if fallbacks > 0 {
                    PlotMark.entry("fell back to a relaunch: a new process (\(fallbacks))") {
                        HTMLNode.tag("path", ["class": "plot-break", "d": "M4,2L12,10M4,10L12,2M8,6L8,16"])
                    }
                }
            }
        }
    }
}
