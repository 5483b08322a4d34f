internal import OutliveSupport

extension ClassHistogram {
    /// The height of a row, in CSS pixels.
    private static let pitch = 22.0
    /// The part of the width in front of the bars, and the part behind them.
    private static let (left, right) = (0.27, 0.25)

    /// The histogram as horizontal bars, each with its values and number.
    var picture: HTMLNode {
        let id = "plot-" + title.prefix { $0 != " " }
        return .tag("figure", ["class": "plot plot-histogram"]) {
            HTMLNode.tag("figcaption") { title.capitalizedFirst }
            HTMLNode.picture(
                id: id, title: title.capitalizedFirst,
                description: bars.map { "\($0.label): \($0.count)" }.joined(separator: "; ") + ".", kind: "plot-bars",
                height: Double(bars.count) * Self.pitch
            ) {
                for (index, bar) in bars.enumerated() {
                    let (top, share) = (Double(index) * Self.pitch, Double(bar.count) / Double(highest))
                    let end = Self.left + (1 - Self.left - Self.right) * share
                    HTMLNode.label(bar.label, at: Self.left - 0.01, y: top + 15, anchor: .end, kind: "plot-label")
                    if bar.count > 0 {
                        HTMLNode.box(
                            from: Self.left, to: end, y: top + 4, height: Self.pitch - 8, kind: "plot-bar",
                            says: "\(bar.label): \(bar.count)")
                    }
                    HTMLNode.label(
                        "\(grouped(bar.count)) (\(shareText(bar.count, of: sum)))", at: end + 0.01, y: top + 15,
                        anchor: .start,
                        kind: "plot-value")
                }
            }
        }
    }
}
