public import OutliveDriver
internal import OutliveHeap
public import OutliveModel

/// What reads a snapshot of the heap tier.
public typealias CensusReader = @Sendable (HeapFile) throws(Failure) -> HeapCensus

extension HeapFile {
    /// The census in the snapshot, its stacks not symbolicated.
    ///
    /// - Throws: `Failure` with `noCensus` when it cannot be read.
    /// - Complexity: O(size of the file).
    public func census() throws(Failure) -> HeapCensus {
        do throws(HeapSnapshotError) {
            return HeapCensus(try HeapSnapshot(path: path))
        } catch {
            throw Failure(
                .noCensus,
                "the census of process \(processID) cannot be read: \(error); build its library anew with "
                    + "scripts/heap-library")
        }
    }
}
