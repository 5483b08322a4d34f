/// The leaks that another program listed, in numbers.
package struct ListedFigures: Codable, Hashable, Sendable {
    /// The number of processes with output.
    package var processes: Int
    /// The number of leaked blocks and their bytes, as the output states them.
    package var leaks: Int
    package var bytes: Int
    /// The number of leaked blocks that the output lists: fewer than `leaks` if it was cut.
    package var listed: Int
    /// The versions of the operating systems, such as `iPhone OS 17.5 (21F79)`, each once.
    package var systems: [String]

    package init(processes: Int, leaks: Int, bytes: Int, listed: Int, systems: [String]) {
        (self.processes, self.leaks, self.bytes) = (processes, leaks, bytes)
        (self.listed, self.systems) = (listed, systems)
    }

    /// `true` if leaks are missing: the output was cut, or has more than are read.
    package var isPartial: Bool { listed < leaks }
}
