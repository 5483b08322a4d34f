internal import OutliveModel

extension TextPage {
    /// The number of lines of a curve.
    private static let curveHeight = 8
    /// The most columns of a curve; on a wider terminal it would be too flat to read.
    private static let widestCurve = 150
    /// The numbers of groups below the curve.
    private static let groups = [CourseStack.Grouping.type: 8, .module: 5, .cause: 5]

    /// Writes a heap over time: the curve of all live memory, and the largest groups.
    mutating func writeCourse(_ course: HeapCourse?, causes: [Cause] = []) {
        guard let course, let whole = CourseStack.all(course, causes: causes).first else { return }
        title("Heap over time")
        paragraph(whole.sentence(unicode: style.unicode), indent: 2, hanging: 2)
        blank()
        writeCurve(whole, height: Self.curveHeight)
        for stack in CourseStack.all(course, causes: causes) {
            writeBands(stack, limit: Self.groups[stack.grouping] ?? 0)
        }
    }

    /// Writes the curve of all live memory, from 0 to its highest point.
    ///
    /// - Parameter height: The number of lines, without the axis.
    mutating func writeCurve(_ stack: CourseStack, height: Int) {
        let highest = stack.totals.max() ?? 0
        let labels = (0..<height).map { row in
            row == 0 ? bytesText(highest) : row == height / 2 ? bytesText(highest / 2) : ""
        }
        let margin = max(labels.map { columns(of: $0) }.max() ?? 0, 3)
        let width = min(style.width - margin - 5, Self.widestCurve)
        let levels = TerminalCurve(stack.totals, at: stack.places, columns: width)
        let edge = style.unicode ? "│" : "|"
        for (row, label) in labels.enumerated() {
            line(
                indent: 2, Span("\(aligned(label, margin)) \(edge)", .faint),
                Span(levels.row(height - 1 - row, of: height, unicode: style.unicode)))
        }
        let (corner, axis) = style.unicode ? ("└", "─") : ("+", "-")
        line(indent: 2, Span("\(aligned("0 B", margin)) \(corner)\(String(repeating: axis, count: width))", .faint))
        let first = stack.moment(at: 0, unicode: style.unicode)
        let last = stack.moment(at: stack.points.count - 1, unicode: style.unicode)
        line(indent: 2 + margin + 2, Span(padded(first, width - columns(of: last)) + last, .faint))
    }

    /// Writes the groups of a stack, each with its bytes at both ends and its own small curve.
    private mutating func writeBands(_ stack: CourseStack, limit: Int) {
        let isWide = style.width >= 80
        let small = min(max(style.width / 5, 10), 32)
        func row(_ start: String, _ end: String, _ highest: String) -> String {
            aligned(start, 9) + aligned(end, 10) + (isWide ? aligned(highest, 10) : "") + "  "
        }
        blank()
        let heads = row("start", "end", "highest") + padded("", small) + "  "
        line(indent: 2, Span(heads + stack.grouping.rawValue, .faint))
        let named = stack.bands.filter { !$0.isRest }
        let left = named.dropFirst(limit) + stack.bands.filter(\.isRest)
        var shown = Array(named.prefix(limit))
        if !left.isEmpty {
            let bytes = stack.points.indices.map { index in left.reduce(0) { $0 + $1.bytes[index] } }
            let rest = stack.bands.last { $0.isRest }?.name ?? "others"
            shown.append(CourseStack.Band(name: rest, bytes: bytes, isRest: true))
        }
        let room = style.width - 2 - columns(of: heads)
        let isTight = shown.contains { columns(of: legible($0.name)) > room }
        for band in shown {
            let name = isTight ? band.label ?? band.name : band.name
            let curve = TerminalCurve(band.bytes, at: stack.places, columns: small)
            let amounts = row(bytesText(band.first), bytesText(band.last), bytesText(band.highest))
            line(
                indent: 2, Span(amounts), Span(curve.row(0, of: 1, unicode: style.unicode) + "  "),
                Span(elided(legible(name), to: room, .middle, mark: ellipsis), band.isRest ? .faint : .plain))
        }
    }
}

/// The heights of a curve in the columns of a terminal.
struct TerminalCurve {
    private static let blocks = Array(" ▁▂▃▄▅▆▇█").map(String.init)
    private static let signs = Array(" .:-=+*%#").map(String.init)

    /// The height of each column, from 0 to 1.
    let heights: [Double]

    /// Creates the curve of values, as high as the highest of them.
    ///
    /// A column has the highest value within it, or else the one on the line between its neighbours.
    ///
    /// - Parameter places: The places of the values, ascending.
    init(_ values: [Int], at places: [Double], columns: Int) {
        let highest = Double(values.max() ?? 0)
        guard highest > 0, columns > 0, let first = places.first, let last = places.last, last > first else {
            heights = Array(repeating: 0, count: max(columns, 0))
            return
        }
        var heights = [Double](repeating: 0, count: columns)
        var next = 1
        for column in 0..<columns {
            let place = first + (last - first) * (columns > 1 ? Double(column) / Double(columns - 1) : 1)
            while next < places.count - 1, places[next] < place { next += 1 }
            let share = min(max((place - places[next - 1]) / (places[next] - places[next - 1]), 0), 1)
            let value = Double(values[next - 1]) * (1 - share) + Double(values[next]) * share
            heights[column] = value / highest
        }
        for (value, place) in zip(values, places) {
            let share = (place - first) / (last - first)
            let column = min(max(Int((share * Double(columns - 1)).rounded()), 0), columns - 1)
            heights[column] = max(heights[column], Double(value) / highest)
        }
        self.heights = heights
    }

    /// Returns a row of the picture.
    ///
    /// - Parameters:
    ///   - row: The row, counted from 0 at the bottom.
    ///   - count: The number of all rows.
    ///   - unicode: `true` for blocks in eighths of a row, and `false` for signs.
    func row(_ row: Int, of count: Int, unicode: Bool) -> String {
        heights.map { height in
            let eighths = Int((height * Double(count * 8)).rounded()) - row * 8
            // A value above 0 is never invisible.
            let visible = row == 0 && height > 0 ? max(eighths, 1) : eighths
            let level = min(max(visible, 0), 8)
            return unicode ? Self.blocks[level] : Self.signs[level]
        }.joined()
    }
}
