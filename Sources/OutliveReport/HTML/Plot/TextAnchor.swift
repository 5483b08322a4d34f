/// Which part of a text in a plot is at its place: one that would reach beyond an end of the axis begins or ends there.
enum TextAnchor: String {
    case start, middle, end

    /// How wide a plot is on a narrow page, in CSS pixels.
    static let narrowPlot = 288.0
    /// How wide a plot is at least where there is room for what is shown on wide pages only, in CSS pixels.
    static let widePlot = 704.0

    /// How wide a text is, in CSS pixels.
    static func width(of text: String) -> Double { Double(columns(of: text)) * 6.6 }

    /// Chooses for a place at a fraction of the axis, so that nothing is cut.
    ///
    /// - Parameter width: how wide the plot is at least, in CSS pixels.
    init(of text: String, at fraction: Double, in width: Double) {
        let half = Self.width(of: text) / 2 / width
        self = fraction < half ? .start : fraction > 1 - half ? .end : .middle
    }

    /// How much of the text is to the left of its place, from 0 to 1.
    var share: Double {
        switch self {
        case .start: 0
        case .middle: 0.5
        case .end: 1
        }
    }
}
