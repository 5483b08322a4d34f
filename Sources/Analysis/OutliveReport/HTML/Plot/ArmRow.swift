internal import OutliveModel

/// The measurements of an arm, as a row of points.
struct ArmRow {
    /// The height of a row including its label, in CSS pixels.
    static let pitch = 80.0
    /// The number of points above which only one is drawn in each cell of a fine grid.
    private static let maximumApart = 1_000
    /// The number of points above which tooltips are limited to fallbacks, to keep the page small.
    private static let maximumSpeaking = 400
    /// The top and the height of the band of points below the label, in CSS pixels.
    private static let band = (top: 22.0, height: 46.0)

    /// The number of inks for arms; further arms begin again after the reference's ink.
    private static let inks = 5

    private let ink: Int
    private let name: String
    private let points: [Sample]
    /// The measurements that the estimates include, in seconds.
    private let counted: [Double]
    private let summary: Summary?
    /// The quartiles of `counted`, or `nil` with fewer than two measurements.
    let quartiles: Quartiles?

    /// Creates a row, or returns `nil` if there is no measurement to draw.
    ///
    /// - Parameter index: The position among the arms, from 0, which decides the ink.
    init?(_ arm: Arm, index: Int, _ samples: [Sample], _ summary: Summary?) {
        ink = Self.ink(index)
        name = arm.words
        points = samples.filter { $0.arm == arm && PlotAxis.canShow($0.seconds) }
        counted = points.filter { !$0.warmup }.map(\.seconds)
        quartiles = counted.count > 1 ? Quartiles(counted) : nil
        let isDrawn = summary.map { [$0.minimum, $0.median, $0.maximum].allSatisfy(PlotAxis.canShow) } ?? false
        self.summary = isDrawn && counted.isEmpty ? summary : nil
        if points.isEmpty && self.summary == nil { return nil }
    }

    /// Returns the ink of an arm by its position among the arms, from 0.
    static func ink(_ index: Int) -> Int { index < inks ? index : 1 + (index - 1) % (inks - 1) }

    /// The values that the axis has to include.
    var seconds: [Double] {
        points.map(\.seconds) + (summary.map { [$0.minimum, $0.median, $0.maximum] } ?? [])
    }

    /// `true` if only a summary is known. The box then reaches from the minimum to the maximum.
    var isSummary: Bool { summary != nil }
    var marks: Set<PlotMark> { Set(points.map(PlotMark.init)) }

    /// The row in words.
    ///
    /// `relaunch: median 701 ms of 20, a quarter under 690 ms, a quarter over 712 ms, from 680 ms to 730 ms`
    var sentence: String {
        let quarters = quartiles.map { ", a quarter under \(time($0.lower)), a quarter over \(time($0.upper))" } ?? ""
        let ends = counted.isEmpty ? summary.map { [$0.minimum, $0.maximum] } ?? [] : counted
        let range = ends.count > 1 ? ", from \(time(ends.min() ?? 0)) to \(time(ends.max() ?? 0))" : ""
        return "\(name): \(headline)\(quarters)\(range)"
    }

    /// The median and the number of measurements: `median 701 ms of 20`.
    private var headline: String {
        if let summary { return "median \(time(summary.median)) of \(summary.count)" }
        guard let median = Quartiles(counted)?.median else { return "only warm-up" }
        return counted.count == 1 ? "\(time(median)), measured once" : "median \(time(median)) of \(counted.count)"
    }

    private func time(_ seconds: Double) -> String {
        seconds == 0 ? "0 s" : Scale.seconds(seconds).text(seconds)
    }

    /// Returns the row: its label, the quartiles, the points, and the median over them.
    func nodes(on axis: PlotAxis, top: Double) -> HTMLNode {
        .tag(
            "g", ["class": "plot-arm plot-arm-\(ink)\(points.count > Self.maximumSpeaking ? " plot-many" : "")"]
        ) {
            HTMLNode.label(name, at: 0, y: top + 14, anchor: .start, kind: "plot-name")
            HTMLNode.label(headline, at: 1, y: top + 14, anchor: .end, kind: "plot-value")
            spread(on: axis, top: top + Self.band.top)
            dots(on: axis, top: top + Self.band.top)
            if let median = summary?.median ?? quartiles?.median {
                let x = axis.fraction(of: median)
                let (from, to) = (top + Self.band.top, top + Self.band.top + Self.band.height)
                // A wider line below the median keeps it visible among many points.
                if points.count > Self.maximumSpeaking {
                    HTMLNode.line(from: (x, from), to: (x, to), kind: "plot-backing")
                }
                HTMLNode.line(from: (x, from), to: (x, to), kind: "plot-median")
            }
        }
    }

    @HTMLBuilder
    private func spread(on axis: PlotAxis, top: Double) -> [HTMLNode] {
        if let quartiles {
            HTMLNode.box(
                from: axis.fraction(of: quartiles.lower), to: axis.fraction(of: quartiles.upper), y: top,
                height: Self.band.height, kind: "plot-quartiles", says: sentence)
        } else if let summary {
            HTMLNode.box(
                from: axis.fraction(of: summary.minimum), to: axis.fraction(of: summary.maximum), y: top + 12,
                height: Self.band.height - 24, kind: "plot-quartiles", says: sentence)
        }
    }

    private func dots(on axis: PlotAxis, top: Double) -> [HTMLNode] {
        // The cells of a grid of 400 columns and 10 rows that have a point.
        var taken: [PlotMark: Set<Int>] = [:]
        return points.enumerated().compactMap { index, point in
            let x = axis.fraction(of: point.seconds)
            let mark = PlotMark(point)
            let y = points.count == 1 ? 0.5 : Self.height(ofPoint: index)
            if points.count > Self.maximumApart {
                guard taken[mark, default: []].insert(Int(x * 400) * 10 + Int(y * 10)).inserted else { return nil }
            }
            return mark.node(
                at: x, y: top + 6 + y * (Self.band.height - 12),
                says: points.count <= Self.maximumSpeaking || mark == .fallback ? tooltip(of: point, mark) : nil)
        }
    }

    /// Returns a height from 0 to 1, which keeps equal values apart: the same on every run, far from its neighbours'.
    ///
    /// The fractional parts of multiples of the golden ratio are evenly distributed, whatever their number.
    static func height(ofPoint index: Int) -> Double {
        let turns = Double(index) * 0.618_033_988_749_895
        return turns - turns.rounded(.down)
    }

    private func tooltip(of point: Sample, _ mark: PlotMark) -> String {
        let pair = point.pair.map { point.warmup ? ", warm-up pair \($0)" : ", pair \($0)" } ?? ""
        let kind = mark == .outlier ? ", outlier" : mark == .fallback ? ", fell back to a relaunch" : ""
        return "\(name)\(pair): \(Scale.seconds(point.seconds).text(point.seconds))\(kind)"
    }
}

extension PlotMark {
    init(_ sample: Sample) {
        self = sample.fellBack ? .fallback : sample.warmup ? .warmup : sample.outlier ? .outlier : .measured
    }
}
