/// The marks of measurements, which have different shapes.
enum PlotMark: String, CaseIterable {
    /// A measurement that counts.
    case measured
    case outlier
    /// A reset that failed and was followed by a relaunch.
    case fallback
    case warmup

    var words: String {
        switch self {
        case .measured: "measured"
        case .outlier: "outlier (counted)"
        case .fallback: "fell back to a relaunch"
        case .warmup: "warm-up (not counted)"
        }
    }

    /// Returns the mark at a place along an axis.
    func node(at fraction: Double, y: Double, says words: String?) -> HTMLNode {
        node(x: across(fraction), y: y, says: words)
    }

    /// Returns the mark at a place in per cent of the width or in pixels.
    func node(x: String, y: Double, says words: String?) -> HTMLNode {
        let title = words.map { text in HTMLNode.tag("title") { text } }
        switch self {
        case .measured, .warmup:
            return .tag("circle", ["class": "plot-\(rawValue)", "cx": x, "cy": pixels(y), "r": "3.5"]) { title }
        case .outlier, .fallback:
            // A nested picture, because a path cannot be placed by a share of the width.
            return .tag(
                "svg", ["class": "plot-\(rawValue)", "x": x, "y": pixels(y), "width": "1", "height": "1"]
            ) {
                title
                HTMLNode.tag("path", ["d": path])
            }
        }
    }

    /// Returns the mark at a place in the pixels of a picture that is scaled as a whole.
    func scaledNode(x: Double, y: Double, says words: String?) -> HTMLNode {
        func point(_ right: Double, _ down: Double) -> String {
            "\(SoakField.coordinate(x + right)),\(SoakField.coordinate(y + down))"
        }
        let path: String
        switch self {
        case .measured, .warmup: return node(x: SoakField.coordinate(x), y: y, says: words)
        case .outlier: path = "M\(point(0, -5))L\(point(5, 0))L\(point(0, 5))L\(point(-5, 0))Z"
        case .fallback: path = "M\(point(-4, -4))L\(point(4, 4))M\(point(-4, 4))L\(point(4, -4))"
        }
        return .tag("path", ["class": "plot-\(rawValue)", "d": path]) {
            words.map { text in HTMLNode.tag("title") { text } }
        }
    }

    private var path: String {
        self == .outlier ? "M0,-5L5,0L0,5L-5,0Z" : "M-4,-4L4,4M-4,4L4,-4"
    }
}

extension PlotMark {
    /// Returns a legend of marks as a line of text that wraps.
    static func legend(_ marks: [PlotMark], box: String?) -> HTMLNode {
        .tag("p", ["class": "plot-legend"]) {
            for mark in marks {
                entry(mark.words) { mark.node(x: "8", y: 8, says: nil) }
            }
            if let box {
                entry(box) {
                    HTMLNode.tag(
                        "rect", ["class": "plot-quartiles", "x": "0", "y": "2", "width": "16", "height": "12"])
                    HTMLNode.tag("line", ["class": "plot-median", "x1": "8", "y1": "2", "x2": "8", "y2": "14"])
                }
            }
        }
    }

    /// Returns a sign and its explanation, which stay on one line.
    static func entry(_ words: String, @HTMLBuilder sign: () -> [HTMLNode]) -> HTMLNode {
        .group([
            .tag("span", ["class": "plot-entry"]) {
                HTMLNode.tag("svg", ["width": "16", "height": "16", "aria-hidden": "true"], sign)
                " \(words)"
            }, .text(" "),
        ])
    }
}
