internal import OutliveModel

/// A small line of numbers over time, without axes, for a place beside a name.
///
/// The height is in proportion to the number, from 0, so that slow growth does not look like fast growth.
struct Sparkline {
    /// The numbers in the order of time.
    let values: [Double]
    /// The meaning of the numbers, for screen readers: `alive after each reset: 1 2 3`.
    let words: String
    /// The number of leading values that are drawn as warm-up.
    var warmup = 0

    /// The size of the picture, in CSS pixels.
    static let (width, height) = (96.0, 20.0)
    /// The distance of the line from the edges, so that its ends are not cut.
    private static let margin = 2.5
    /// The maximum number of points. More would share a pixel.
    private static let maximumPoints = 96

    /// The picture, or an empty node if there are fewer than two numbers or one that cannot be drawn.
    var node: HTMLNode {
        guard values.count > 1, values.allSatisfy({ $0.isFinite && $0 >= 0 && $0 < 1e15 }) else { return .none }
        let points = points
        let warm = points.prefix { $0.index < warmup }
        // The line begins where the warm-up's ends.
        let measured = points.dropFirst(max(warm.count - 1, 0))
        return .tag(
            "svg",
            [
                "class": "spark", "role": "img", "aria-label": words, "width": pixels(Self.width),
                "height": pixels(Self.height),
                "viewBox": "0 0 \(pixels(Self.width)) \(pixels(Self.height))",
            ]
        ) {
            if warm.count > 1 { line(warm, kind: "spark-warmup") }
            if measured.count > 1 { line(measured, kind: "spark-line") }
            if let last = points.last {
                HTMLNode.tag(
                    "circle", ["class": "spark-end", "cx": pixels(last.x), "cy": pixels(last.y), "r": "2"])
            }
        }
    }

    private typealias Point = (index: Int, x: Double, y: Double)

    /// The points of the line: each number, or the greatest of several that would share a pixel.
    private var points: [Point] {
        let highest = max(values.max() ?? 0, .leastNonzeroMagnitude)
        let count = min(values.count, Self.maximumPoints)
        return (0..<count).map { point in
            let range = point * values.count / count..<(point + 1) * values.count / count
            let value = values[range].max() ?? 0
            return (
                range.lowerBound,
                Self.margin + (Self.width - 2 * Self.margin) * Double(point) / Double(count - 1),
                Self.height - Self.margin - (Self.height - 2 * Self.margin) * (value / highest)
            )
        }
    }

    private func line(_ points: ArraySlice<Point>, kind: String) -> HTMLNode {
        let coordinates = points.map { "\(pixels($0.x)),\(pixels($0.y))" }
        return .tag("polyline", ["class": kind, "points": coordinates.joined(separator: " ")])
    }
}

extension Sparkline {
    /// Creates the line of whole numbers. The label has their name, and all of them or the first and the last.
    ///
    /// - Parameter name: The meaning of the numbers: `alive by reset`.
    init(counts: [Int], name: String, warmup: Int = 0) {
        let texts = counts.map(String.init)
        let shown = texts.count > 12 ? texts.prefix(6) + ["…"] + texts.suffix(4) : texts
        self.init(values: counts.map(Double.init), words: "\(name): \(shown.joined(separator: " "))", warmup: warmup)
    }

    /// Returns the numbers of live objects over the rounds, or an empty node if none were counted.
    static func node(of finding: Finding) -> HTMLNode {
        guard finding.live.contains(where: { $0 > 0 }) else { return .none }
        let run = finding.occurrences.isEmpty ? "" : ", in one run"
        let noun = finding.unit == .bytes ? "bytes" : "alive"
        let line = Sparkline(
            counts: finding.live, name: "\(noun) by \(finding.round)\(run)", warmup: finding.warmup)
        return line.node.isEmpty ? .none : .group([.text(" "), line.node])
    }
}
