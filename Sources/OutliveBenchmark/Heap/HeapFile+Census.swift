public import OutliveDriver
internal import OutliveHeap
public import OutliveModel

extension HeapFile {
    /// The census in the snapshot, its stacks not symbolicated.
    ///
    /// - Throws: `Failure` with `noCensus` when it cannot be read.
    /// - Complexity: O(size of the file).
    public func census() throws(Failure) -> HeapCensus {
        throw Failure(.noCensus, "the census of process \(processID) cannot be read")
    }
}
