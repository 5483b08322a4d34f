/// A complete snapshot that the heap tier wrote.
public struct HeapFile: Hashable, Sendable {
    /// The path, valid at most as long as the folder of its requester.
    public var path: String
    /// The process of the snapshot.
    public var processID: Int32

    /// Creates a reference to a snapshot.
    public init(path: String, processID: Int32) {
        self.path = path
        self.processID = processID
    }
}
