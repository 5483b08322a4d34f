internal import ArgumentParser

/// `figures coverage`: the share of runs whose interval contains the true ratio.
struct CoverageCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "coverage", abstract: "How often the interval holds the true ratio under a drift of 30 %.")

    func run() async {
        let runs = 400
        let covered = await coveredRuns(of: runs, drift: 0.3)
        Figure(
            name: "interval covers the truth, 30 % drift", goal: "at least 93 % of \(runs) runs",
            measured: "\(number(Double(covered) * 100 / Double(runs), digits: 1)) % (\(covered) runs)",
            holds: covered * 100 >= runs * 93
        ).show()
    }
}
