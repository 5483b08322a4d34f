package import OutliveDriver
internal import OutliveHeap
package import OutliveModel

/// A function that reads a census from a snapshot of the heap tier.
package typealias CensusReader = @Sendable (HeapFile) throws(Failure) -> HeapCensus

extension HeapFile {
    /// Returns the census of the snapshot, without symbolication.
    ///
    /// - Throws: `Failure` with `noCensus` if the snapshot cannot be read.
    /// - Complexity: O(size of the file).
    package func census() throws(Failure) -> HeapCensus {
        do throws(HeapSnapshotError) {
            return HeapCensus(try HeapSnapshot(path: path))
        } catch {
            throw Failure(
                .noCensus,
                "the census of process \(processID) cannot be read: \(error); rebuild its library with "
                    + "scripts/heap-library")
        }
    }
}
