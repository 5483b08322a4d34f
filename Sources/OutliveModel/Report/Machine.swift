/// The machine of a run.
public struct Machine: Codable, Hashable, Sendable {
    /// The operating system and its version.
    public var system: String
    /// The processor's architecture.
    public var architecture: String
    /// The processor's model name, or `nil` if it is unknown.
    public var processor: String?
    /// The number of logical processors available to the harness.
    public var processors: Int
    /// The physical memory, in bytes.
    public var memoryBytes: Int

    /// Creates a description of a machine.
    public init(system: String, architecture: String, processor: String?, processors: Int, memoryBytes: Int) {
        self.system = system
        self.architecture = architecture
        self.processor = processor
        self.processors = processors
        self.memoryBytes = memoryBytes
    }
}
