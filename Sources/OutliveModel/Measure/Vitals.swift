/// What a process uses at one moment.
public struct Vitals: Codable, Hashable, Sendable {
    /// Resident memory in bytes.
    public var residentBytes: Int
    /// Threads.
    public var threads: Int
    /// Open file descriptors.
    public var descriptors: Int

    /// Makes a reading.
    public init(residentBytes: Int, threads: Int, descriptors: Int) {
        self.residentBytes = residentBytes
        self.threads = threads
        self.descriptors = descriptors
    }
}
