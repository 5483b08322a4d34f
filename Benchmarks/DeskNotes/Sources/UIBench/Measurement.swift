internal import OutliveBenchmark
internal import OutliveModel
internal import SuiteResult

/// All rounds: the same tests by reset and by relaunch.
struct Measurement: Codable {
    /// One round: the tests once by each arm.
    struct Round: Codable {
        var order: [Arm]
        var relaunch: SuiteResult
        var reset: SuiteResult

        subscript(_ arm: Arm) -> SuiteResult { arm == .reset ? reset : relaunch }
    }

    var conditions: Conditions
    var seed: UInt64
    var rounds: [Round]
    /// Whether nothing failed in any run.
    var passed: Bool
    /// What the runs said of failures.
    var complaints: [String]
    /// Where what helps with failed tests is; nil when none failed.
    var artifacts: String?
    /// The median time by relaunch divided by that by reset; nil unless all was well, as a failed test is another one.
    var ratio: Double?
    /// The ratio's interval at 95 %; nil under 6 rounds.
    var interval: Interval?

    /// Runs all rounds.
    ///
    /// - Parameter progress: is told what comes next.
    /// - Throws: `BenchError`; `CancellationError`.
    static func make(
        of suite: TestSuite, rounds count: Int, seed: UInt64, progress: (String) -> Void
    ) async throws -> Measurement {
        var rounds: [Round] = []
        var runs: [TestSuite.Run] = []
        for (place, order) in Arm.orders(rounds: count, seed: seed).enumerated() {
            var results: [Arm: SuiteResult] = [:]
            for arm in order {
                progress("round \(place + 1) of \(count): by \(arm.rawValue)")
                let run = try await suite.run(arm)
                guard run.result.tests > 0 else {
                    throw BenchError("no test ran: " + run.complaints.joined(separator: "\n"))
                }
                results[arm] = run.result
                runs.append(run)
            }
            rounds.append(Round(order: order, relaunch: results[.relaunch]!, reset: results[.reset]!))
        }
        return Measurement(
            rounds, passed: runs.allSatisfy(\.passed), complaints: runs.flatMap(\.complaints),
            artifacts: suite.folders.keptArtifacts, conditions: suite.conditions, seed: seed)
    }

    init(
        _ rounds: [Round], passed: Bool, complaints: [String], artifacts: String?, conditions: Conditions, seed: UInt64
    ) {
        self.conditions = conditions
        self.seed = seed
        self.passed = passed
        self.rounds = rounds
        self.complaints = complaints
        self.artifacts = artifacts
        guard outcome == .clean else { return }
        var generator = SplitMix64(seed: seed)
        let pairs = rounds.map { TimePair(launch: $0.relaunch.seconds, reset: $0.reset.seconds) }
        ratio = (median(of: pairs.map(\.launch)) ?? 0) / (median(of: pairs.map(\.reset)) ?? 1)
        interval = ratioInterval(of: pairs, using: &generator)
    }

    /// The results of one arm, in the order of the rounds.
    func results(_ arm: Arm) -> [SuiteResult] { rounds.map { $0[arm] } }

    /// How many tests failed, over all runs.
    var failed: Int { Arm.allCases.flatMap(results).reduce(0) { $0 + $1.failed } }

    /// How many tests failed by what outlived them alone, over all runs.
    var leaked: Int { Arm.allCases.flatMap(results).flatMap(\.cases).count { $0.outcome == .leaked } }

    /// How many resets were made up for by a relaunch.
    var fallbacks: Int { results(.reset).reduce(0) { $0 + $1.fallbacks } }

    /// What outlived resets, and how many tests left it behind.
    var leaks: [(name: String, count: Int)] {
        let names = results(.reset).flatMap(\.leaks)
        return Set(names).sorted().map { name in (name, names.count { $0 == name }) }
    }

    /// What the process ends with.
    var outcome: Outcome { passed && fallbacks == 0 && leaks.isEmpty ? .clean : .notClean }
}
