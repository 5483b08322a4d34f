/// A cause from either report, represented by its leading finding.
package struct ComparedLeak: Codable, Hashable, Sendable {
    /// The change from the earlier report to the later one.
    package var change: Change
    /// The tier that found it.
    package var tier: Tier
    /// The properties that the objects share, from the later report or else from the earlier one.
    package var key: ComponentKey
    /// The fingerprint from the same report.
    package var fingerprint: String
    /// The name of the reference to cut, or `nil` if it is unknown.
    package var culprit: String?
    /// The leak in the earlier report, or `nil` if it is absent there.
    package var old: ReportedLeak?
    /// The leak in the later report, or `nil` if it is absent there.
    package var new: ReportedLeak?

    /// Creates a compared leak.
    package init(
        change: Change, tier: Tier, key: ComponentKey, fingerprint: String, culprit: String? = nil,
        old: ReportedLeak? = nil, new: ReportedLeak? = nil
    ) {
        self.change = change
        self.tier = tier
        self.key = key
        self.fingerprint = fingerprint
        self.culprit = culprit
        self.old = old
        self.new = new
    }
}

/// A leak as one report shows it.
package struct ReportedLeak: Codable, Hashable, Sendable {
    /// The verdict on the leak.
    package var verdict: Verdict
    /// The number of distinct objects alive at the end, over all runs.
    package var objects: Int
    /// The unit of `objects`.
    package var unit: LiveUnit
    /// `true` if it failed a run under the policy of that run.
    package var fails: Bool
    /// The known leak that accepts it.
    package var known: KnownLeak?

    /// Creates a record of a leak in one report.
    package init(
        verdict: Verdict, objects: Int, unit: LiveUnit = .objects, fails: Bool, known: KnownLeak? = nil
    ) {
        self.verdict = verdict
        self.objects = objects
        self.unit = unit
        self.fails = fails
        self.known = known
    }
}
