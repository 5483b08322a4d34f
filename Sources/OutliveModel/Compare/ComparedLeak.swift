/// A cause from either report, represented by its leading finding.
public struct ComparedLeak: Codable, Hashable, Sendable {
    /// The change from the earlier report to the later one.
    public var change: Change
    /// The tier that found it.
    public var tier: Tier
    /// The properties that the objects share, from the later report or else from the earlier one.
    public var key: ComponentKey
    /// The fingerprint from the same report.
    public var fingerprint: String
    /// The name of the reference to cut, or `nil` if it is unknown.
    public var culprit: String?
    /// The leak in the earlier report, or `nil` if it is absent there.
    public var old: ReportedLeak?
    /// The leak in the later report, or `nil` if it is absent there.
    public var new: ReportedLeak?

    /// Creates a compared leak.
    public init(
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
public struct ReportedLeak: Codable, Hashable, Sendable {
    /// The verdict on the leak.
    public var verdict: Verdict
    /// The number of distinct objects alive at the end, over all runs.
    public var objects: Int
    /// The unit of `objects`.
    public var unit: LiveUnit
    /// `true` if it failed a run under the policy of that run.
    public var fails: Bool
    /// The known leak that accepts it.
    public var known: KnownLeak?

    /// Creates a record of a leak in one report.
    public init(
        verdict: Verdict, objects: Int, unit: LiveUnit = .objects, fails: Bool, known: KnownLeak? = nil
    ) {
        self.verdict = verdict
        self.objects = objects
        self.unit = unit
        self.fails = fails
        self.known = known
    }
}
