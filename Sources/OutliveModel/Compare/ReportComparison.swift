/// What changed from one report to another: what `outlive compare` is about.
///
/// Its JSON form is versioned; `docs/report-format.md` is the grammar.
public struct ReportComparison: Codable, Hashable, Sendable {
    /// The version of the JSON form that this code writes.
    public static let currentFormat = 2

    /// The version of the JSON form.
    public var format: Int
    /// The version of Outlive that compared.
    public var toolVersion: String
    /// What fails the comparison.
    public var policy: ComparisonPolicy
    /// How the earlier report ended, in its own words.
    public var old: ComparedReport
    /// How the later report ended, in its own words.
    public var new: ComparedReport
    /// The leaks and suspects of both, each once: what is new first, then what got worse, is as it was, got better, is
    /// gone.
    public var leaks: [ComparedLeak]
    /// Where the state after a reset was not that after a launch, in either.
    public var differences: [ComparedDifference]
    /// What grew over the soaks, in either, in a way that failed the run; each metric once.
    public var growth: [ComparedGrowth]
    /// The entries of the list of known leaks that have expired, and that fail the later run for it.
    public var expired: [ComparedExpiry]
    /// The failures of the later report.
    public var failures: [Failure]
    /// The runs of both, side by side where machine and plan are the same.
    public var runs: [ComparedRuns]
    /// What a reader should know about how this came about.
    public var notes: [String]

    /// Makes a comparison that found nothing.
    public init(toolVersion: String, policy: ComparisonPolicy, old: ComparedReport, new: ComparedReport) {
        format = Self.currentFormat
        self.toolVersion = toolVersion
        self.policy = policy
        self.old = old
        self.new = new
        leaks = []
        differences = []
        growth = []
        expired = []
        failures = []
        runs = []
        notes = []
    }
}
