/// Brings together the points of a line, where it has more of them than the picture has room for.
enum LineThinning {
    /// One point.
    struct Point: Hashable {
        /// Where it is, in pixels.
        var x: Double
        var value: Double
    }

    /// Points that share a place.
    struct Column: Hashable {
        /// Where they are, in pixels: the middle of the column, or their own place.
        var x: Double
        var least: Double
        /// The median of them.
        var middle: Double
        var greatest: Double
    }

    /// The columns that points fall into; none is left out that has any, and no extreme is lost.
    ///
    /// - Parameters:
    ///   - points: by `x`, ascending, from 0.
    ///   - width: of a column, in pixels; 0 for a place for each point.
    /// - Complexity: O(n log n).
    static func columns(_ points: [Point], width: Double) -> [Column] {
        guard width > 0 else {
            return points.map { Column(x: $0.x, least: $0.value, middle: $0.value, greatest: $0.value) }
        }
        var columns: [Column] = []
        var start = points.startIndex
        while start < points.endIndex {
            let number = (points[start].x / width).rounded(.down)
            let end = points[start...].firstIndex { ($0.x / width).rounded(.down) != number } ?? points.endIndex
            let values = points[start..<end].map(\.value).sorted()
            if let least = values.first, let greatest = values.last, let middle = Quartiles(values)?.median {
                columns.append(Column(x: (number + 0.5) * width, least: least, middle: middle, greatest: greatest))
            }
            start = end
        }
        return columns
    }
}
