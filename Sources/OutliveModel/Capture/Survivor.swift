/// Components of one key, born in ended generations, that are still alive.
public struct Survivor: Codable, Hashable, Sendable {
    /// What the components have in common.
    public var key: ComponentKey
    /// How many distinct objects are alive, by the generation of their birth, oldest first.
    public var births: [Birth]
    /// Where one of them was registered; the newest one's stack.
    public var backtrace: Backtrace
    /// The strong retain count of one of them, a hint only: other threads change it at any time.
    public var retainCount: Int?
    /// Where the youngest are in the memory of the process, `mostAddresses` at most; nil where that is not told.
    ///
    /// Good for finding them in a snapshot of the heap that is taken while they live, and for nothing else.
    public var addresses: [ObjectAddress]?

    /// How many of the objects have their addresses told.
    public static let mostAddresses = 16

    /// Makes a survivor from its live objects by generation of birth.
    public init(
        key: ComponentKey, births: [Birth], backtrace: Backtrace, retainCount: Int? = nil,
        addresses: [ObjectAddress]? = nil
    ) {
        self.key = key
        self.births = births
        self.backtrace = backtrace
        self.retainCount = retainCount
        self.addresses = addresses
    }

    /// How many distinct objects are alive.
    public var count: Int { births.total }

    /// Age in cycles of the oldest live object when `generation` has just ended: 1 for one born in it.
    public func age(endOf generation: Int) -> Int {
        births.first.map { generation - $0.generation + 1 } ?? 0
    }
}

/// How many live objects one generation left.
public struct Birth: Codable, Hashable, Sendable {
    /// The generation they were registered in, counted from 1.
    public var generation: Int
    /// How many distinct objects of it are alive.
    public var count: Int

    /// Makes a count of live objects of one generation.
    public init(generation: Int, count: Int) {
        self.generation = generation
        self.count = count
    }
}

/// Components that were alive when settling began and went away before its deadline.
public struct LateFree: Codable, Hashable, Sendable {
    /// What the components have in common.
    public var key: ComponentKey
    /// How many objects went away late.
    public var count: Int
    /// Seconds from the start of settling until the last of them was seen gone.
    public var seconds: Double

    /// Makes a record of components that went away while settling.
    public init(key: ComponentKey, count: Int, seconds: Double) {
        self.key = key
        self.count = count
        self.seconds = seconds
    }
}
