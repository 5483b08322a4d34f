/// The reduction of a line with more points than the picture has room for.
enum LineThinning {
    /// A point of a line.
    struct Point: Hashable {
        /// The place of the point, in pixels.
        var x: Double
        var value: Double
    }

    /// The points that share a place.
    struct Column: Hashable {
        /// The middle of the column, or the place of a single point, in pixels.
        var x: Double
        var least: Double
        /// The median of the values.
        var middle: Double
        var greatest: Double
    }

    /// Returns the columns of points. Every point counts, and every extreme is kept.
    ///
    /// - Parameters:
    ///   - points: The points by `x`, ascending, from 0.
    ///   - width: The width of a column in pixels, or 0 for one column for each point.
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
