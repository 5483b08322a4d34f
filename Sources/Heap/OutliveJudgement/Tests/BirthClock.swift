internal import OutliveHeap

/// The meaning of births in a process that ran tests: see `OUTLIVE_HEAP_TESTS` in `docs/protocol.md`.
struct BirthClock {
    /// The bit of a birth that is the number of a run instead of a time.
    private static let ofRun: UInt32 = 1 << 31
    private let start: Double
    /// The length of a tick in seconds, or `nil` if it is unknown.
    private let tick: Double?

    /// Creates the clock of a process.
    ///
    /// - Parameter start: The time of birth 0 in seconds since 1970.
    init(_ header: HeapSnapshot.Header, start: Double) {
        self.start = start
        let isTime = header.cycle > 0 && header.cycle & Self.ofRun == 0
        tick = isTime ? (Double(header.time) / 1e9 - start) / Double(header.cycle) : nil
    }

    /// Returns the time of a birth in seconds since 1970, or `nil` if it is unknown.
    func time(ofBirth birth: UInt32) -> Double? {
        guard birth & Self.ofRun == 0, let tick else { return nil }
        return start + Double(birth) * tick
    }

    /// Returns the number of the run of all tests in which a block was allocated, from 1 on, or `nil` if it is a time.
    func run(ofBirth birth: UInt32) -> UInt32? { birth & Self.ofRun == 0 ? nil : birth & ~Self.ofRun }
}
