package import OutliveDriver
package import OutliveHeap
package import OutliveModel

/// Looks several times at the memory of a process, and judges its growth by the rules of a watch.
///
/// The end of the process ends the run; with at least one look that is no failure.
///
/// - Parameter progress: receives the number of looks after each of them.
/// - Returns: the breakdowns with the growth between them and the last snapshot.
package func lookAtMemory(
    of process: any WatchedProcess, every: Duration, times: Int, progress: @Sendable (Int) -> Void
) async throws -> (looks: [MemoryBreakdown], growth: MemoryVerdict.Growth, last: HeapSnapshot?) {
    let warmup = MemoryVerdict.Growth.warmup
    let snapshots = AttachedSnapshots()
    var heap = HeapWatch(frames: 0, warmup: warmup, births: .byAddress)
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
    let growth = MemoryVerdict.Growth(looks.map(\.live), heap.result?.findings ?? [], warmup: warmup)
    return (looks, growth, snapshots.latest)
}
