/// The machine a run took place on.
public struct Machine: Codable, Hashable, Sendable {
    /// The operating system and its version.
    public var system: String
    /// The processor's architecture.
    public var architecture: String
    /// The processor's model name, where it is known.
    public var processor: String?
    /// Logical processors available to the harness.
    public var processors: Int
    /// Physical memory in bytes.
    public var memoryBytes: Int

    /// Makes a description of a machine.
    public init(system: String, architecture: String, processor: String?, processors: Int, memoryBytes: Int) {
        self.system = system
        self.architecture = architecture
        self.processor = processor
        self.processors = processors
        self.memoryBytes = memoryBytes
    }
}
