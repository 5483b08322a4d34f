internal import OutliveModel

/// The course of growth over the measured cycles, which distinguishes a store that fills from a leak.
///
/// The work of all cycles is the same, so a leak adds about as much in the last cycles as in the first, whereas a store
/// with a bound adds ever fewer objects, and a pool a few in all.
struct GrowthCourse {
    /// The fewest measured cycles whose course can be judged.
    private static let minimumCycles = 6
    /// The measured cycles in which the growth of a pool ends, and a leak shows its rate.
    private static let enoughCycles = 24
    /// The most items that a pool adds while it warms up.
    private static let maximumOfPool = 8
    /// The most objects that a store keeps because they were in use at once.
    private static let maximumInUse = 32

    /// The number by which each measured cycle exceeds all cycles before it; 0 if it does not.
    private let added: [Int]

    init(_ finding: Finding) {
        let warmup = min(max(finding.warmup, 0), finding.live.count)
        var highest = finding.live.prefix(warmup).last ?? 0
        added = finding.live.dropFirst(warmup).map { number in
            defer { highest = max(highest, number) }
            return max(number - highest, 0)
        }
    }

    /// The greatest common divisor of the increments; 0 without any.
    private var unit: Int { added.reduce(0, greatestCommonDivisor) }
    private var early: ArraySlice<Int> { added.prefix(added.count / 2) }
    private var late: ArraySlice<Int> { added.suffix(added.count / 2) }
    /// `true` if objects are added in less than half of the cycles.
    private var isRare: Bool { added[...].steps * 2 < added.count }

    /// `true` if fewer objects are added in the second half than in the first.
    var isLessLate: Bool { late.total < early.total }

    /// `true` if ever fewer objects are added, by more than chance, and in the second half at most two thirds as many as
    /// in the first.
    ///
    /// The test of Laplace asks for the time of the increments, with a confidence of 0.95; the test of Mann and Kendall
    /// for their size, which bursts do not deceive. A leak beside a store that has filled up adds the same in each
    /// cycle.
    var slowsDown: Bool {
        guard added.count >= Self.minimumCycles, late.total * 3 <= early.total * 2 else { return false }
        let alike = Dictionary(grouping: late.filter { $0 > 0 }) { $0 }.values.map(\.count).max() ?? 0
        guard alike < late.count - late.count / 6 else { return false }
        let moment = added.enumerated().reduce(0) { $0 + (Double($1.offset) + 0.5) * Double($1.element) }
        let lead = 0.5 - moment / (added[...].total * Double(added.count))
        return lead * (12 * added[...].total).squareRoot() >= 1.645 && added.map { -$0 }.trend >= 1
    }

    /// The number of further cycles that distinguish a pool from a leak; 0 if there are enough, or too few to judge.
    ///
    /// It is also 0 if objects are added in more than three fifths of the cycles, as by a leak.
    var furtherCycles: Int {
        let isSparse = added[...].steps * 5 <= added.count * 3
        return isSparse && added.count >= Self.minimumCycles ? max(Self.enoughCycles - added.count, 0) : 0
    }

    /// `true` if objects are added in less than half of the cycles, and in two thirds of the last ones at most.
    ///
    /// A leak that begins late, or in every second cycle, has too many steps. The course of a leak in every fourth cycle
    /// may equal the course of a pool.
    var hasFewSteps: Bool {
        added.count >= Self.minimumCycles && isRare && late.steps * 3 <= late.count * 2
    }

    /// `true` if few objects are added, in units of their greatest common divisor: a connection of a pool has several of
    /// some types.
    var hasFewObjects: Bool { added[...].total <= Double(Self.maximumOfPool * unit) }

    /// `true` if objects are added in less than half of the cycles, and in amounts that differ by more than chance, as in
    /// a pool that keeps as many as were ever in use at once.
    ///
    /// The same work leaks by a rate, so the amounts, in units of their greatest common divisor, would have the
    /// distribution of Poisson. Their dispersion exceeds it with a confidence of 0.99, by the approximation of Wilson and
    /// Hilferty.
    var isHighWaterMark: Bool {
        guard added.count >= Self.minimumCycles, isRare, late.steps * 2 <= late.count, unit > 0,
            added[...].total <= Double(Self.maximumInUse)
        else { return false }
        let mean = added[...].total / Double(added.count)
        let squares = added.reduce(0) { $0 + (Double($1) - mean) * (Double($1) - mean) }
        let freedom = Double(added.count - 1)
        let spread = 2 / (9 * freedom)
        let root = 1 - spread + 2.326 * spread.squareRoot()
        return squares / (mean * Double(unit)) >= freedom * root * root * root
    }
}

private func greatestCommonDivisor(_ one: Int, _ other: Int) -> Int {
    other == 0 ? one : greatestCommonDivisor(other, one % other)
}

extension ArraySlice<Int> {
    /// The sum, in floating point, because the numbers of a report may have any value.
    fileprivate var total: Double { reduce(0) { $0 + Double($1) } }
    /// The number of cycles that add objects.
    fileprivate var steps: Int { count { $0 > 0 } }
}
