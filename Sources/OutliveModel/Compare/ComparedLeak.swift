/// One cause of either report, by its leading finding.
public struct ComparedLeak: Codable, Hashable, Sendable {
    /// What became of it.
    public var change: Change
    /// Who saw it.
    public var tier: Tier
    /// What the objects have in common, as the later report has it, or else the earlier one.
    public var key: ComponentKey
    /// Its fingerprint, from the same report.
    public var fingerprint: String
    /// The reference to blame, where one is known.
    public var culprit: String?
    /// What was seen of it then; nil where it was not there.
    public var old: SeenLeak?
    /// What is seen of it now; nil where it is not there.
    public var new: SeenLeak?

    /// Makes a leak.
    public init(
        change: Change, tier: Tier, key: ComponentKey, fingerprint: String, culprit: String? = nil,
        old: SeenLeak? = nil, new: SeenLeak? = nil
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

/// What one report says of a leak.
public struct SeenLeak: Codable, Hashable, Sendable {
    /// What is said of it.
    public var verdict: Verdict
    /// How many distinct objects were alive at the end, in all runs together.
    public var objects: Int
    /// What `objects` counts.
    public var unit: LiveUnit
    /// Whether it failed a run under the run's policy.
    public var fails: Bool
    /// The known leak that accepts it.
    public var known: KnownLeak?

    /// Makes what a report says.
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
