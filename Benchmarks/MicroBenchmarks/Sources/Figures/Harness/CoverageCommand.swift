internal import ArgumentParser
internal import OutliveModel

/// `figures coverage`: the share of runs whose intervals all contain the true ratios of their arms.
struct CoverageCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "coverage", abstract: "How often the intervals hold the true ratios under a drift of 30 %.")

    /// Arms with their true times in seconds, of which the first 2, 3 and 5 are compared.
    private static let arms: [(name: Arm, seconds: Double)] = [
        (.launch, 4), (.reset, 1), (Arm(rawValue: "template"), 2.5), (Arm(rawValue: "reload"), 4.2),
        (Arm(rawValue: "spare"), 0.2),
    ]

    func run() async {
        let runs = 400
        for count in [2, 3, 5] {
            let covered = await coveredRuns(of: runs, drift: 0.3, arms: Array(Self.arms.prefix(count)))
            Figure(
                name: "all intervals of \(count) arms cover the truth, 30 % drift",
                goal: "at least 93 % of \(runs) runs",
                measured: "\(number(Double(covered) * 100 / Double(runs), digits: 1)) % (\(covered) runs)",
                holds: covered * 100 >= runs * 93
            ).show()
        }
    }
}
