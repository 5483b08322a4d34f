/// The result of applying the known leaks to a run: the entries that need attention.
package struct KnownLeaksReview: Codable, Hashable, Sendable {
    /// The file with the entries, as it was named on the command line.
    package var file: String
    /// The number of entries in the file.
    package var entries: Int
    /// The day, in UTC, on which they were applied.
    package var day: CalendarDay?
    /// The expired entries, which accept nothing and fail the run.
    package var expired: [KnownLeak]
    /// The entries that no finding matched, although their toolchain is the run's and the run completed its search for
    /// leaks.
    package var unused: [KnownLeak]
    /// The entries for certain versions of Swift that were not applied because the run's version is unknown.
    package var undecided: [KnownLeak]

    /// Creates a review.
    package init(
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
    /// Decodes a list for the synthesized decoder of `KnownLeaksReview`; a missing list is empty.
    func decode(_ type: [KnownLeak].Type, forKey key: Key) throws -> [KnownLeak] {
        try decodeIfPresent(type, forKey: key) ?? []
    }
}
