/// The changes from one report to another: the result of `outlive compare`.
///
/// Its JSON form is versioned; `docs/report-format.md` specifies the format.
public struct ReportComparison: Codable, Hashable, Sendable {
    /// The version of the JSON form that this code writes.
    public static let currentFormat = 2

    /// The version of the JSON form.
    public var format: Int
    /// The version of Outlive that compared the reports.
    public var toolVersion: String
    /// The conditions under which the comparison fails.
    public var policy: ComparisonPolicy
    /// The earlier report.
    public var old: ComparedReport
    /// The later report.
    public var new: ComparedReport
    /// The leaks and suspects of both reports, each once: new, worse, unchanged, better, fixed, then not compared.
    public var leaks: [ComparedLeak]
    /// The undeclared differences between reset and launch in either report.
    public var differences: [ComparedDifference]
    /// The growth over the soaks that failed either report, each metric once.
    public var growth: [ComparedGrowth]
    /// The expired known leaks that fail the later run.
    public var expired: [ComparedExpiry]
    /// The failures of the later report.
    public var failures: [Failure]
    /// The runs of both reports, paired if their machines and settings match.
    public var runs: [ComparedRuns]
    /// Remarks on how the comparison was made.
    public var notes: [String]

    /// Creates a comparison without changes.
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
