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
            state.births.assign(to: &snapshot, endingCycle: endingCycle)
            state.latest = snapshot
            return HeapCensus(snapshot)
        }
    }
}
