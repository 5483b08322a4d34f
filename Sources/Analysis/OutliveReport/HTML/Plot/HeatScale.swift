internal import OutliveSupport

/// The colour strengths for numbers of live objects.
struct HeatScale: Hashable {
    /// The maximum number of strengths that a reader can distinguish.
    static let most = 5

    /// The counts of each strength, weakest first and without gaps.
    ///
    /// Up to five, each count has its own strength. Above, the ranges grow by about the same factor.
    let levels: [ClosedRange<Int>]

    /// Creates the scale for counts from 1.
    ///
    /// - Parameter greatest: The greatest count, 1 or more.
    init(greatest: Int) {
        let greatest = max(greatest, 1)
        let number = min(greatest, Self.most)
        var levels: [ClosedRange<Int>] = []
        for level in 1...number {
            let first = (levels.last?.upperBound ?? 0) + 1
            let share = Double(level) / Double(number)
            let last = greatest <= Self.most ? level : Int(pow(Double(min(greatest, 1 << 52)), share).rounded())
            levels.append(first...(level == number ? greatest : min(max(last, first), greatest - number + level)))
        }
        self.levels = levels
    }

    /// Returns the strength of a count, from 1, or 0 for a count of 0.
    func level(of count: Int) -> Int {
        count < 1 ? 0 : (levels.firstIndex { count <= $0.upperBound } ?? levels.count - 1) + 1
    }
}
