/// The resources that a process uses at one moment.
public struct Vitals: Codable, Hashable, Sendable {
    /// Resident memory, in bytes.
    public var residentBytes: Int
    /// The number of threads.
    public var threads: Int
    /// The number of open file descriptors.
    public var descriptors: Int

    /// Creates a reading.
    public init(residentBytes: Int, threads: Int, descriptors: Int) {
        self.residentBytes = residentBytes
        self.threads = threads
        self.descriptors = descriptors
    }
}
