internal import OutliveModel

/// A plot of one metric over the cycles of a soak, drawn in pixels and scaled as a whole.
struct SoakPanel {
    private let curve: SoakCurve
    private let field: SoakField
    private let row: SoakTable.Row?
    private let trend: SoakTrend?
    private let tone: Tone

    /// Creates a panel, or returns `nil` if the metric was never read.
    ///
    /// - Parameters:
    ///   - cycles: The cycles in order.
    ///   - axis: The axis of the cycles, which all panels share.
    ///   - row: The change of the metric, or `nil` if it was not judged.
    init?(_ metric: Metric, _ cycles: [SoakCycle], axis: PlotAxis, row: SoakTable.Row?, warmup: Int) {
        curve = SoakCurve(metric: metric, cycles: cycles)
        let values = curve.values
        guard !values.isEmpty else { return nil }
        let isWhole = metric != .resetSeconds && metric != .residentBytes
        field = SoakField(cycles: axis, values: PlotAxis(rounding: values, isWhole: isWhole))
        self.row = row
        trend = row.flatMap { SoakTrend($0.slope, cycles, warmup: warmup) }
        tone = row?.tone ?? .plain
    }

    /// `true` if the panel has a fitted line.
    var hasTrend: Bool { trend != nil }

    /// `true` if cycles share columns.
    var isThinned: Bool { curve.isThinned }

    var node: HTMLNode {
        let metric = curve.metric
        let labels = TickLabels(field.values) { metric.scale(fitting: $0, unicode: true) }
        return SVG.picture(
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
            curve.nodes(on: field)
            if let part = trend?.part(in: field.values.range) {
                SoakField.line(
                    (field.x(part.from.cycle), field.y(part.from.value)),
                    (field.x(part.to.cycle), field.y(part.to.value)), kind: "plot-trend",
                    says: row.map { "\($0.label): \($0.sentence)" })
            }
        }
    }
}

extension SoakTable.Row {
    /// The conclusion, with a sign besides the colour: `▲ grows: +12.1 kB per reset`.
    fileprivate var conclusion: String { "\(slope.grows ? "▲ " : "")\(cells[4]): \(cells[2]) per \(round)" }
}
