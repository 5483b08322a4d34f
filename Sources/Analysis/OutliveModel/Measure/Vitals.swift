/// The resources that a process uses at one moment.
package struct Vitals: Codable, Hashable, Sendable {
    /// Resident memory, in bytes.
    package var residentBytes: Int
    /// The number of threads.
    package var threads: Int
    /// The number of open file descriptors.
    package var descriptors: Int

    /// Creates a reading.
    package init(residentBytes: Int, threads: Int, descriptors: Int) {
        self.residentBytes = residentBytes
        self.threads = threads
        self.descriptors = descriptors
    }
}
