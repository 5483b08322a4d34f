internal import OutliveModel

/// The distribution of the reset times of a soak, in words.
struct SoakDistribution {
    /// With fewer resets, the 99th percentile would be the maximum.
    private static let fewest = 100

    /// The distribution in one line.
    let words: String

    /// Creates the distribution of the resets that did not fall back, or returns `nil` if they are too few.
    init?(_ soak: [SoakCycle], unicode: Bool = true) {
        let seconds = soak.filter { !$0.fellBack }.compactMap(\.seconds).sorted()
        guard seconds.count >= Self.fewest else { return nil }
        // The nearest rank yields a measured value.
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
