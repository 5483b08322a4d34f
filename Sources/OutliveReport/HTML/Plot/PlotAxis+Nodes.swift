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
        let narrow = anchors(labels.texts, in: TextAnchor.narrowPlot)
        let wide = anchors(labels.texts, in: TextAnchor.widePlot)
        return .group(
            zip(ticks, labels.texts).enumerated().map { index, tick in
                let place = fraction(of: tick.0)
                return HTMLNode.group(
                    [SVG.line(from: (place, top), to: (place, bottom), kind: "plot-grid")]
                        + Self.variants(narrow: narrow[index], wide: wide[index]).map { anchor, kind in
                            SVG.label(tick.1, at: place, y: bottom + 15, anchor: anchor, kind: kind)
                        })
            } + [
                SVG.line(from: (0, bottom), to: (1, bottom), kind: "plot-axis"),
                SVG.label(title, at: 0, y: bottom + 33, anchor: .start, kind: "plot-axis-title"),
            ])
    }

    /// What the labels and the title take up below a plot, in CSS pixels.
    static let height = 40.0

    /// One label for all pages, or one for narrow and one for wide ones.
    private static func variants(narrow: TextAnchor?, wide: TextAnchor?) -> [(anchor: TextAnchor, kind: String)] {
        if let narrow, narrow == wide { return [(narrow, "plot-tick")] }
        return [narrow.map { ($0, "plot-tick plot-narrow") }, wide.map { ($0, "plot-tick plot-wide") }]
            .compactMap(\.self)
    }

    /// The labels that have room beside each other, and how each is anchored.
    ///
    /// - Parameter width: how wide the plot is, in CSS pixels.
    private func anchors(_ texts: [String], in width: Double) -> [Int: TextAnchor] {
        var end = -1.0
        var chosen: [Int: TextAnchor] = [:]
        for (index, text) in texts.enumerated() {
            let place = fraction(of: ticks[index])
            let anchor = TextAnchor(of: text, at: place, in: width)
            let start = place * width - TextAnchor.width(of: text) * anchor.share
            guard start >= end + 6 || chosen.isEmpty else { continue }
            chosen[index] = anchor
            end = start + TextAnchor.width(of: text)
        }
        return chosen
    }
}
