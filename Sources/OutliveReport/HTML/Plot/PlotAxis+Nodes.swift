extension PlotAxis {
    /// The axis below a plot: a hair through the plot at each tick, its label, and the title below.
    ///
    /// - Parameters:
    ///   - labels: one for each tick.
    ///   - top: where the hairs begin.
    ///   - bottom: where they end; the labels and the title take `PlotAxis.height` more.
    func nodes(_ labels: TickLabels, title: String, top: Double, bottom: Double) -> HTMLNode {
        let unit = labels.unit.isEmpty ? "" : ", in \(labels.unit)"
        let title = title + unit + (spacing == .logarithmic ? ", logarithmic" : "")
        let narrow = fitting(labels.texts)
        return .group(
            zip(ticks, labels.texts).enumerated().map { index, tick in
                let place = fraction(of: tick.0)
                return HTMLNode.group([
                    SVG.line(from: (place, top), to: (place, bottom), kind: "plot-grid"),
                    SVG.label(
                        tick.1, at: place, y: bottom + 15,
                        anchor: place < 0.03 ? "start" : place > 0.97 ? "end" : "middle",
                        kind: narrow.contains(index) ? "plot-tick" : "plot-tick plot-wide"),
                ])
            } + [
                SVG.line(from: (0, bottom), to: (1, bottom), kind: "plot-axis"),
                SVG.label(title, at: 0, y: bottom + 33, anchor: "start", kind: "plot-axis-title"),
            ])
    }

    /// What the labels and the title take up below a plot, in CSS pixels.
    static let height = 40.0

    /// The labels that have room beside each other where the plot is 300 CSS pixels wide.
    private func fitting(_ texts: [String]) -> Set<Int> {
        var end = -1.0
        var chosen: Set<Int> = []
        for (index, text) in texts.enumerated() {
            let half = Double(columns(of: text)) * 6.6 / 2
            let place = fraction(of: ticks[index]) * 288
            guard place - half >= end + 6 || chosen.isEmpty else { continue }
            chosen.insert(index)
            end = place + half
        }
        return chosen
    }
}
