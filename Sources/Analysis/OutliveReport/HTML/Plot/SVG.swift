/// Returns a share of the width of a picture: `34.21%`.
func across(_ fraction: Double) -> String { percent(share(fraction)) }

/// Returns the distance between two places of an axis, at least 0.1 per cent of the width.
func across(from first: Double, to last: Double) -> String { percent(max(share(last) - share(first), 0.1)) }

/// Returns a number of pixels with at most two decimals.
func pixels(_ value: Double) -> String {
    let text = fixed(value.isFinite ? min(max(value, 0), 100_000) : 0, digits: 2)
    guard text.contains(".") else { return text }
    let short = text.reversed().drop { $0 == "0" }.drop { $0 == "." }
    return String(short.reversed())
}

private func share(_ fraction: Double) -> Double { fraction.isNaN ? 0 : min(max(fraction, 0), 1) * 100 }

private func percent(_ value: Double) -> String { pixels(value) + "%" }

/// Pictures with horizontal places in per cent of the width and vertical ones in CSS pixels.
///
/// Text thus keeps its size on a page of any width, without a script. Source: SVG 2, section 8.9, "Units".
extension HTMLNode {
    /// Returns a picture with a title and a description for screen readers.
    ///
    /// - Parameters:
    ///   - description: The content of the picture, with the numbers.
    ///   - viewBoxWidth: The width in CSS pixels of a picture that is drawn in pixels both ways and scaled as a whole.
    static func picture(
        id: String, title: String, description: String, kind: String, height: Double, viewBoxWidth: Double? = nil,
        @HTMLBuilder _ content: () -> [HTMLNode]
    ) -> HTMLNode {
        .tag(
            "svg",
            [
                "class": "plot-picture \(kind)", "role": "img", "aria-labelledby": "\(id)-title \(id)-desc",
                "viewBox": viewBoxWidth.map { "0 0 \(pixels($0)) \(pixels(height))" },
                "width": "100%", "height": viewBoxWidth == nil ? pixels(height) : nil,
            ]
        ) {
            HTMLNode.tag("title", ["id": "\(id)-title"]) { title }
            HTMLNode.tag("desc", ["id": "\(id)-desc"]) { description }
            content()
        }
    }

    static func label(
        _ text: String, at fraction: Double, y: Double, anchor: TextAnchor? = nil, kind: String? = nil
    ) -> HTMLNode {
        let anchor = anchor ?? TextAnchor(of: text, at: fraction, in: TextAnchor.narrowPlot)
        return .tag(
            "text",
            ["x": across(fraction), "y": pixels(y), "text-anchor": anchor.rawValue, "class": kind]
        ) { text }
    }

    static func line(from: (x: Double, y: Double), to: (x: Double, y: Double), kind: String) -> HTMLNode {
        .tag(
            "line",
            [
                "class": kind, "x1": across(from.x), "y1": pixels(from.y), "x2": across(to.x), "y2": pixels(to.y),
            ])
    }

    static func box(
        from first: Double, to last: Double, y: Double, height: Double, kind: String, says words: String? = nil
    ) -> HTMLNode {
        .tag(
            "rect",
            [
                "class": kind, "x": across(first), "y": pixels(y), "width": across(from: first, to: last),
                "height": pixels(height),
            ]
        ) {
            words.map { text in HTMLNode.tag("title") { text } }
        }
    }
}

enum TextAnchor: String {
    case start, middle, end

    /// The width of a plot on a narrow page, in CSS pixels.
    static let narrowPlot = 288.0
    /// The minimum width of a plot that shows the variants for wide pages, in CSS pixels.
    static let widePlot = 704.0

    /// Returns the estimated width of a text, in CSS pixels.
    static func width(of text: String) -> Double { Double(columns(of: text)) * 6.6 }

    /// Chooses an anchor that keeps a text within the axis.
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
