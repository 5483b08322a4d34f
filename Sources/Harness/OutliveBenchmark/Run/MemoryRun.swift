package import OutliveDriver
package import OutliveHeap
package import OutliveModel

/// Several looks at the memory of a process, judged for growth by the rules of a watch.
package struct MemoryRun: Sendable {
    private static let warmup = MemoryVerdict.Growth.warmup
    private let process: any WatchedProcess
    private let every: Duration
    private let times: Int

    package init(process: any WatchedProcess, every: Duration, times: Int) {
        (self.process, self.every, self.times) = (process, every, times)
    }

    /// Looks at the process, and returns the breakdowns with the growth between them and the last snapshot.
    ///
    /// The end of the process ends the run; with at least one look that is no failure.
    ///
    /// - Parameter progress: receives the number of looks after each of them.
    package func run(
        progress: @Sendable (Int) -> Void = { _ in }
    ) async throws -> (looks: [MemoryBreakdown], growth: MemoryVerdict.Growth, last: HeapSnapshot?) {
        let snapshots = AttachedSnapshots()
        var heap = HeapWatch(frames: 0, warmup: Self.warmup, births: .byAddress)
        var looks: [MemoryBreakdown] = []
        do {
            while looks.count < times {
                if !looks.isEmpty { try await process.wait(for: every) }
                let census = try snapshots.census(of: try await process.snapshot(), endingCycle: true)
                guard snapshots.live.count > looks.count, let look = snapshots.look else { break }
                if looks.isEmpty { heap.launched(census) } else { heap.cycleEnded(census) }
                looks.append(look)
                progress(looks.count)
            }
        } catch is ProcessEnded where !looks.isEmpty {
        } catch is CancellationError where !looks.isEmpty {}
        let growth = MemoryVerdict.Growth(looks.map(\.live), heap.result?.findings ?? [], warmup: Self.warmup)
        return (looks, growth, snapshots.latest)
    }
}
