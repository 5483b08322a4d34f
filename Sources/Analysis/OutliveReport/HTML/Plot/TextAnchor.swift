/// The part of a text that lies at its place. Text near an end of the axis begins or ends there.
enum TextAnchor: String {
    case start, middle, end

    /// The width of a plot on a narrow page, in CSS pixels.
    static let narrowPlot = 288.0
    /// The minimum width of a plot that shows the variants for wide pages, in CSS pixels.
    static let widePlot = 704.0

    /// Returns the estimated width of a text, in CSS pixels.
    static func width(of text: String) -> Double { Double(columns(of: text)) * 6.6 }

    /// Chooses an anchor that keeps a text within the axis.
    ///
    /// - Parameter width: The minimum width of the plot, in CSS pixels.
    init(of text: String, at fraction: Double, in width: Double) {
        let half = Self.width(of: text) / 2 / width
        self = fraction < half ? .start : fraction > 1 - half ? .end : .middle
    }

    /// The share of the text to the left of its place, from 0 to 1.
    var share: Double {
        switch self {
        case .start: 0
        case .middle: 0.5
        case .end: 1
        }
    }
}
