internal import OutliveSupport

/// A leak that is accepted for a reason, perhaps until a date: one entry of `outlive.known.yml`.
package struct KnownLeak: Codable, Hashable, Sendable {
    /// The condition that selects the findings.
    package var match: KnownLeakMatch
    /// The reason why it is accepted.
    package var reason: String
    /// The person or team responsible for the leak.
    package var owner: String?
    /// The last day, in UTC, on which it is accepted; `nil` if it does not expire.
    package var expires: CalendarDay?
    /// The versions of Swift for which it is accepted; `nil` for all.
    package var toolchain: ToolchainCondition?
    /// The line of the file on which the entry begins, from 1; `nil` if it is not from a file.
    package var line: Int?

    /// Creates an entry.
    package init(
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

    /// Returns `true` if the last day is over.
    package func hasExpired(on day: CalendarDay) -> Bool { expires.map { $0 < day } ?? false }
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
    /// The suspect reference as `Culprit.name` spells it, with the same wildcards.
    package var culprit: String?

    /// Creates a condition.
    package init(fingerprint: String? = nil, type: String? = nil, site: String? = nil, culprit: String? = nil) {
        self.fingerprint = fingerprint
        self.type = type
        self.site = site
        self.culprit = culprit
    }

    /// Returns `true` if the condition matches a finding; an empty condition matches none.
    ///
    /// As with the fingerprint, the culprit of the first trace is compared.
    ///
    /// - Complexity: O(length of the patterns x length of the names).
    package func fits(_ finding: Finding) -> Bool {
        guard self != KnownLeakMatch() else { return false }
        if let fingerprint, fingerprint != finding.fingerprint {
            // Without the heap tier a component has the fingerprint of its site. Such an entry stays valid with the
            // tier.
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
        // `Sources/App/Feed.swift` matches the end of a path, wherever the checkout is.
        let end = Wildcards("*/" + site)
        return [path, "\(path):\(finding.key.site.line)"].contains { Wildcards(site).match($0) || end.match($0) }
    }
}

extension Finding {
    /// The path of the file of the site, taken from a function of the backtrace in a file of the same name.
    fileprivate var sitePath: String? {
        let name = key.site.fileID.split(separator: "/").last
        return backtrace.userSymbols.lazy.compactMap(\.file).first { $0.split(separator: "/").last == name }
    }
}
