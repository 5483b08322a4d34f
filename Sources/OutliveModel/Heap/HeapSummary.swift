/// The censuses of a run as figures.
public struct HeapSummary: Codable, Hashable, Sendable {
    /// The censuses in order, one per cycle.
    public var cycles: [HeapCycle]
    /// The number of captured frames for each allocation; 0 for no stacks.
    public var frames: Int
    /// The number of types with a steady number of objects from ended cycles; `nil` in older reports.
    public var retainedTypes: Int?

    /// Returns the fewest cycles of one process for which growth is judged: three rises after the warm-up, and one
    /// cycle before.
    public static func fewestCycles(warmup: Int) -> Int { warmup + LiveSeries.risesForLeak + 1 }

    /// Creates a summary.
    public init(cycles: [HeapCycle] = [], frames: Int, retainedTypes: Int? = nil) {
        self.cycles = cycles
        self.frames = frames
        self.retainedTypes = retainedTypes
    }
}

/// The figures of one census of a run.
public struct HeapCycle: Codable, Hashable, Sendable {
    /// The number of the cycle that it ended, counted from 1; 0 for the census after the launch.
    public var cycle: Int
    /// The number of live Swift objects.
    public var objects: Int
    /// The bytes of the live Swift objects.
    public var bytes: Int
    /// The number of objects that are deinitialised and kept only by unowned references.
    public var deinitialised: Int
    /// The number of live blocks that are no Swift objects.
    public var rawBlocks: Int
    /// The bytes of those blocks.
    public var rawBytes: Int
    /// The pause of the program, in seconds.
    public var pauseSeconds: Double

    /// Creates the figures of a census.
    public init(_ census: HeapCensus, cycle: Int) {
        self.cycle = cycle
        objects = census.objects
        bytes = census.bytes
        deinitialised = census.deinitialised
        rawBlocks = census.rawBlocks
        rawBytes = census.rawBytes
        pauseSeconds = census.pauseSeconds
    }
}
