internal import OutliveModel

/// How long the resets of a soak took, as their distribution in words.
struct SoakDistribution {
    /// With fewer resets the slowest of a hundred would be the slowest of all.
    private static let fewest = 100

    /// The whole, on one line.
    let words: String

    /// Describes the resets of a soak that did not fall back; nil where they are too few.
    init?(_ soak: [SoakCycle], unicode: Bool = true) {
        let seconds = soak.filter { !$0.fellBack }.compactMap(\.seconds).sorted()
        guard seconds.count >= Self.fewest else { return nil }
        // The nearest rank: a value that was measured.
        func time(within fraction: Double) -> String {
            let rank = Int((fraction * Double(seconds.count)).rounded(.up))
            let value = seconds[min(max(rank, 1), seconds.count) - 1]
            return Scale.seconds(value, unicode: unicode).text(value)
        }
        words =
            "resets took \(time(within: 0.5)) (median), \(time(within: 0.95)) (p95), \(time(within: 0.99)) (p99), "
            + "\(time(within: 1)) (max)"
    }
}
