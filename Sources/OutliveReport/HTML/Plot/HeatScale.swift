#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif

/// How strong a colour stands for how many live objects.
struct HeatScale: Hashable {
    /// How many strengths there are at most: more would not be told apart.
    static let most = 5

    /// The counts of each strength, the weakest first; each begins where the one before it ends.
    ///
    /// Up to five objects each count has a strength of its own; above, a strength is about as many times the one before.
    let levels: [ClosedRange<Int>]

    /// Makes the scale for counts from 1.
    ///
    /// - Parameter greatest: the greatest count, 1 or more.
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

    /// The strength of a count, from 1; 0 of none.
    func level(of count: Int) -> Int {
        count < 1 ? 0 : (levels.firstIndex { count <= $0.upperBound } ?? levels.count - 1) + 1
    }
}
