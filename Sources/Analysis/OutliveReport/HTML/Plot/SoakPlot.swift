internal import OutliveModel

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
            let row = table.rows.first { $0.slope.metric == metric }
            guard row != nil || !metric.isResource else { return nil }
            return SoakPanel(metric, cycles, axis: axis, row: row, warmup: run.plan.warmup)
        }
        guard !panels.isEmpty else { return nil }
        fallbacks = cycles.count(where: \.fellBack)
    }

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

/// A plot of one metric over the cycles of a soak, drawn in pixels and scaled as a whole.
private struct SoakPanel {
    private let curve: SoakCurve
    private let field: SoakField
    private let row: SoakTable.Row?
    private let trend: SoakTrend?
    private let tone: Tone

    /// Creates a panel, or returns `nil` if the metric was never read.
    init?(_ metric: Metric, _ cycles: [SoakCycle], axis: PlotAxis, row: SoakTable.Row?, warmup: Int) {
        curve = SoakCurve(metric: metric, cycles: cycles)
        let values = curve.values
        guard !values.isEmpty else { return nil }
        field = SoakField(cycles: axis, values: PlotAxis(rounding: values, isWhole: metric.unit == .count))
        self.row = row
        trend = row.flatMap { SoakTrend($0.slope, cycles, warmup: warmup) }
        tone = row?.tone ?? .plain
    }

    var hasTrend: Bool { trend != nil }
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
            if let trend, let part = trend.part(in: field.values.range) {
                SoakField.line(
                    (field.x(part.lowerBound), field.y(trend.value(at: part.lowerBound))),
                    (field.x(part.upperBound), field.y(trend.value(at: part.upperBound))), kind: "plot-trend",
                    says: row.map { "\($0.label): \($0.sentence)" })
            }
        }
    }
}

extension SoakTable.Row {
    /// The conclusion, with a sign in addition to the colour: `▲ grows: +12.1 kB per reset`.
    fileprivate var conclusion: String { "\(slope.grows ? "▲ " : "")\(cells[4]): \(cells[2]) per \(round)" }
}

/// The coordinates of a small plot, in the pixels of its own picture.
struct SoakField: Hashable {
    static let size = (width: 320.0, height: 148.0)

    static let left = 52.0
    static let right = 302.0
    static let top = 42.0
    static let bottom = 120.0

    let cycles: PlotAxis
    let values: PlotAxis

    func x(_ cycle: Int) -> Double { x(Double(cycle)) }

    /// Returns the horizontal place of a cycle, which may lie between two.
    func x(_ cycle: Double) -> Double {
        Self.left + cycles.fraction(of: cycle) * (Self.right - Self.left)
    }

    func y(_ value: Double) -> Double {
        Self.bottom - values.fraction(of: value) * (Self.bottom - Self.top)
    }

    /// Returns a coordinate as text, rounded to a tenth of a pixel.
    static func coordinate(_ value: Double) -> String { SVG.pixels((value * 10).rounded() / 10) }

    /// Returns the axes with their ticks.
    @HTMLBuilder
    func grid(_ labels: TickLabels) -> [HTMLNode] {
        for (tick, text) in zip(values.ticks, labels.texts) {
            let y = y(tick)
            SoakField.line((Self.left, y), (Self.right, y), kind: "plot-grid")
            SoakField.text(text, x: Self.left - 6, y: y + 4, anchor: .end, kind: "plot-tick")
        }
        for (tick, text) in zip(cycles.ticks, TickLabels(numbers: cycles.ticks).texts) {
            let x = x(Int(tick))
            SoakField.line((x, Self.bottom), (x, Self.bottom + 4), kind: "plot-axis")
            SoakField.text(text, x: x, y: Self.bottom + 17, anchor: .middle, kind: "plot-tick")
        }
        SoakField.text("cycle", x: Self.left - 6, y: Self.bottom + 17, anchor: .end, kind: "plot-axis-title")
    }

    static func line(
        _ from: (x: Double, y: Double), _ to: (x: Double, y: Double), kind: String, says words: String? = nil
    ) -> HTMLNode {
        .tag(
            "line",
            [
                "class": kind, "x1": coordinate(from.x), "y1": coordinate(from.y), "x2": coordinate(to.x),
                "y2": coordinate(to.y),
            ]
        ) {
            words.map { text in HTMLNode.tag("title") { text } }
        }
    }

    private static func text(_ text: String, x: Double, y: Double, anchor: TextAnchor, kind: String) -> HTMLNode {
        .tag("text", ["class": kind, "x": coordinate(x), "y": coordinate(y), "text-anchor": anchor.rawValue]) { text }
    }
}
