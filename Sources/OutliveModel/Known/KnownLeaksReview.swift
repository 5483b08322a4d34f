/// What became of the known leaks in a run: those that need somebody's attention.
public struct KnownLeaksReview: Codable, Hashable, Sendable {
    /// The file that they were read from, as it was named.
    public var file: String
    /// How many entries it has.
    public var entries: Int
    /// The day, in UTC, on which they were applied.
    public var day: CalendarDay?
    /// Those that have expired: they accept nothing, and fail the run.
    public var expired: [KnownLeak]
    /// Those that no finding matched, although their toolchain is the run's and the run looked for leaks to its end.
    public var unused: [KnownLeak]
    /// Those that are about some versions of Swift only, and that were not applied as the run's is not known.
    public var undecided: [KnownLeak]

    /// Makes a review.
    public init(
        file: String, entries: Int, day: CalendarDay? = nil, expired: [KnownLeak] = [], unused: [KnownLeak] = [],
        undecided: [KnownLeak] = []
    ) {
        self.file = file
        self.entries = entries
        self.day = day
        self.expired = expired
        self.unused = unused
        self.undecided = undecided
    }
}

extension KeyedDecodingContainer {
    /// What the decoder that is made for `KnownLeaksReview` calls: lists that are empty need not be there.
    func decode(_ type: [KnownLeak].Type, forKey key: Key) throws -> [KnownLeak] {
        try decodeIfPresent(type, forKey: key) ?? []
    }
}
