internal import OutliveBenchmark
internal import OutliveDriver

/// The two ways in which the tests are run.
enum Arm: String, Codable, CaseIterable {
    case relaunch
    case reset

    /// The tests' own word for it.
    var strategy: ResetStrategy { self == .reset ? .inPlace : .relaunch }

    /// Which comes first in each round, by the seed.
    ///
    /// Of every two rounds one begins with the relaunches, so that whatever changes steadily, such as the machine's
    /// speed, cancels; chance decides which of the two.
    static func orders(rounds: Int, seed: UInt64) -> [[Arm]] {
        var generator = SplitMix64(seed: seed)
        var relaunchesFirst = false
        return (0..<rounds).map { round in
            relaunchesFirst = round.isMultiple(of: 2) ? generator.coin() : !relaunchesFirst
            return relaunchesFirst ? [.relaunch, .reset] : [.reset, .relaunch]
        }
    }
}
