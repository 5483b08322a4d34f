package struct Machine: Codable, Hashable, Sendable {
    package var system: String
    /// The processor's architecture.
    package var architecture: String
    /// The processor's model name, or `nil` if it is unknown.
    package var processor: String?
    /// The number of logical processors available to the harness.
    package var processors: Int
    package var memoryBytes: Int

    package init(system: String, architecture: String, processor: String?, processors: Int, memoryBytes: Int) {
        (self.system, self.architecture, self.processor) = (system, architecture, processor)
        (self.processors, self.memoryBytes) = (processors, memoryBytes)
    }
}
