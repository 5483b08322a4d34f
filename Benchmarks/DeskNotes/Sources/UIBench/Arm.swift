internal import OutliveBenchmark
internal import OutliveDriver

/// The two arms of the comparison.
enum Arm: String, Codable, CaseIterable {
    case relaunch
    case reset

    /// The strategy that the tests use in this arm.
    var strategy: ResetStrategy { self == .reset ? .inPlace : .relaunch }

    /// Returns the order of the arms in each round, by the seed.
    ///
    /// Of every two rounds, one begins with the relaunches, so that steady changes, as of the machine's speed, cancel
    /// out. Chance decides which of the two.
    static func orders(rounds: Int, seed: UInt64) -> [[Arm]] {
        var generator = SplitMix64(seed: seed)
        var relaunchesFirst = false
        return (0..<rounds).map { round in
            relaunchesFirst = round.isMultiple(of: 2) ? generator.coin() : !relaunchesFirst
            return relaunchesFirst ? [.relaunch, .reset] : [.reset, .relaunch]
        }
    }
}
