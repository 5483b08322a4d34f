import OutliveBenchmark
import OutliveModel

/// Counts the benchmark runs whose interval contains the true ratio of a simulated program.
///
/// The program's relaunch takes 4 times as long as its reset, every time is noisy, and the machine's speed drifts
/// steadily over each run.
///
/// - Parameters:
///   - runs: The number of runs, each with a seed of its own.
///   - drift: The slowdown of the last call of a run relative to the first: 0.3 for 30 %.
/// - Returns: The number of runs whose interval contains the true ratio.
func coveredRuns(of runs: Int, drift: Double) async -> Int {
    var covered = 0
    for number in 0..<runs {
        let report = await run(.drifting(drift, run: number), pairs: 20, warmup: 2, soak: 0, seed: UInt64(number))
            .report
        guard let interval = report.comparison?.interval else { continue }
        if interval.lower <= 4 && 4 <= interval.upper { covered += 1 }
    }
    return covered
}

extension FakeProgram {
    /// A program on a machine that gets slower steadily, with noise of its own for each run and call.
    fileprivate static func drifting(_ drift: Double, run: Int) -> FakeProgram {
        var program = FakeProgram()
        // All of a relaunch in one noisy time: the median of a sum of two is not the sum of their medians.
        (program.stopSeconds, program.startSeconds, program.resetSeconds) = (0, 4, 1)
        // Stop, start and reset of each of 22 pairs, after the two first starts.
        let calls = 2 + 22 * 3
        program.slowdown = { call in
            var generator = SplitMix64(seed: UInt64(run) << 32 | UInt64(call))
            return (1 + drift * Double(call) / Double(calls - 1)) * generator.heavyTailed()
        }
        return program
    }
}
