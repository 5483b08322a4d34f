/// A leak that somebody has looked at and accepted for a while: one entry of `outlive.known.yml`.
public struct KnownLeak: Codable, Hashable, Sendable {
    /// Which findings it stands for.
    public var match: KnownLeakMatch
    /// Why it is accepted.
    public var reason: String
    /// Who will mend it, or knows about it.
    public var owner: String?
    /// The last day, in UTC, on which it is accepted; nil where it does not expire.
    public var expires: CalendarDay?
    /// The versions of Swift that it is accepted with; nil where it does not matter.
    public var toolchain: ToolchainCondition?
    /// The line of the file that it begins in, from 1; nil where it is from none.
    public var line: Int?

    /// Makes an entry.
    public init(
        match: KnownLeakMatch, reason: String, owner: String? = nil, expires: CalendarDay? = nil,
        toolchain: ToolchainCondition? = nil, line: Int? = nil
    ) {
        self.match = match
        self.reason = reason
        self.owner = owner
        self.expires = expires
        self.toolchain = toolchain
        self.line = line
    }

    /// Whether its last day is over.
    public func hasExpired(on day: CalendarDay) -> Bool { expires.map { $0 < day } ?? false }
}

/// Which findings a known leak stands for: all that is given has to fit.
public struct KnownLeakMatch: Codable, Hashable, Sendable {
    /// `Finding.fingerprint`, or what that of a registered component is without the heap tier.
    public var fingerprint: String?
    /// The type with its module; `*` stands for any characters, `?` for one.
    public var type: String?
    /// Where it is registered or allocated, `Module/File.swift` or `Module/File.swift:12`, or the end of the file's path
    /// from a folder on, with the same wildcards.
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

    /// Whether it stands for a finding; where nothing is given, for none.
    ///
    /// The culprit is that of the first trace, as the fingerprint is.
    ///
    /// - Complexity: O(length of the patterns x length of the names).
    public func fits(_ finding: Finding) -> Bool {
        guard self != KnownLeakMatch() else { return false }
        if let fingerprint, fingerprint != finding.fingerprint {
            // Without the heap tier a component has the fingerprint of its site; an entry for it holds with the tier, too.
            guard finding.tier == .registry, fingerprint == finding.fingerprintOfSite else { return false }
        }
        if let type, !Wildcards(type).match(finding.key.type) { return false }
        if let site, !Self.fits(site, finding) { return false }
        if let culprit {
            guard let name = finding.trace?.culprit?.name, Wildcards(culprit).match(name) else { return false }
        }
        return true
    }

    private static func fits(_ site: String, _ finding: Finding) -> Bool {
        let names = [finding.key.site.description, finding.key.site.fileID]
        if names.contains(where: Wildcards(site).match) { return true }
        guard let path = finding.sitePath else { return false }
        // `Sources/App/Feed.swift` is the end of a path, wherever the checkout is.
        let end = Wildcards("*/" + site)
        return [path, "\(path):\(finding.key.site.line)"].contains { Wildcards(site).match($0) || end.match($0) }
    }
}

extension Finding {
    /// The path of the file of its site, where a function of the backtrace that lies in it tells.
    fileprivate var sitePath: String? {
        let name = key.site.fileID.split(separator: "/").last
        return backtrace.userSymbols.lazy.compactMap(\.file).first { $0.split(separator: "/").last == name }
    }
}
