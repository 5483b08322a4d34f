/// The censuses of a run as figures.
package struct HeapSummary: Codable, Hashable, Sendable {
    /// The censuses in order, one per cycle.
    package var cycles: [HeapCycle]
    /// The number of captured frames for each allocation; 0 for no stacks.
    package var frames: Int
    /// The number of types with a steady number of objects from ended cycles; `nil` in older reports.
    package var retainedTypes: Int?

    /// Returns the fewest cycles of one process for which growth is judged: three rises after the warm-up, and one
    /// cycle before.
    package static func fewestCycles(warmup: Int) -> Int { warmup + LiveSeries.risesForLeak + 1 }

    /// Creates a summary.
    package init(cycles: [HeapCycle] = [], frames: Int, retainedTypes: Int? = nil) {
        self.cycles = cycles
        self.frames = frames
        self.retainedTypes = retainedTypes
    }
}

/// The figures of one census of a run.
package struct HeapCycle: Codable, Hashable, Sendable {
    /// The number of the cycle that it ended, counted from 1; 0 for the census after the launch.
    package var cycle: Int
    /// The number of live Swift objects.
    package var objects: Int
    /// The bytes of the live Swift objects.
    package var bytes: Int
    /// The number of objects that are deinitialised and kept only by unowned references.
    package var deinitialised: Int
    /// The number of live blocks that are no Swift objects.
    package var rawBlocks: Int
    /// The bytes of those blocks.
    package var rawBytes: Int
    /// The pause of the program, in seconds.
    package var pauseSeconds: Double

    /// Creates the figures of a census.
    package init(_ census: HeapCensus, cycle: Int) {
        self.cycle = cycle
        objects = census.objects
        bytes = census.bytes
        deinitialised = census.deinitialised
        rawBlocks = census.rawBlocks
        rawBytes = census.rawBytes
        pauseSeconds = census.pauseSeconds
    }
}
