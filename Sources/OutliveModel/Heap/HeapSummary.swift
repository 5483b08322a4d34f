/// What the heap tier saw over the cycles of a run.
public struct HeapSummary: Codable, Hashable, Sendable {
    /// The censuses in order, one per cycle.
    public var cycles: [HeapCycle]
    /// How many frames of each allocation were captured; 0: no stacks.
    public var frames: Int
    /// How many types have objects of ended cycles, in numbers that do not grow; nil in reports from before it was counted.
    public var retainedTypes: Int?

    /// The fewest cycles of one process that growth can be judged on: three rises after the warm-up, and the cycle before.
    public static func fewestCycles(warmup: Int) -> Int { warmup + LiveSeries.risesForLeak + 1 }

    /// Makes a summary.
    public init(cycles: [HeapCycle] = [], frames: Int, retainedTypes: Int? = nil) {
        self.cycles = cycles
        self.frames = frames
        self.retainedTypes = retainedTypes
    }
}

/// One census of a run in figures.
public struct HeapCycle: Codable, Hashable, Sendable {
    /// The cycle that it ended, counted from 1; 0 is the census after the launch.
    public var cycle: Int
    /// Swift objects alive.
    public var objects: Int
    /// Their bytes.
    public var bytes: Int
    /// Objects that are deinitialised, and kept by unowned references only.
    public var deinitialised: Int
    /// Live blocks that are no Swift objects.
    public var rawBlocks: Int
    /// Their bytes.
    public var rawBytes: Int
    /// How long the program was held up, in seconds.
    public var pauseSeconds: Double

    /// Makes the figures of a census.
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
