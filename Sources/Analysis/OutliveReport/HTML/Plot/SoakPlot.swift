internal import OutliveModel

extension Presentation {
    /// The plots of the metrics over the cycles of a soak, or `nil` if there is no soak or no metric to draw.
    var soakPlot: HTMLNode? {
        // A report from a file can have any numbers.
        let cycles = report.soak.filter { (0...1_000_000_000).contains($0.cycle) }.sorted { $0.cycle < $1.cycle }
        guard let first = cycles.first, let last = cycles.last else { return nil }
        let axis = PlotAxis(cycles: first.cycle, to: last.cycle)
        let table = SoakTable(runs[0], report.soak)
        let panels = Metric.allCases.compactMap { metric -> SoakPanel? in
            let row = table.rows.first { $0.slope.metric == metric }
            guard row != nil || !metric.isResource else { return nil }
            return SoakPanel(metric, cycles, axis: axis, row: row, warmup: runs[0].plan.warmup)
        }
        guard !panels.isEmpty else { return nil }
        let fallbacks = cycles.count(where: \.fellBack)
        return .tag("figure", ["class": "plot plot-soak"]) {
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
                if panels.contains(where: { $0.trend != nil }) {
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

/// A plot of one metric over the cycles of a soak, drawn in pixels and scaled as a whole.
private struct SoakPanel {
    /// The number of cycles up to which each is a point with a tooltip.
    private static let maximumPoints = 60
    /// The number of cycles up to which each is on the line. A denser line would be a solid block.
    private static let maximumOnLine = 500
    /// The width of a column of the line that several cycles share, in pixels.
    private static let columnWidth = 2.0
    /// The number of stretches above which the line is no longer split.
    private static let maximumStretches = 200

    private let metric: Metric
    private let cycles: [SoakCycle]
    private let field: SoakField
    private let row: SoakTable.Row?
    let trend: SoakTrend?

    /// Creates a panel, or returns `nil` if the metric was never read.
    init?(_ metric: Metric, _ cycles: [SoakCycle], axis: PlotAxis, row: SoakTable.Row?, warmup: Int) {
        let values = cycles.compactMap { Self.reading(of: $0, metric) }
        guard !values.isEmpty else { return nil }
        (self.metric, self.cycles, self.row) = (metric, cycles, row)
        field = SoakField(cycles: axis, values: PlotAxis(rounding: values, isWhole: metric.unit == .count))
        trend = row.flatMap { SoakTrend($0.slope, cycles, warmup: warmup) }
    }

    /// `true` if cycles share columns of the line. The band then shows their range.
    var isThinned: Bool { cycles.count > Self.maximumOnLine }

    var node: HTMLNode {
        let tone = row?.tone ?? .plain
        let labels = TickLabels(field.values) { metric.scale(fitting: $0, unicode: true) }
        return HTMLNode.picture(
            id: "plot-soak-\(metric.rawValue)", title: "\(metric.words) over the soak",
            description: row?.sentence ?? "Too few cycles to judge growth.",
            kind: tone == .plain ? "plot-panel" : "plot-panel plot-grows plot-\(tone.rawValue)",
            height: SoakField.size.height, viewBoxWidth: SoakField.size.width
        ) {
            HTMLNode.tag("text", ["class": "plot-name", "x": "0", "y": "14"]) {
                metric.words
                if !labels.unit.isEmpty { HTMLNode.tag("tspan", ["class": "plot-note"]) { "  \(labels.unit)" } }
            }
            HTMLNode.tag("text", ["class": "plot-conclusion", "x": "0", "y": "30"]) {
                row?.conclusion ?? "too few cycles to judge"
            }
            field.grid(labels)
            curve
            if let trend, let part = trend.part(in: field.values.range) {
                SoakField.line(
                    (field.x(part.lowerBound), field.y(trend.value(at: part.lowerBound))),
                    (field.x(part.upperBound), field.y(trend.value(at: part.upperBound))), kind: "plot-trend",
                    says: row.map { "\($0.label): \($0.sentence)" })
            }
        }
    }

    @HTMLBuilder
    private var curve: [HTMLNode] {
        let parts = stretches
        breaks
        if isThinned { HTMLNode.tag("path", ["class": "plot-range", "d": band(parts)]) }
        HTMLNode.tag("path", ["class": "plot-line", "d": line(parts)])
        if cycles.count <= Self.maximumPoints { points }
    }

    /// Returns the drawn value of a cycle, or `nil` if it was not read or is the time of a fallback.
    ///
    /// A fallback takes as long as a launch, which would flatten all other times.
    private static func reading(of cycle: SoakCycle, _ metric: Metric) -> Double? {
        guard let value = cycle.value(of: metric), PlotAxis.canShow(value) else { return nil }
        return metric == .resetSeconds && cycle.fellBack ? nil : value
    }

    /// The parts of the line, which is split where a process ended or a reading is missing.
    private var stretches: [[LineColumn]] {
        var stretches: [[(x: Double, value: Double)]] = []
        var before: Int?
        for cycle in cycles {
            guard let value = Self.reading(of: cycle, metric) else {
                before = nil
                continue
            }
            if cycle.fellBack || before.map({ cycle.cycle > $0 + 1 }) ?? true { stretches.append([]) }
            stretches[stretches.count - 1].append((field.x(cycle.cycle), value))
            before = cycle.cycle
        }
        if stretches.count > Self.maximumStretches { stretches = [Array(stretches.joined())] }
        return stretches.map { LineColumn.columns(of: $0, width: isThinned ? Self.columnWidth : 0) }
    }

    private func line(_ stretches: [[LineColumn]]) -> String {
        stretches.map { stretch in
            let points = stretch.map { point($0.x, field.y($0.middle)) }
            return "M" + points.joined(separator: "L") + (points.count == 1 ? "h0" : "")
        }.joined()
    }

    private func band(_ stretches: [[LineColumn]]) -> String {
        stretches.map { stretch in
            let upper = stretch.map { point($0.x, field.y($0.maximum)) }
            let lower = stretch.reversed().map { point($0.x, field.y($0.minimum)) }
            return "M" + (upper + lower).joined(separator: "L") + "Z"
        }.joined()
    }

    private var points: [HTMLNode] {
        cycles.compactMap { cycle in
            Self.reading(of: cycle, metric).map { value in
                .tag(
                    "circle",
                    [
                        "class": "plot-reading", "cx": SoakField.coordinate(field.x(cycle.cycle)),
                        "cy": SoakField.coordinate(field.y(value)), "r": "2.2",
                    ]
                ) {
                    HTMLNode.tag("title") {
                        "cycle \(cycle.cycle): \(metric.scale(fitting: value, unicode: true).text(value))"
                    }
                }
            }
        }
    }

    private var breaks: [HTMLNode] {
        var last: Double?
        return cycles.filter(\.fellBack).compactMap { cycle in
            let x = field.x(cycle.cycle)
            if let last, x - last < Self.columnWidth { return nil }
            last = x
            let sign = "M\(point(x - 4, SoakField.top - 4))l8,8m0,-8l-8,8"
            let path = "\(sign)M\(point(x, SoakField.top))L\(point(x, SoakField.bottom))"
            return .tag("path", ["class": "plot-break", "d": path]) {
                HTMLNode.tag("title") {
                    let time = cycle.seconds.map { ", \(Scale.seconds($0).text($0))" } ?? ""
                    "cycle \(cycle.cycle): fell back to a relaunch\(time)"
                }
            }
        }
    }

    private func point(_ x: Double, _ y: Double) -> String { "\(SoakField.coordinate(x)),\(SoakField.coordinate(y))" }
}

extension SoakTable.Row {
    /// The conclusion, with a sign in addition to the colour: `▲ grows: +12.1 kB per reset`.
    fileprivate var conclusion: String { "\(slope.grows ? "▲ " : "")\(cells[4]): \(cells[2]) per \(round)" }
}
