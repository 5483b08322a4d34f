internal import OutliveModel

/// A picture of speed-ups: a row for each ratio, with its interval and gate on a common axis.
struct ForestPicture {
    struct Row {
        /// The label of a wide page, and of a narrow one.
        var label, narrowLabel: String
        /// The value of a wide page, and of a narrow one.
        var value, narrowValue: String
        /// The row in words, for a tooltip and for screen readers.
        var sentence: String
        /// The ratio, or `nil` if there is none that can be drawn.
        var ratio: ArmRatio?
        var gate: Double?
        var isMissed = false

        fileprivate var ratios: [Double] {
            guard let ratio else { return [] }
            let interval = ratio.drawnInterval
            return [ratio.ratio, interval?.lowerBound, interval?.upperBound, gate].compactMap(\.self)
        }
    }

    /// The height of a row including its label, in CSS pixels.
    private static let pitch = 50.0

    let id: String
    let title: String
    let axisTitle: String
    let rows: [Row]

    var node: HTMLNode {
        let axis = PlotAxis(ratios: rows.flatMap(\.ratios))
        let top = 20.0
        let bottom = top + Double(rows.count) * Self.pitch
        return HTMLNode.picture(
            id: id, title: title, description: rows.map { $0.sentence + "." }.joined(separator: " "),
            kind: "plot-forest", height: bottom + PlotAxis.height
        ) {
            axis.nodes(TickLabels(ratios: axis.ticks), title: axisTitle, top: top, bottom: bottom)
            let even = axis.fraction(of: 1)
            HTMLNode.label("1: no faster", at: even, y: 12, kind: "plot-note")
            for (index, row) in rows.enumerated() {
                let top = top + Double(index) * Self.pitch
                // The line begins below the labels.
                HTMLNode.line(from: (even, top + 21), to: (even, top + Self.pitch), kind: "plot-even")
                nodes(of: row, on: axis, top: top)
            }
        }
    }

    @HTMLBuilder
    private func nodes(of row: Row, on axis: PlotAxis, top: Double) -> [HTMLNode] {
        HTMLNode.tag("g", ["class": "plot-shard"]) {
            HTMLNode.tag("title") { row.sentence }
            Self.texts(row.narrowValue, row.value, at: 1, y: top + 16, .end, kind: "plot-value")
            Self.texts(row.narrowLabel, row.label, at: 0, y: top + 16, .start, kind: "plot-label")
            let y = top + 34
            row.gate.map { gate in
                let x = axis.fraction(of: gate)
                return HTMLNode.line(
                    from: (x, y - 9), to: (x, y + 9), kind: row.isMissed ? "plot-gate plot-missed" : "plot-gate"
                )
            }
            if let ratio = row.ratio { ratio.estimate(on: axis, y: y) }
        }
    }

    /// Returns one text, or one for narrow and one for wide pages if they differ.
    private static func texts(
        _ narrow: String, _ wide: String, at x: Double, y: Double, _ anchor: TextAnchor, kind: String
    ) -> HTMLNode {
        let kind = "\(kind) plot-halo"
        guard narrow != wide else { return HTMLNode.label(wide, at: x, y: y, anchor: anchor, kind: kind) }
        return .group([
            HTMLNode.label(narrow, at: x, y: y, anchor: anchor, kind: "\(kind) plot-narrow"),
            HTMLNode.label(wide, at: x, y: y, anchor: anchor, kind: "\(kind) plot-wide"),
        ])
    }

    /// The explanation of the signs that the rows use.
    var legend: HTMLNode {
        .tag("p", ["class": "plot-legend"]) {
            PlotMark.entry("ratio of the medians, and its interval") {
                HTMLNode.tag("line", ["class": "plot-interval", "x1": "0", "y1": "8", "x2": "16", "y2": "8"])
                HTMLNode.tag("circle", ["class": "plot-estimate", "cx": "8", "cy": "8", "r": "4"])
            }
            if rows.contains(where: { $0.ratio != nil && $0.ratio?.drawnInterval == nil }) {
                PlotMark.entry("without an interval") {
                    HTMLNode.tag("circle", ["class": "plot-estimate plot-unsure", "cx": "8", "cy": "8", "r": "4"])
                }
            }
            if rows.contains(where: { $0.gate != nil }) {
                PlotMark.entry("gate") {
                    HTMLNode.tag("line", ["class": "plot-gate", "x1": "8", "y1": "0", "x2": "8", "y2": "16"])
                }
            }
        }
    }
}

extension SpeedGate {
    /// The limit, if an axis can show it.
    var drawn: Double? { minimum > 0 && PlotAxis.canShow(minimum) ? minimum : nil }
}

extension ArmRatio {
    /// `true` if an axis can show the ratio.
    var isDrawn: Bool { ratio > 0 && PlotAxis.canShow(ratio) }

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
            HTMLNode.line(from: (lower, y), to: (upper, y), kind: "plot-interval")
            for end in [lower, upper] { HTMLNode.line(from: (end, y - 5), to: (end, y + 5), kind: "plot-interval") }
        }
        HTMLNode.tag(
            "circle",
            [
                "class": interval == nil ? "plot-estimate plot-unsure" : "plot-estimate",
                "cx": across(axis.fraction(of: ratio)), "cy": pixels(y), "r": "5",
            ]
        ) {
            HTMLNode.tag("title") { "\(speedup), \(confidenceOrNone)" }
        }
    }
}
