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
        let samples = shown.everyResetFailed ? report.samples.filter { $0.arm != .reset } : report.samples
        rows = [
            ArmRow(.launch, "relaunch", samples, report.comparison?.launch),
            ArmRow(.reset, "reset", samples, report.comparison?.reset),
        ].compactMap(\.self)
        guard !rows.isEmpty else { return nil }
        ratio = RatioPicture(report)
    }

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

/// A picture of the speed-up: the estimate and its interval on a small axis.
struct RatioPicture {
    private let comparison: Comparison
    private let gate: Double?
    private let isMissed: Bool

    /// Creates the picture, or returns `nil` if there is no ratio to draw.
    init?(_ report: Report) {
        guard let comparison = report.comparison, comparison.ratio > 0, PlotAxis.canShow(comparison.ratio) else {
            return nil
        }
        self.comparison = comparison
        gate = report.plan.minimumSpeedup.flatMap { PlotAxis.canShow($0) && $0 > 0 ? $0 : nil }
        isMissed = report.missesGate
    }

    var node: HTMLNode {
        let interval = comparison.drawnInterval
        let axis = PlotAxis(
            ratios: [comparison.ratio, interval?.lowerBound, interval?.upperBound, gate].compactMap(\.self))
        let gateRow = gate == nil ? 0.0 : 16.0
        let bottom = 66 + gateRow
        return SVG.picture(
            id: "plot-ratio", title: "Speed-up of reset over relaunch", description: sentence,
            kind: "plot-ratio", height: bottom + PlotAxis.height
        ) {
            axis.nodes(
                TickLabels(ratios: axis.ticks), title: "time of relaunch / time of reset", top: 40 + gateRow,
                bottom: bottom)
            SVG.label("speed-up", at: 0, y: 14, anchor: .start, kind: "plot-name")
            SVG.label(headline, at: 1, y: 14, anchor: .end, kind: "plot-value")
            let even = axis.fraction(of: 1)
            SVG.line(from: (even, 37), to: (even, gate == nil ? bottom : 40), kind: "plot-even")
            // The line begins below the label of the gate.
            if gate != nil { SVG.line(from: (even, 53), to: (even, bottom), kind: "plot-even") }
            SVG.label("1: no faster", at: even, y: 33, kind: "plot-note")
            if let gate {
                let place = axis.fraction(of: gate)
                SVG.line(from: (place, 53), to: (place, bottom), kind: isMissed ? "plot-gate plot-missed" : "plot-gate")
                SVG.label(
                    "gate \(decimal(gate))x: \(isMissed ? "missed" : "passed")", at: place, y: 49, kind: "plot-note")
            }
            comparison.estimate(on: axis, y: bottom - 12)
        }
    }

    /// The speed-up and its interval: `7.4x faster, 95 % CI 7.1-7.8`.
    private var headline: String {
        [comparison.speedup, comparison.confidence].compactMap(\.self).joined(separator: ", ")
    }

    private var sentence: String {
        let gate = gate.map { " The gate of \(decimal($0))x is \(isMissed ? "missed" : "passed")." } ?? ""
        return "The reset is \(comparison.speedup) than the relaunch, "
            + "\(comparison.confidence ?? "with no interval, as there are fewer than 6 pairs").\(gate)"
    }
}

extension Comparison {
    /// The interval, or `nil` if there is none or an axis cannot show it.
    var drawnInterval: ClosedRange<Double>? {
        guard let interval, interval.lower > 0, PlotAxis.canShow(interval.lower), PlotAxis.canShow(interval.upper),
            interval.lower <= interval.upper
        else { return nil }
        return interval.lower...interval.upper
    }

    /// Returns the ratio as a point on the line of its interval. Without an interval the point is hollow.
    @HTMLBuilder
    func estimate(on axis: PlotAxis, y: Double) -> [HTMLNode] {
        let interval = drawnInterval
        if let interval {
            let (lower, upper) = (axis.fraction(of: interval.lowerBound), axis.fraction(of: interval.upperBound))
            SVG.line(from: (lower, y), to: (upper, y), kind: "plot-interval")
            for end in [lower, upper] { SVG.line(from: (end, y - 5), to: (end, y + 5), kind: "plot-interval") }
        }
        HTMLNode.tag(
            "circle",
            [
                "class": interval == nil ? "plot-estimate plot-unsure" : "plot-estimate",
                "cx": SVG.across(axis.fraction(of: ratio)), "cy": SVG.pixels(y), "r": "5",
            ]
        ) {
            HTMLNode.tag("title") { "\(speedup), \(confidenceOrNone)" }
        }
    }
}
