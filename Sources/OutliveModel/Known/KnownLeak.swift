/// A leak that somebody has looked at and accepted for a while: one entry of `outlive.known.yml`.
public struct KnownLeak: Codable, Hashable, Sendable {
    /// Which findings it stands for.
    public var match: KnownLeakMatch
    /// Why it is accepted.
    public var reason: String
    /// Who will mend it, or knows about it.
    public var owner: String?
    /// The last day on which it is accepted, as `2027-03-31`; nil where it does not expire.
    public var expires: String?
    /// The versions of Swift that it is accepted with, as `>=6.2 <6.4`; nil where it does not matter.
    public var toolchain: String?

    /// Makes an entry.
    public init(
        match: KnownLeakMatch, reason: String, owner: String? = nil, expires: String? = nil, toolchain: String? = nil
    ) {
        self.match = match
        self.reason = reason
        self.owner = owner
        self.expires = expires
        self.toolchain = toolchain
    }
}

/// Which findings a known leak stands for: all that is given has to fit.
public struct KnownLeakMatch: Codable, Hashable, Sendable {
    /// `Finding.fingerprint`.
    public var fingerprint: String?
    /// The type with its module; `*` stands for any characters, `?` for one.
    public var type: String?
    /// Where it is registered or allocated, `Module/File.swift` or `Module/File.swift:12`, with the same wildcards.
    public var site: String?
    /// What is to blame, as `Culprit.name` spells it, with the same wildcards.
    public var culprit: String?

    /// Makes a match.
    public init(fingerprint: String? = nil, type: String? = nil, site: String? = nil, culprit: String? = nil) {
        self.fingerprint = fingerprint
        self.type = type
        self.site = site
        self.culprit = culprit
    }
}

/// What became of the known leaks in a run: those that need somebody's attention.
public struct KnownLeaksReview: Codable, Hashable, Sendable {
    /// The file that they were read from, as it was named.
    public var file: String
    /// How many entries it has.
    public var entries: Int
    /// Those that have expired: they accept nothing, and fail the run.
    public var expired: [KnownLeak]
    /// Those that no finding matched.
    public var unused: [KnownLeak]

    /// Makes a review.
    public init(file: String, entries: Int, expired: [KnownLeak] = [], unused: [KnownLeak] = []) {
        self.file = file
        self.entries = entries
        self.expired = expired
        self.unused = unused
    }
}
