/// A search in a row of revisions for the first one with a leak, some of which cannot be tried.
///
/// The last one has the leak, and the one before the first has not.
struct BisectSearch: Sendable {
    /// The weight of the distance from skipped revisions: revisions that do not build often stand together.
    private static let distanceWeight = 3.0

    /// The last index that is known to be good; -1 for the revision before the first.
    private(set) var good = -1
    /// The first index that is known to be bad.
    private(set) var bad: Int
    private var skipped: Set<Int> = []

    /// - Parameter count: The number of revisions, at least 1.
    init(count: Int) { bad = count - 1 }

    /// The indices among which the first bad revision is.
    var suspects: ClosedRange<Int> { good + 1...bad }

    /// The revision to try next, or `nil` at the end.
    ///
    /// The middle halves what is left. If it was skipped, a neighbour is tried that is far from skipped ones.
    ///
    /// - Complexity: O(suspects × skipped).
    var next: Int? {
        let middle = Double(good + bad) / 2
        let nearby = skipped.filter { good < $0 && $0 < bad }
        func cost(_ index: Int) -> Double {
            nearby.reduce(abs(Double(index) - middle)) { $0 + Self.distanceWeight / Double(abs(index - $1)) }
        }
        return (good + 1..<bad).filter { !skipped.contains($0) }.map { ($0, cost($0)) }.min { $0.1 < $1.1 }?.0
    }

    /// The largest number of further revisions that have to be measured.
    var remaining: Int {
        let left = suspects.count - skipped.filter(suspects.contains).count
        return Int.bitWidth - max(left - 1, 0).leadingZeroBitCount
    }

    mutating func good(_ index: Int) { good = max(good, index) }
    mutating func bad(_ index: Int) { bad = min(bad, index) }
    mutating func skip(_ index: Int) { skipped.insert(index) }
}
