/// A use of memory at one moment, with its limits.
package struct MemoryReading: Hashable, Sendable {
    /// The bytes in use that the kernel cannot drop.
    package var used: Int
    /// The use at which a snapshot is taken.
    package var threshold: Int
    /// The owner of the memory: `the memory cgroup /app`, `the machine` or `the process`.
    package var owner: String
    /// The limit in bytes; `nil` for the memory of the process.
    package var limit: Int?

    package var isReached: Bool { used >= threshold }
    /// `true` if the use has fallen by a tenth below the threshold, so that the next rise counts as another one.
    package var isFarBelow: Bool { used < threshold - threshold / 10 }
    /// The part of the threshold that is in use.
    package var nearness: Double { Double(used) / Double(max(threshold, 1)) }

    package init(used: Int, threshold: Int, owner: String, limit: Int? = nil) {
        (self.used, self.threshold, self.owner, self.limit) = (used, threshold, owner, limit)
    }
}
