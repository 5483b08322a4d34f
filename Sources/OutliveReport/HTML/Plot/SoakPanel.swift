internal import OutliveModel

/// One metric over the cycles of a soak, drawn in pixels and scaled as a whole.
struct SoakPanel {
    /// Up to these many cycles each one is a point that says its number.
    private static let mostPoints = 60

    private static let size = (width: 320.0, height: 148.0)
    /// Where the lines are.
    private static let field = (left: 52.0, right: 312.0, top: 42.0, bottom: 120.0)

    private let metric: Metric
    private let cycles: [SoakCycle]
    private let axis: PlotAxis
    private let values: PlotAxis
    private let row: SoakTable.Row?
    private let trend: SoakTrend?

    /// Makes a panel; nil where the metric was never read.
    ///
    /// - Parameters:
    ///   - cycles: in order.
    ///   - axis: that of the cycles, which all panels share.
    ///   - row: how the metric changed, in words; nil where that was not judged.
    ///   - warmup: the cycles of a process that are not judged, at least.
    init?(
        _ metric: Metric, _ cycles: [SoakCycle], axis: PlotAxis, row: SoakTable.Row?, warmup: Int
    ) {
        self.metric = metric
        self.cycles = cycles
        self.axis = axis
        self.row = row
        let isTime = metric == .resetSeconds
        let shown = cycles.compactMap { cycle -> Double? in
            // What a fallback took is that of a launch: it would flatten all the rest.
            guard let value = cycle.value(of: metric), PlotAxis.canShow(value) else { return nil }
            return isTime && cycle.fellBack ? nil : value
        }
        guard !shown.isEmpty else { return nil }
        values = PlotAxis(rounding: shown, isWhole: !isTime && metric != .residentBytes)
        trend = row.flatMap { SoakTrend($0.slope, cycles, warmup: warmup) }
    }

    /// Whether a fitted line is drawn.
    var hasTrend: Bool { trend != nil }

    /// The panel.
    var node: HTMLNode {
        let labels = TickLabels(values.ticks) { metric.scale(fitting: $0, unicode: true) }
        let grows = row?.slope.grows == true
        return SVG.picture(
            id: "plot-soak-\(metric.rawValue)", title: "\(metric.words) over the soak",
            description: row?.sentence ?? "Too few cycles to tell whether it grows.",
            kind: grows ? "plot-panel plot-grows" : "plot-panel", height: Self.size.height, viewBoxWidth: Self.size.width
        ) {
            heading(unit: labels.unit)
            grid(labels)
            breaks
            HTMLNode.tag("path", ["class": "plot-line", "d": line])
            points
            if let trend { line(of: trend) }
        }
    }

    @HTMLBuilder
    private func heading(unit: String) -> [HTMLNode] {
        HTMLNode.tag("text", ["class": "plot-name", "x": "4", "y": "14"]) {
            metric.words
            HTMLNode.tag("tspan", ["class": "plot-note"]) { unit.isEmpty ? "" : "  \(unit)" }
        }
        HTMLNode.tag("text", ["class": "plot-conclusion", "x": "4", "y": "30"]) {
            row.map { "\($0.mark)\($0.cells[4]): \($0.cells[2]) per reset" } ?? "not judged"
        }
    }

    @HTMLBuilder
    private func grid(_ labels: TickLabels) -> [HTMLNode] {
        for (tick, text) in zip(values.ticks, labels.texts) {
            let y = SVG.pixels(y(tick))
            HTMLNode.tag(
                "line",
                [
                    "class": "plot-grid", "x1": SVG.pixels(Self.field.left), "y1": y,
                    "x2": SVG.pixels(Self.field.right), "y2": y,
                ])
            HTMLNode.tag(
                "text",
                [
                    "class": "plot-tick", "x": SVG.pixels(Self.field.left - 6), "y": SVG.pixels(self.y(tick) + 4),
                    "text-anchor": "end",
                ]
            ) { text }
        }
        for (tick, text) in zip(axis.ticks, TickLabels(numbers: axis.ticks).texts) {
            let x = SVG.pixels(x(tick))
            HTMLNode.tag(
                "line",
                [
                    "class": "plot-axis", "x1": x, "y1": SVG.pixels(Self.field.bottom), "x2": x,
                    "y2": SVG.pixels(Self.field.bottom + 4),
                ])
            HTMLNode.tag(
                "text",
                [
                    "class": "plot-tick", "x": x, "y": SVG.pixels(Self.field.bottom + 17),
                    "text-anchor": self.x(tick) > Self.field.right - 12 ? "end" : "middle",
                ]
            ) { text }
        }
        HTMLNode.tag(
            "text",
            [
                "class": "plot-axis-title", "x": SVG.pixels(Self.field.left - 6), "y": SVG.pixels(Self.field.bottom + 17),
                "text-anchor": "end",
            ]
        ) { "cycle" }
    }

    /// The lines between cycles that follow each other in one process; a cycle on its own is a dot.
    private var line: String {
        stretches.map { stretch in
            let columns = stretch.map { Int(x(Double($0.cycle))) }
            let kept = LineThinning.kept(columns: columns, values: stretch.map(\.value))
            let places = kept.map { "\(place(x(Double(stretch[$0].cycle)))),\(place(y(stretch[$0].value)))" }
            return "M" + places.joined(separator: "L") + (places.count == 1 ? "h0" : "")
        }.joined()
    }

    private typealias Reading = (cycle: Int, value: Double)

    private var stretches: [[Reading]] {
        var stretches: [[Reading]] = []
        var isOpen = false
        for cycle in cycles {
            guard let value = reading(of: cycle) else {
                isOpen = false
                continue
            }
            if cycle.fellBack { isOpen = false }
            if !isOpen { stretches.append([]) }
            stretches[stretches.count - 1].append((cycle.cycle, value))
            isOpen = true
        }
        return stretches
    }

    /// What is drawn of a cycle; nil where it was not read, or is the time of a fallback.
    private func reading(of cycle: SoakCycle) -> Double? {
        guard let value = cycle.value(of: metric), PlotAxis.canShow(value) else { return nil }
        return metric == .resetSeconds && cycle.fellBack ? nil : value
    }

    private var points: [HTMLNode] {
        guard cycles.count <= Self.mostPoints else { return [] }
        return cycles.compactMap { cycle in
            reading(of: cycle).map { value in
                .tag(
                    "circle",
                    [
                        "class": "plot-reading", "cx": place(x(Double(cycle.cycle))), "cy": place(y(value)), "r": "2.2",
                    ]
                ) {
                    HTMLNode.tag("title") { "cycle \(cycle.cycle): \(words(value))" }
                }
            }
        }
    }

    /// Where a process ended and another began, once for each column of pixels.
    private var breaks: [HTMLNode] {
        var last = -1
        return cycles.filter(\.fellBack).compactMap { cycle in
            let x = x(Double(cycle.cycle))
            guard Int(x / 2) != last else { return nil }
            last = Int(x / 2)
            let (top, bottom) = (Self.field.top, Self.field.bottom)
            let sign = "M\(place(x - 4)),\(place(top - 4))l8,8m0,-8l-8,8"
            return .tag("path", ["class": "plot-break", "d": "\(sign)M\(place(x)),\(place(top))L\(place(x)),\(place(bottom))"]) {
                HTMLNode.tag("title") {
                    let time = cycle.seconds.map { ", \(Scale.seconds($0).text($0))" } ?? ""
                    "cycle \(cycle.cycle): fell back to a relaunch\(time)"
                }
            }
        }
    }

    private func line(of trend: SoakTrend) -> HTMLNode {
        .tag(
            "line",
            [
                "class": "plot-trend", "x1": place(x(Double(trend.first))),
                "y1": place(y(trend.value(at: trend.first))), "x2": place(x(Double(trend.last))),
                "y2": place(y(trend.value(at: trend.last))),
            ]
        ) {
            row.map { row in HTMLNode.tag("title") { "\(row.label): \(row.sentence)" } }
        }
    }

    private func words(_ value: Double) -> String { metric.scale(fitting: value, unicode: true).text(value) }

    private func x(_ cycle: Double) -> Double {
        Self.field.left + axis.fraction(of: cycle) * (Self.field.right - Self.field.left)
    }

    private func y(_ value: Double) -> Double {
        Self.field.bottom - values.fraction(of: value) * (Self.field.bottom - Self.field.top)
    }

    /// A tenth of a pixel is as near as it can be seen.
    private func place(_ value: Double) -> String { SVG.pixels((value * 10).rounded() / 10) }
}

extension SoakTable.Row {
    /// A sign for what is said of the slope, besides the colour.
    fileprivate var mark: String { slope.grows ? "▲ " : "" }
}
