internal import OutliveHeap
internal import OutliveModel

/// A snapshot with its graph, read from a file.
struct SnapshotInput {
    let snapshot: HeapSnapshot
    /// The path of the file as given.
    let path: String

    /// Reads a snapshot.
    ///
    /// - Throws: `Failure` if the file cannot be read or has no graph.
    init(path: String) throws {
        self.path = path
        do throws(HeapSnapshotError) {
            snapshot = try HeapSnapshot(path: path)
        } catch {
            // Errors of the file system name the file, those of the content do not.
            let what = error.offset == nil ? "\(error)" : "\(path) cannot be used: \(error)"
            throw Failure(.noCensus, "\(what); take one with outlive census --graph FILE PID")
        }
        guard snapshot.header.hasGraph else {
            throw Failure(
                .noCensus, "\(path) is a census without the graph; take one with outlive census --graph FILE PID")
        }
    }
}
