/// The legend of the colours and patterns of a heat map.
enum HeatLegend {
    /// Returns the legend of the marks in use.
    static func node(heading: String, scale: HeatScale, rows: [HeatRow]) -> HTMLNode {
        .tag("p", ["class": "plot-legend"]) {
            heading
            for (level, counts) in scale.levels.enumerated() {
                let words = counts.count == 1 ? "\(counts.lowerBound)" : "\(counts.lowerBound)-\(counts.upperBound)"
                PlotMark.entry(words) { swatch("plot-heat-\(level + 1)") }
            }
            if rows.contains(where: { $0.cells.contains { $0.isWarmup && $0.count > 0 } }) {
                PlotMark.entry("warm-up") {
                    swatch("plot-track")
                    HTMLNode.tag(
                        "rect", ["class": "plot-heat-3", "x": "0", "y": "7.5", "width": "16", "height": "5.5"])
                }
            }
            if rows.contains(where: \.isKnown) {
                PlotMark.entry("known or expected") {
                    swatch("plot-heat-3")
                    HTMLNode.tag("path", ["class": "plot-hatch", "d": "M0,6L4,2M0,13L11,2M5,13L16,2M12,13L16,9"])
                }
            }
        }
    }

    private static func swatch(_ kind: String) -> HTMLNode {
        .tag("rect", ["class": kind, "x": "0", "y": "2", "width": "16", "height": "11"])
    }
}
