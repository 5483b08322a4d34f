/// A leak that is accepted for a reason, perhaps until a date: one entry of `outlive.known.yml`.
package struct KnownLeak: Codable, Hashable, Sendable {
    package var match: KnownLeakMatch
    package var reason: String
    /// The person or team responsible for the leak.
    package var owner: String?
    /// The last day, in UTC, on which it is accepted; `nil` if it does not expire.
    package var expires: CalendarDay?
    /// The versions of Swift for which it is accepted; `nil` for all.
    package var toolchain: ToolchainCondition?
    /// The line of the file on which the entry begins, from 1; `nil` if it is not from a file.
    package var line: Int?

    package init(
        match: KnownLeakMatch, reason: String, owner: String? = nil, expires: CalendarDay? = nil,
        toolchain: ToolchainCondition? = nil, line: Int? = nil
    ) {
        (self.match, self.reason, self.owner) = (match, reason, owner)
        (self.expires, self.toolchain, self.line) = (expires, toolchain, line)
    }

    package func hasExpired(on day: CalendarDay) -> Bool { expires.map { $0 < day } ?? false }

    /// The entry without its place in a file, which edits of other entries change.
    package var withoutLine: KnownLeak {
        var entry = self
        entry.line = nil
        return entry
    }
}

/// A list of known leaks, and the day on which it is applied.
package struct KnownLeaksList: Sendable {
    package let entries: [KnownLeak]
    package let file: String
    package let day: CalendarDay

    package init(_ entries: [KnownLeak], from file: String, on day: CalendarDay) {
        (self.entries, self.file, self.day) = (entries, file, day)
    }
}

/// A condition that selects the findings of a known leak; all given properties must match.
package struct KnownLeakMatch: Codable, Hashable, Sendable {
    /// The fingerprint of a finding, or the fingerprint of a registered component without the heap tier.
    package var fingerprint: String?
    /// The type with its module; `*` stands for any characters, `?` for one.
    package var type: String?
    /// The registration or allocation site, with the same wildcards.
    ///
    /// It is `Module/File.swift`, `Module/File.swift:12`, or the trailing components of the file's path.
    package var site: String?
    /// The suspect reference as `Suspect.name` spells it, with the same wildcards.
    package var culprit: String?

    package init(fingerprint: String? = nil, type: String? = nil, site: String? = nil, culprit: String? = nil) {
        (self.fingerprint, self.type, self.site, self.culprit) = (fingerprint, type, site, culprit)
    }
}

/// The result of applying the known leaks to a run: the entries that need attention.
package struct KnownLeaksReview: Codable, Hashable, Sendable {
    package var file: String
    package var entries: Int
    /// The day, in UTC, on which they were applied.
    package var day: CalendarDay?
    /// The expired entries, which accept nothing and fail the run.
    package var expired: [KnownLeak] = []
    /// The entries that no finding matched, although their toolchain is the run's and the run completed its search for
    /// leaks.
    package var unused: [KnownLeak] = []
    /// The entries for certain versions of Swift that were not applied because the run's version is unknown.
    package var undecided: [KnownLeak] = []
}

extension KeyedDecodingContainer {
    /// Decodes a list for the synthesized decoder of `KnownLeaksReview`; a missing list is empty.
    func decode(_ type: [KnownLeak].Type, forKey key: Key) throws -> [KnownLeak] {
        try decodeIfPresent(type, forKey: key) ?? []
    }
}

/// Growth by design of a library, which is no leak of its users: an entry of the list shipped with Outlive.
package struct LibraryGrowth: Codable, Hashable, Sendable {
    /// The library and perhaps its version: `Foundation`, `Swift`, `FlyingFox 0.27.1`.
    package var library: String
    package var reason: String
    /// The versions of Swift with which it was observed, such as `6.3.1`; other versions are accepted with a remark.
    package var toolchains: [String]
    /// The operating system on which it was observed: `Linux`.
    package var system: String

    package init(library: String, reason: String, toolchains: [String], system: String) {
        (self.library, self.reason, self.toolchains, self.system) = (library, reason, toolchains, system)
    }
}
