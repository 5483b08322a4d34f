internal import OutliveHeap
internal import OutliveModel

/// A snapshot with a graph, and the file that it was read from.
struct SnapshotInput {
    let snapshot: HeapSnapshot
    /// The file, as it was named.
    let path: String

    /// Reads a snapshot.
    ///
    /// - Throws: `Failure` where it cannot be read, or has no graph.
    init(path: String) throws {
        self.path = path
        do throws(HeapSnapshotError) {
            snapshot = try HeapSnapshot(path: path)
        } catch {
            // What the file system says names the file; what is wrong in it does not.
            let what = error.offset == nil ? "\(error)" : "\(path) cannot be used: \(error)"
            throw Failure(.noCensus, "\(what); take one with outlive census --graph FILE PID")
        }
        guard snapshot.header.hasGraph else {
            throw Failure(
                .noCensus, "\(path) is a census without the graph; take one with outlive census --graph FILE PID")
        }
    }
}
