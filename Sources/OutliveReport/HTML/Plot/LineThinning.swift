/// Leaves out the points of a line that cannot be seen, where it has more of them than the picture has pixels.
///
/// Of those in one column of pixels the first, the least, the greatest and the last are kept, in their order: so the
/// line is drawn as it would be with all, and no extreme is lost.
///
/// Source: Jugel and others, "M4: A visualization-oriented time series data aggregation", 2014.
enum LineThinning {
    /// The indices of the points to draw, ascending: at most four for each column.
    ///
    /// - Parameters:
    ///   - columns: for each point the column that it falls into, ascending.
    ///   - values: as many.
    /// - Complexity: O(n).
    static func kept(columns: [Int], values: [Double]) -> [Int] {
        var kept: [Int] = []
        var start = 0
        while start < columns.count {
            let end = columns[start...].firstIndex { $0 != columns[start] } ?? columns.count
            var (least, greatest) = (start, start)
            for index in start..<end {
                if values[index] < values[least] { least = index }
                if values[index] > values[greatest] { greatest = index }
            }
            kept += Set([start, least, greatest, end - 1]).sorted()
            start = end
        }
        return kept
    }
}
