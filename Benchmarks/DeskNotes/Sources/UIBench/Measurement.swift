internal import OutliveBenchmark
internal import OutliveModel
internal import SuiteResult

/// All rounds: the same tests by resets and by relaunches.
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
    /// `true` if nothing failed in any run.
    var passed: Bool
    /// The lines of the runs that report failures.
    var complaints: [String]
    /// The folder of the artifacts of failed tests, or `nil` if there are none.
    var artifacts: String?
    /// The median time by relaunch divided by that by reset; `nil` unless everything passed, as a failed test does
    /// other work.
    var ratio: Double?
    /// The ratio's interval at 95 %; `nil` with fewer than 6 rounds.
    var interval: Interval?

    /// Runs all rounds.
    ///
    /// - Parameter progress: Called with a description of the next run.
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
        let pairs = rounds.map { (launch: $0.relaunch.seconds, reset: $0.reset.seconds) }
        ratio = (median(of: pairs.map(\.launch)) ?? 0) / (median(of: pairs.map(\.reset)) ?? 1)
        interval = ratioInterval(of: pairs, using: &generator)
    }

    /// Returns the results of one arm, in the order of the rounds.
    func results(_ arm: Arm) -> [SuiteResult] { rounds.map { $0[arm] } }

    /// The number of failed tests, over all runs.
    var failed: Int { Arm.allCases.flatMap(results).reduce(0) { $0 + $1.failed } }

    /// The number of tests that failed only because of leaks, over all runs.
    var leaked: Int { Arm.allCases.flatMap(results).flatMap(\.cases).count { $0.outcome == .leaked } }

    /// The number of failed resets that a relaunch replaced.
    var fallbacks: Int { results(.reset).reduce(0) { $0 + $1.fallbacks } }

    /// The names of the survivors of resets, each with the number of tests that left it behind.
    var leaks: [(name: String, count: Int)] {
        let names = results(.reset).flatMap(\.leaks)
        return Set(names).sorted().map { name in (name, names.count { $0 == name }) }
    }

    /// The outcome that sets the exit status.
    var outcome: Outcome { passed && fallbacks == 0 && leaks.isEmpty ? .clean : .notClean }
}
