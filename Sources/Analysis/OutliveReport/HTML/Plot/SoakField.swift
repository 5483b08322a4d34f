/// The coordinates of a small plot, in the pixels of its own picture.
struct SoakField: Hashable {
    static let size = (width: 320.0, height: 148.0)

    static let left = 52.0
    static let right = 302.0
    static let top = 42.0
    static let bottom = 120.0

    let cycles: PlotAxis
    let values: PlotAxis
    /// The noun of the horizontal axis.
    var noun = "cycle"

    func x(_ cycle: Int) -> Double { x(Double(cycle)) }

    /// Returns the horizontal place of a cycle, which may lie between two.
    func x(_ cycle: Double) -> Double {
        Self.left + cycles.fraction(of: cycle) * (Self.right - Self.left)
    }

    func y(_ value: Double) -> Double {
        Self.bottom - values.fraction(of: value) * (Self.bottom - Self.top)
    }

    /// Returns a coordinate as text, rounded to a tenth of a pixel.
    static func coordinate(_ value: Double) -> String { pixels((value * 10).rounded() / 10) }

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
        SoakField.text(noun, x: Self.left - 6, y: Self.bottom + 17, anchor: .end, kind: "plot-axis-title")
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
