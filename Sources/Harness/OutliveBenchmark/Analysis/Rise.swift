internal import OutliveModel

/// The rise of a metric over the judged cycles of a soak, in more detail than its slope.
struct Rise {
    /// The fewest cycles of which each half has an interval.
    private static let fewestCycles = 12
    /// The number of steps that a pool or an arena may take.
    private static let fewSteps = 3

    /// The values in order; `nil` for a missing value.
    private let values: [Double?]
    private let present: [Double]
    private let trend: Trend

    init(_ values: [Double?], trend: Trend) {
        self.values = values
        self.trend = trend
        present = values.compactMap(\.self)
    }

    var first: Double { present.first ?? 0 }
    var total: Double { (present.last ?? 0) - first }

    /// The increases of the maximum after the first value.
    var climbs: [Double] { Self.climbs(of: present[...]) }

    /// `true` if nine of ten cycles add at least half the average, and the decreases are small.
    ///
    /// A leak of the same size in each cycle is steady.
    var isSteady: Bool {
        guard trend.slope > 0, present.count > 1 else { return false }
        let changes = zip(present, present.dropFirst()).map { $1 - $0 }
        let falls = changes.reduce(0) { $0 - min($1, 0) }
        return changes.count { $0 >= trend.slope / 2 } * 10 >= changes.count * 9 && falls <= 0.1 * total
    }

    /// Returns the course of the growth.
    func course(of metric: Metric, minimumEffect: Double) -> GrowthCourse {
        guard present.count >= Self.fewestCycles else {
            // In few cycles, only large and steady growth is certain.
            let isCertain = isSteady && trend.slope >= 4 * minimumEffect
            return isCertain && addsAsMuchLate(present) ? .lasting : .unclear
        }
        switch metric {
        case .resetSeconds: return goesOn(minimumEffect, isCertain: false) ? .lasting : .slowing
        case .residentBytes:
            if isOfFewSteps { return .steps }
            let goesOn = goesOn(minimumEffect, isCertain: true) || climbsByQuarters(minimumEffect)
            return endsHighest && goesOn ? .lasting : .slowing
        case .liveComponents, .threads, .descriptors:
            // Counts have no useful interval: with a few steps in one half, it always reaches zero.
            if isOfFewSteps { return .steps }
            let late = Self.climbs(of: present[(present.count / 2 - 1)...])
            return endsHighest && late.count >= 2 && addsAsMuchLate(present) ? .lasting : .slowing
        }
    }

    private static func climbs(of values: ArraySlice<Double>) -> [Double] {
        guard var highest = values.first else { return [] }
        return values.dropFirst().compactMap { value in
            guard value > highest else { return nil }
            defer { highest = value }
            return value - highest
        }
    }

    /// `true` if the few largest increases are four fifths of all.
    private var isOfFewSteps: Bool {
        let climbs = climbs.sorted(by: >)
        return climbs.prefix(Self.fewSteps).reduce(0, +) >= 0.8 * climbs.reduce(0, +)
    }

    /// `true` if the maximum is in the last third, unlike for a metric that rises and falls.
    private var endsHighest: Bool {
        let third = present.count / 3
        guard let late = present.suffix(third).max(), let early = present.dropLast(third).max() else { return false }
        return late > early
    }

    /// Returns `true` if the second half adds at least half as much as the first.
    private func addsAsMuchLate(_ values: [Double]) -> Bool {
        guard let first = values.first, let last = values.last else { return false }
        let middle = values[values.count / 2]
        return last > middle && (last - middle) * 2 >= middle - first
    }

    private var quarters: [Double] {
        let size = present.count / 4
        return (0..<4).compactMap { median(of: Array(present[($0 * size)..<(($0 + 1) * size)])) }
    }

    /// The increase per cycle between the medians of the last two quarters.
    var lateRate: Double {
        guard present.count >= 4 else { return 0 }
        return (quarters[3] - quarters[2]) / Double(present.count / 4)
    }

    /// Returns `true` if every quarter is higher than the previous one, and the last step is at least half the first.
    ///
    /// A heap that is collected now and then climbs in steps, for which intervals are inconclusive.
    private func climbsByQuarters(_ minimumEffect: Double) -> Bool {
        let quarters = quarters
        let rises = zip(quarters, quarters.dropFirst()).map { $1 - $0 }
        return rises.allSatisfy { $0 > 0 } && rises[2] * 2 >= rises[0] && lateRate >= minimumEffect
    }

    /// Returns `true` if the second half rises by half the minimum effect, and possibly at half the first half's rate.
    ///
    /// - Parameter isCertain: `true` to require that the whole interval of the second half is above zero. Times of few
    ///   resets are too noisy for that.
    private func goesOn(_ minimumEffect: Double, isCertain: Bool) -> Bool {
        let middle = values.count / 2
        guard let early = theilSen(Array(values[..<middle])), let late = theilSen(Array(values[middle...])),
            let interval = late.interval
        else { return false }
        return (interval.lower > 0 || !isCertain) && late.slope >= minimumEffect / 2
            && interval.upper >= early.slope / 2
    }
}
