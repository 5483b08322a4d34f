/// The signs for what was measured, told apart by their shapes.
enum PlotMark: String, CaseIterable {
    /// A measurement that counts.
    case measured
    /// One that is far from the others of its arm.
    case outlier
    /// A reset that failed and was followed by a relaunch.
    case fallback
    /// One from before measuring began.
    case warmup

    /// What a legend says of it.
    var words: String {
        switch self {
        case .measured: "measured"
        case .outlier: "outlier (counted)"
        case .fallback: "fell back to a relaunch"
        case .warmup: "warm-up (not counted)"
        }
    }

    /// The sign at a place along an axis.
    func node(at fraction: Double, y: Double, says words: String?) -> HTMLNode {
        node(x: SVG.across(fraction), y: y, says: words)
    }

    /// The sign at a place that is a share of the width, or a number of pixels.
    func node(x: String, y: Double, says words: String?) -> HTMLNode {
        let title = words.map { text in HTMLNode.tag("title") { text } }
        switch self {
        case .measured, .warmup:
            return .tag("circle", ["class": "plot-\(rawValue)", "cx": x, "cy": SVG.pixels(y), "r": "3.5"]) { title }
        case .outlier, .fallback:
            // A picture in the picture, as only its place can be a share of the width.
            return .tag(
                "svg", ["class": "plot-\(rawValue)", "x": x, "y": SVG.pixels(y), "width": "1", "height": "1"]
            ) {
                title
                HTMLNode.tag("path", ["d": path])
            }
        }
    }

    private var path: String {
        self == .outlier ? "M0,-5L5,0L0,5L-5,0Z" : "M-4,-4L4,4M-4,4L4,-4"
    }
}

extension PlotMark {
    /// A legend of some of the signs, as a line of text that wraps.
    ///
    /// - Parameter box: what the box means; nil where none is drawn.
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

    /// A sign and its meaning, which stay on one line.
    static func entry(_ words: String, @HTMLBuilder sign: () -> [HTMLNode]) -> HTMLNode {
        .group([
            .tag("span", ["class": "plot-entry"]) {
                HTMLNode.tag("svg", ["width": "16", "height": "16", "aria-hidden": "true"], sign)
                " \(words)"
            }, .text(" "),
        ])
    }
}
