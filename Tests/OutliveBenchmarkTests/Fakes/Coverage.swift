import OutliveBenchmark
import OutliveModel

/// Counts the benchmark runs whose intervals all contain the true ratios of a simulated program.
///
/// Every time is noisy, and the machine's speed drifts steadily over each run.
///
/// - Parameters:
///   - runs: The number of runs, each with a seed of its own.
///   - drift: The slowdown of the last call of a run relative to the first: 0.3 for 30 %.
///   - arms: The arms with their true times in seconds, the relaunch first; a relaunch and one reset if there are two.
/// - Returns: The number of runs in which every interval contains the true ratio of its arms.
func coveredRuns(of runs: Int, drift: Double, arms: [(name: Arm, seconds: Double)]) async -> Int {
    let truth = Dictionary(uniqueKeysWithValues: arms.map { ($0.name, $0.seconds) })
    let planned = arms.enumerated().map { place, arm in
        PlannedArm(name: arm.name, trigger: place == 0 ? "relaunch" : "exec:reset", done: place == 0 ? nil : "exit")
    }
    var covered = 0
    for number in 0..<runs {
        let report = await run(
            .drifting(drift, run: number, arms: truth), pairs: 20, warmup: 2, soak: 0,
            arms: arms.count == 2 ? nil : planned, seed: UInt64(number)
        ).report
        let ratios = report.comparison?.ratios ?? []
        guard ratios.count == arms.count * (arms.count - 1) / 2 else { continue }
        let areCovered = ratios.allSatisfy { ratio in
            guard let base = truth[ratio.base], let arm = truth[ratio.arm], let interval = ratio.interval else {
                return false
            }
            return interval.lower <= base / arm && base / arm <= interval.upper
        }
        if areCovered { covered += 1 }
    }
    return covered
}

extension FakeProgram {
    /// A program on a machine that gets slower steadily, with noise of its own for each run and call.
    fileprivate static func drifting(_ drift: Double, run: Int, arms: [Arm: Double]) -> FakeProgram {
        var program = FakeProgram()
        // All of a relaunch in one noisy time: the median of a sum of two is not the sum of their medians.
        (program.stopSeconds, program.secondsOfArms) = (0, arms)
        // A first start of each arm, then the stop and start of the relaunch and the resets of each of 22 blocks.
        let calls = arms.count + 22 * (arms.count + 1)
        program.slowdown = { call in
            var generator = SplitMix64(seed: UInt64(run) << 32 | UInt64(call))
            return (1 + drift * Double(call) / Double(calls - 1)) * generator.heavyTailed()
        }
        return program
    }
}
