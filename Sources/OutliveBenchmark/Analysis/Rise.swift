internal import OutliveModel

/// How a metric rises over the judged cycles of a soak, beyond the straight line through it.
struct Rise {
    /// The fewest cycles of which each half has an interval of its own.
    private static let fewestCycles = 12
    /// How many rises are few: a pool or an arena may take this many steps.
    private static let fewSteps = 3

    /// The values in order; a value that is missing leaves its place empty.
    private let values: [Double?]
    private let present: [Double]
    private let trend: Trend

    init(_ values: [Double?], trend: Trend) {
        self.values = values
        self.trend = trend
        present = values.compactMap(\.self)
    }

    /// The first value.
    var first: Double { present.first ?? 0 }
    /// The difference between the last and the first value.
    var total: Double { (present.last ?? 0) - first }

    /// The new maxima after the first value, each by how much it is above the one before.
    var climbs: [Double] { Self.climbs(of: present[...]) }

    /// Whether nine of ten cycles add at least half of what a cycle adds on average, and the others take little of it
    /// back, as with a leak of the same size each time.
    var isSteady: Bool {
        guard trend.slope > 0, present.count > 1 else { return false }
        let changes = zip(present, present.dropFirst()).map { $1 - $0 }
        let falls = changes.reduce(0) { $0 - min($1, 0) }
        return changes.count { $0 >= trend.slope / 2 } * 10 >= changes.count * 9 && falls <= 0.1 * total
    }

    /// How the rise goes on.
    func course(of metric: Metric, minimumEffect: Double) -> GrowthCourse {
        guard present.count >= Self.fewestCycles else {
            // Of few cycles only what is large and alike in all of them is certain.
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
            // They are whole: an interval of a few steps in one half always reaches zero.
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

    /// Whether the few largest rises to a new maximum are four fifths of all.
    private var isOfFewSteps: Bool {
        let climbs = climbs.sorted(by: >)
        return climbs.prefix(Self.fewSteps).reduce(0, +) >= 0.8 * climbs.reduce(0, +)
    }

    /// Whether the last third reaches beyond all that was before it, which what rises and falls again does not.
    private var endsHighest: Bool {
        let third = present.count / 3
        guard let late = present.suffix(third).max(), let early = present.dropLast(third).max() else { return false }
        return late > early
    }

    /// Whether the second half adds at least half of what the first half adds.
    private func addsAsMuchLate(_ values: [Double]) -> Bool {
        guard let first = values.first, let last = values.last else { return false }
        let middle = values[values.count / 2]
        return last > middle && (last - middle) * 2 >= middle - first
    }

    /// The medians of the four quarters.
    private var quarters: [Double] {
        let size = present.count / 4
        return (0..<4).compactMap { median(of: Array(present[($0 * size)..<(($0 + 1) * size)])) }
    }

    /// How much a cycle adds near the end, by the medians of the last two quarters.
    var lateRate: Double {
        guard present.count >= 4 else { return 0 }
        return (quarters[3] - quarters[2]) / Double(present.count / 4)
    }

    /// Whether every quarter is above the one before, and the last two differ by at least half of what the first two
    /// do.
    ///
    /// A heap that is collected now and then climbs by stairs, of which no interval says anything.
    private func climbsByQuarters(_ minimumEffect: Double) -> Bool {
        let quarters = quarters
        let rises = zip(quarters, quarters.dropFirst()).map { $1 - $0 }
        return rises.allSatisfy { $0 > 0 } && rises[2] * 2 >= rises[0] && lateRate >= minimumEffect
    }

    /// Whether the second half rises by itself, by at least half the minimum effect, and is not known to be less than
    /// half as fast as the first.
    ///
    /// - Parameter isCertain: whether the whole interval of the second half must be above zero. Times of few resets are
    ///   too noisy for that.
    private func goesOn(_ minimumEffect: Double, isCertain: Bool) -> Bool {
        let middle = values.count / 2
        guard let early = theilSen(Array(values[..<middle])), let late = theilSen(Array(values[middle...])),
            let interval = late.interval
        else { return false }
        return (interval.lower > 0 || !isCertain) && late.slope >= minimumEffect / 2
            && interval.upper >= early.slope / 2
    }
}
