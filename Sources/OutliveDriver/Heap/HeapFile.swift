/// A snapshot that the heap tier wrote, complete under its name.
public struct HeapFile: Hashable, Sendable {
    /// Where it is; it lasts no longer than the folder of who asked for it.
    public var path: String
    /// The process that it is of.
    public var processID: Int32

    /// Makes the name of a snapshot.
    public init(path: String, processID: Int32) {
        self.path = path
        self.processID = processID
    }
}
