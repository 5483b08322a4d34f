internal import OutliveDriver
internal import OutliveHeap
internal import OutliveModel
internal import OutliveSupport

/// The snapshots of processes that do not record the cycles of birth, which are assigned by address.
final class AttachedSnapshots: Sendable {
    private struct State {
        var processID: Int32?
        var births = BirthsByAddress()
        var latest: HeapSnapshot?
        /// The last use of memory at the end of a cycle.
        var look: MemoryBreakdown?
        /// The live bytes of every look; a watch may take looks for weeks, so the looks themselves are not kept.
        var live: [Int] = []
    }

    private let state = Lock(State())

    /// The last snapshot, with births.
    var latest: HeapSnapshot? { state.withLock { $0.latest } }

    /// The number of captured frames for each allocation, in the last snapshot.
    var framesPerStack: Int { Int(latest?.header.framesPerStack ?? 0) }

    /// Returns the census of the next snapshot.
    ///
    /// A new process begins at cycle 0.
    ///
    /// - Parameter endingCycle: `true` if later blocks belong to the next cycle.
    func census(of file: HeapFile, endingCycle: Bool) throws(Failure) -> HeapCensus {
        var snapshot = try file.snapshot()
        return state.withLock { state in
            if state.processID != file.processID { state = State(processID: file.processID) }
            snapshot.addTaskStacks()
            state.births.assign(to: &snapshot, endingCycle: endingCycle)
            state.latest = snapshot
            if endingCycle, let look = MemoryBreakdown(snapshot) {
                state.look = look
                state.live.append(look.live)
            }
            return HeapCensus(snapshot)
        }
    }

    /// The last use of memory by the current process at the end of a cycle; `nil` if it was not captured.
    var look: MemoryBreakdown? { state.withLock { $0.look } }

    /// The live bytes of the current process at the end of each cycle, the first ones before them.
    var live: [Int] { state.withLock { $0.live } }

    /// Returns the last use of memory with its verdict, or `nil` if it was not captured.
    ///
    /// - Parameter findings: The growth of the heap, judged.
    func memory(_ findings: [Finding], warmup: Int) -> MemoryUse? {
        look.map { MemoryUse($0, live: live, findings, warmup: warmup) }
    }
}

extension MemoryUse {
    /// Judges the use of memory at the end of a run.
    ///
    /// - Parameters:
    ///   - live: The live bytes at the end of each cycle, the first ones before them.
    ///   - findings: The growth of the heap, judged.
    init(_ last: MemoryBreakdown, live: [Int], _ findings: [Finding], warmup: Int) {
        self.init(
            breakdown: last.withItems(atMost: MemoryUse.maximumItems),
            verdict: MemoryVerdict(last, growth: .init(live, findings, warmup: warmup)))
    }
}
