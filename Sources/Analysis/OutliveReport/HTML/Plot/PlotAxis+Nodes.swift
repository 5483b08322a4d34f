extension PlotAxis {
    /// Returns the axis below a plot: a hairline through the plot and a label at each tick, and the title.
    ///
    /// - Parameters:
    ///   - labels: A label for each tick.
    ///   - top: The upper end of the hairlines.
    ///   - bottom: The lower end of the hairlines. Labels and title take `PlotAxis.height` more.
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

    /// The height of labels and title below a plot, in CSS pixels.
    static let height = 40.0

    /// Returns one variant of a label for all pages, or one for narrow and one for wide pages.
    private static func variants(narrow: TextAnchor?, wide: TextAnchor?) -> [(anchor: TextAnchor, kind: String)] {
        if let narrow, narrow == wide { return [(narrow, "plot-tick")] }
        return [narrow.map { ($0, "plot-tick plot-narrow") }, wide.map { ($0, "plot-tick plot-wide") }]
            .compactMap(\.self)
    }

    /// Returns the labels that have room beside each other, with their anchors.
    ///
    /// - Parameter width: The width of the plot, in CSS pixels.
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
