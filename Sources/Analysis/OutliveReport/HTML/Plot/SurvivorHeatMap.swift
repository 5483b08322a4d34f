internal import OutliveModel
internal import OutliveSupport

/// A heat map of survivors by finding and cycle. Stronger colours stand for more live objects.
struct SurvivorHeatMap {
    static let maximumRows = 40

    /// The height of a row including its label, in CSS pixels.
    private static let pitch = 34.0
    private static let strip = 11.0

    private let rows: [HeatRow]
    private let others: Int
    private let libraryGrowth: Int
    private let cycles: Int
    private let cyclesPerColumn: Int
    private let scale: HeatScale

    /// Creates the map, or returns `nil` if nothing but known growth of libraries was alive after any cycle.
    init?(_ report: Report) {
        let alive = report.findings.filter { $0.live.contains { $0 > 0 } }
        let found = alive.filter { !$0.isLibraryGrowth }
        libraryGrowth = alive.count - found.count
        // What both tiers found has one row.
        let registered = Set(found.filter { $0.tier == .registry }.compactMap(\.trail))
        let heap = Set(found.filter { $0.tier == .heap }.compactMap(\.trail))
        let distinct = found.filter { $0.tier == .registry || !($0.trail.map(registered.contains) ?? false) }.ranked
        guard !distinct.isEmpty else { return nil }
        let chosen = distinct.prefix(Self.maximumRows)
        others = distinct.count - chosen.count
        cycles = chosen.map(\.live.count).max() ?? 1
        let each = (cycles + HeatRow.maximumColumns - 1) / HeatRow.maximumColumns
        cyclesPerColumn = each
        let findingsByName = Dictionary(grouping: distinct, by: \.key.name)
        rows = chosen.map { finding in
            let name = oneLine(finding.key.name)
            let isShared = findingsByName[finding.key.name, default: []].count > 1
            return HeatRow(
                finding, name: isShared ? "\(name) at \(finding.origin)" : name,
                isInBothTiers: finding.tier == .registry && finding.trail.map(heap.contains) ?? false,
                cyclesPerColumn: each)
        }
        // A container's bytes are no number of objects: each such row has a scale of its own.
        scale = HeatScale(greatest: rows.lazy.filter { !$0.isOfBytes }.map(\.course.maximum).max() ?? 0)
    }

    var figure: HTMLNode {
        let axis = PlotAxis(cycles: 1, to: cycles)
        let gap = rows.first.map { !$0.isKnown } == true && rows.contains(where: \.isKnown) ? 22.0 : 0
        let bottom = Double(rows.count) * Self.pitch + gap
        return .tag("figure", ["class": "plot plot-heat"]) {
            HTMLNode.tag("figcaption") { "Survivors by cycle" }
            HTMLNode.picture(
                id: "plot-heat", title: "Survivors by cycle", description: sentence, kind: "plot-map",
                height: bottom + PlotAxis.height
            ) {
                hatching
                axis.nodes(
                    TickLabels(numbers: axis.ticks), title: "cycle", top: bottom - 4, bottom: bottom)
                let firstKnown = rows.firstIndex(where: \.isKnown)
                for (index, row) in rows.enumerated() {
                    let isBelow = gap > 0 && index >= firstKnown ?? .max
                    let top = Double(index) * Self.pitch + (isBelow ? gap : 0)
                    if isBelow, index == firstKnown {
                        HTMLNode.line(from: (0, top - 14), to: (1, top - 14), kind: "plot-axis")
                    }
                    nodes(of: row, on: axis, top: top)
                }
            }
            legend
            if others > 0 {
                HTMLNode.tag("p", ["class": "plot-more"]) { "\(counted(others, "finding")) more in the raw data." }
            }
            if libraryGrowth > 0 {
                HTMLNode.tag("p", ["class": "plot-more"]) {
                    "Not drawn: \(libraryGrowth) \(libraryGrowth == 1 ? "kind" : "kinds") of known growth of libraries,"
                        + " which is listed with its reasons under Leaks."
                }
            }
            numbers
        }
    }

    /// A pattern over the colours of known findings, which stay visible below.
    private var hatching: HTMLNode {
        .tag("defs") {
            HTMLNode.tag(
                "pattern", ["id": "plot-hatch", "width": "6", "height": "6", "patternUnits": "userSpaceOnUse"]
            ) {
                HTMLNode.tag("path", ["class": "plot-hatch", "d": "M0,6L6,0"])
            }
        }
    }

    @HTMLBuilder
    private func nodes(of row: HeatRow, on axis: PlotAxis, top: Double) -> [HTMLNode] {
        let value = "\(row.verdict), \(row.amount(row.course.last))"
        let scale = row.isOfBytes ? HeatScale(greatest: row.course.maximum) : scale
        let kind = row.isKnown ? "known" : row.finding.verdict.rawValue
        HTMLNode.tag("g", ["class": "plot-row plot-\(kind)"]) {
            labels(row.name, beside: value, y: top + 13)
            HTMLNode.label(value, at: 1, y: top + 13, anchor: .end, kind: "plot-value")
            let y = top + 18
            let end = axis.fraction(of: Double(row.finding.live.count) + 0.5)
            HTMLNode.box(from: 0, to: end, y: y, height: Self.strip, kind: "plot-track")
            for cell in row.cells where cell.count > 0 {
                HTMLNode.box(
                    from: axis.fraction(of: Double(cell.cycles.lowerBound) - 0.5),
                    to: axis.fraction(of: Double(cell.cycles.upperBound) + 0.5),
                    y: cell.isWarmup ? y + Self.strip / 2 : y, height: cell.isWarmup ? Self.strip / 2 : Self.strip,
                    kind: "plot-heat-\(scale.level(of: cell.count))",
                    says: cell.words(isBinned: cyclesPerColumn > 1, unit: row.finding.unit))
            }
            row.isKnown
                ? HTMLNode.tag(
                    "rect",
                    [
                        "class": "plot-hatched", "x": across(0), "y": pixels(y),
                        "width": across(from: 0, to: end), "height": pixels(Self.strip),
                        "fill": "url(#plot-hatch)",
                    ]) : nil
        }
    }

    /// Returns the name, shortened in the middle to fit beside the verdict, with a variant for narrow pages.
    @HTMLBuilder
    private func labels(_ name: String, beside value: String, y: Double) -> [HTMLNode] {
        let narrow = elided(name, to: max(46 - columns(of: value), 14), .middle)
        let wide = elided(name, to: max(106 - columns(of: value), 30), .middle)
        if narrow == wide {
            HTMLNode.label(wide, at: 0, y: y, anchor: .start, kind: "plot-label")
        } else {
            HTMLNode.label(narrow, at: 0, y: y, anchor: .start, kind: "plot-label plot-narrow")
            HTMLNode.label(wide, at: 0, y: y, anchor: .start, kind: "plot-label plot-wide")
        }
    }

    private var heading: String {
        cyclesPerColumn == 1
            ? "alive after a cycle: " : "the most alive after any of \(cyclesPerColumn) cycles in a row: "
    }

    private var sentence: String {
        let shown = rows.prefix(5).map { row in
            "\(elided(row.name, to: 60, .middle)): \(row.verdict), \(row.amount(row.course.last))"
        }
        let rest = rows.count + others - shown.count
        return "\(counted(rows.count + others, "finding")) over \(counted(cycles, "cycle")). "
            + shown.joined(separator: "; ") + (rest > 0 ? "; and \(rest) more." : ".")
            + " The table below has the numbers."
    }
}

/// The colour strengths for numbers of live objects.
struct HeatScale: Hashable {
    /// The maximum number of strengths that a reader can distinguish.
    static let maximum = 5

    /// The counts of each strength, weakest first and without gaps.
    ///
    /// Up to five, each count has its own strength. Above, the ranges grow by about the same factor.
    let levels: [ClosedRange<Int>]

    init(greatest: Int) {
        let greatest = max(greatest, 1)
        let number = min(greatest, Self.maximum)
        var levels: [ClosedRange<Int>] = []
        for level in 1...number {
            let first = (levels.last?.upperBound ?? 0) + 1
            let share = Double(level) / Double(number)
            let last = greatest <= Self.maximum ? level : Int(pow(Double(min(greatest, 1 << 52)), share).rounded())
            levels.append(first...(level == number ? greatest : min(max(last, first), greatest - number + level)))
        }
        self.levels = levels
    }

    /// Returns the strength of a count, from 1, or 0 for a count of 0.
    func level(of count: Int) -> Int {
        count < 1 ? 0 : (levels.firstIndex { count <= $0.upperBound } ?? levels.count - 1) + 1
    }
}

extension SurvivorHeatMap {
    /// The colours and patterns in use.
    private var legend: HTMLNode {
        .tag("p", ["class": "plot-legend"]) {
            if rows.contains(where: { !$0.isOfBytes }) {
                heading
                for (level, counts) in scale.levels.enumerated() {
                    let words =
                        counts.count == 1 ? "\(counts.lowerBound)" : "\(counts.lowerBound)-\(counts.upperBound)"
                    PlotMark.entry(words) { swatch("plot-heat-\(level + 1)") }
                }
            }
            if rows.contains(where: \.isOfBytes) {
                PlotMark.entry("storage of a container, up to its greatest") {
                    swatch("plot-heat-\(HeatScale.maximum)")
                }
            }
            if rows.contains(where: { $0.cells.contains { $0.isWarmup && $0.count > 0 } }) {
                PlotMark.entry("warm-up") {
                    swatch("plot-track")
                    HTMLNode.tag(
                        "rect", ["class": "plot-heat-3", "x": "0", "y": "7.5", "width": "16", "height": "5.5"])
                }
            }
            if rows.contains(where: \.isKnown) {
                PlotMark.entry("known or expected") {
                    swatch("plot-heat-3")
                    HTMLNode.tag("path", ["class": "plot-hatch", "d": "M0,6L4,2M0,13L11,2M5,13L16,2M12,13L16,9"])
                }
            }
        }
    }

    private func swatch(_ kind: String) -> HTMLNode {
        .tag("rect", ["class": kind, "x": "0", "y": "2", "width": "16", "height": "11"])
    }

    /// The numbers as a collapsed table, for screen readers and for exact values.
    private var numbers: HTMLNode {
        .folded("The numbers", class: "plot-numbers") {
            HTMLTable(
                label: "Survivors by cycle, as numbers",
                columns: [.text("finding"), .text("verdict")]
                    + ["cycles", "after warm-up", "at most", "at last"].map { .number($0) }, noun: "finding",
                isWide: true
            ).node(rows) { row in
                let counts = [row.course.afterWarmup, row.course.maximum, row.course.last]
                return [.code(row.name, limit: 120), .text(row.verdict)]
                    + [.text(String(row.finding.live.count))]
                    + counts.map { .text(row.isOfBytes ? bytesText($0) : String($0)) }
            }
        }
    }
}
