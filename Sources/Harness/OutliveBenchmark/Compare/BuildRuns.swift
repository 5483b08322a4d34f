package import OutliveModel
internal import OutliveSupport

/// One of the three runs that compare two builds.
package enum BuildRun: Int, CaseIterable, Sendable {
    case old, new
    /// The earlier build again, which shows by how much two runs of one build differ.
    case control

    /// Measures all three runs, in turns.
    ///
    /// Cancellation of the task ends every run.
    ///
    /// - Parameters:
    ///   - alternates: `true` if the processes of all runs can be alive at once, so that cycles and blocks alternate.
    ///   - seed: The seed of the order.
    ///   - measure: Measures a run within its turns.
    package static func measureAll(
        alternates: Bool, seed: UInt64, measure: @escaping @Sendable (BuildRun, Turn) async -> Report
    ) async -> [BuildRun: Report] {
        let turns = Turn.turns(of: allCases.count, alternates: alternates, seed: seed)
        return await withTaskGroup(of: (BuildRun, Report).self) { group in
            for run in allCases { group.addTask { (run, await measure(run, turns[run.rawValue])) } }
            return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
    }
}

/// The sum of the progress of several runs.
package final class JoinedProgress: Sendable {
    private let runs = Lock<[BuildRun: Benchmark.Progress]>([:])

    package init() {}

    /// Adds the progress of one run, and returns the progress of all.
    package func adding(_ progress: Benchmark.Progress, of run: BuildRun) -> Benchmark.Progress {
        let all = runs.withLock { runs in
            runs[run] = progress
            return Array(runs.values)
        }
        // A run that has not begun takes about as long as this one.
        let missing = BuildRun.allCases.count - all.count
        return Benchmark.Progress(
            arm: progress.arm, done: all.reduce(0) { $0 + $1.done },
            total: all.reduce(missing * progress.total) { $0 + $1.total },
            secondsLeft: all.reduce(Double(missing) * progress.secondsLeft) { $0 + $1.secondsLeft })
    }
}
