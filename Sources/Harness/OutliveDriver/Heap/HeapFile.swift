/// A complete snapshot that the heap tier wrote.
package struct HeapFile: Hashable, Sendable {
    /// The path, valid at most as long as the folder of its requester.
    package var path: String
    /// The process of the snapshot.
    package var processID: Int32

    /// Creates a reference to a snapshot.
    package init(path: String, processID: Int32) {
        self.path = path
        self.processID = processID
    }
}
