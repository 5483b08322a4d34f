internal import OutliveModel

/// A plot of the times of relaunches and resets, with the speed-up below it.
struct DistributionPlot {
    /// The height of a row including its label, in CSS pixels.
    private static let pitch = 80.0

    private let rows: [ArmRow]
    private let ratio: RatioPicture?

    /// Creates the plot, or returns `nil` if neither arm was measured.
    init?(_ shown: Presentation) {
        let report = shown.report
        // A failed reset takes the time of the failure and a relaunch, which is no reset time.
        let samples = report.samples.filter { $0.arm != .reset || !shown.everyResetFailed }
        rows = [
            ArmRow(.launch, "relaunch", samples, report.comparison?.launch),
            ArmRow(.reset, "reset", samples, report.comparison?.reset),
        ].compactMap(\.self)
        guard !rows.isEmpty else { return nil }
        ratio = RatioPicture(report)
    }

    /// The plot with its legend.
    var figure: HTMLNode {
        let axis = PlotAxis(fitting: rows.lazy.flatMap(\.seconds))
        let labels = TickLabels(axis) { Scale.seconds($0) }
        let bottom = Double(rows.count) * Self.pitch
        return .tag("figure", ["class": "plot plot-distribution"]) {
            HTMLNode.tag("figcaption") { "Duration of relaunch and reset" }
            SVG.picture(
                id: "plot-distribution", title: "Duration of relaunch and reset",
                description: rows.map(\.sentence).joined(separator: "; ") + ".", kind: "plot-times",
                height: bottom + PlotAxis.height
            ) {
                axis.nodes(labels, title: "time until ready", top: 20, bottom: bottom)
                for (index, row) in rows.enumerated() {
                    row.nodes(on: axis, top: Double(index) * Self.pitch)
                }
            }
            legend
            ratio?.node
        }
    }

    private var legend: HTMLNode? {
        let used = Set(rows.flatMap(\.marks))
        let marks = PlotMark.allCases.filter(used.contains)
        let box = rows.contains { $0.quartiles != nil } ? "middle half, and median" : nil
        let range = rows.contains(where: \.isSummary) ? "minimum to maximum, and median" : nil
        return marks.isEmpty && range == nil ? nil : PlotMark.legend(marks, box: box ?? range)
    }
}
