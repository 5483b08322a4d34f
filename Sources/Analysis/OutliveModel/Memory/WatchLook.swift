/// The figures of a watched process at one moment, for monitoring.
package struct WatchLook: Hashable, Sendable {
    package var processID: Int32
    /// The path of the executable.
    package var executable: String
    /// The number of cycles that have ended.
    package var cycles: Int
    package var heap: HeapCycle
    package var vitals: Vitals?
    /// The use of resident memory, or `nil` if the process takes its census itself.
    package var memory: MemoryBreakdown?
    /// `true` if growth would be reported as a leak; `nil` before there are enough cycles.
    package var grows: Bool?
    /// The heap since the first look, or `nil` before the second.
    package var course: HeapCourse?
    /// The types with the most bytes, and raw blocks by allocation site, largest first; at most `maximumTypes`.
    package var types: [SnapshotType] = []
    /// The number of live tasks.
    package var tasks = 0

    /// The maximum number of types of a look.
    package static let maximumTypes = 200

    package init(
        processID: Int32, executable: String, cycles: Int, heap: HeapCycle, vitals: Vitals? = nil,
        memory: MemoryBreakdown? = nil, grows: Bool? = nil
    ) {
        (self.processID, self.executable, self.cycles, self.heap) = (processID, executable, cycles, heap)
        (self.vitals, self.memory, self.grows) = (vitals, memory, grows)
    }
}
