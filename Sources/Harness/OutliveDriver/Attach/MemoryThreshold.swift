internal import OutliveInspect
package import OutliveModel
internal import OutliveSupport

/// The use of memory at which a guard takes a snapshot.
package enum MemoryThreshold: Hashable, Sendable {
    /// A share of the limit, above 0 and below 1.
    case share(Double)
    /// The resident and swapped memory of the process in bytes.
    case bytes(Int)

    /// Parses `90%` or a size such as `1.5GB`.
    ///
    /// - Throws: `UsageError` for another text, and for a share outside of 1 % to 99 %.
    package init(parsing text: String) throws(UsageError) {
        if text.hasSuffix("%") {
            guard let percent = Int(text.dropLast()), (1...99).contains(percent) else {
                throw UsageError("'\(text)' is not a share of the limit: give 1% to 99%")
            }
            self = .share(Double(percent) / 100)
        } else {
            guard let bytes = Int(bytesIn: text), bytes > 0 else {
                throw UsageError("'\(text)' is neither a share nor a size: write 90%, or a size such as 1.5GB")
            }
            self = .bytes(bytes)
        }
    }
}

/// The memory of a process that a guard reads again and again.
package struct MemoryGauge: Sendable {
    private let threshold: MemoryThreshold
    private let process: ProcessFiles
    private let limits: [any MemoryLimit]

    /// Finds the limits of a process: of its memory cgroup and those around it or, without any, of the machine.
    ///
    /// - Parameters:
    ///   - files: The root of the kernel's files.
    /// - Throws: `Failure` if a share is asked for and its cgroup cannot be seen, or if this process is in the same
    ///   cgroup: the copy of the memory would exceed its limit.
    package init(
        of processID: Int32, at threshold: MemoryThreshold, files: SystemFiles = SystemFiles()
    ) throws(Failure) {
        (self.threshold, process) = (threshold, ProcessFiles(processID: processID))
        guard case .share = threshold else {
            limits = []
            return
        }
        let machine = try MachineMemory(files)
        let groups = try MemoryCgroup.limiting(processID, below: machine.bytes, files)
        limits = groups.isEmpty ? [machine] : groups
    }

    /// Reads the use of memory; of several limits, the one that is nearest.
    ///
    /// - Returns: `nil` if the process or its cgroup is gone.
    package func reading() -> MemoryReading? {
        switch threshold {
        case .bytes(let bytes):
            guard let used = process.status?.memoryBytes else { return nil }
            return MemoryReading(used: used, threshold: bytes, owner: "the process")
        case .share(let share):
            return limits.compactMap { limit in
                limit.used.map { used in
                    MemoryReading(
                        used: used, threshold: Int(Double(limit.bytes) * share), owner: limit.owner,
                        limit: limit.bytes)
                }
            }.max { $0.nearness < $1.nearness }
        }
    }
}

extension StatusFile {
    /// The resident and swapped memory in bytes.
    fileprivate var memoryBytes: Int? {
        let parts = ["VmRSS", "VmSwap"].compactMap { self[$0]?.split(separator: " ").first.flatMap { Int($0) } }
        return parts.isEmpty ? nil : parts.reduce(0, +) * 1024
    }
}
