/// The changes from one report to another: the result of `outlive compare`.
///
/// Its JSON form is versioned; `docs/report-format.md` specifies the format.
package struct ReportComparison: Codable, Hashable, Sendable {
    /// The version of the JSON form that this code writes.
    package static let currentFormat = 2

    /// The version of the JSON form.
    package var format: Int
    /// The version of Outlive that compared the reports.
    package var toolVersion: String
    /// The conditions under which the comparison fails.
    package var policy: ComparisonPolicy
    /// The earlier report.
    package var old: ComparedReport
    /// The later report.
    package var new: ComparedReport
    /// The leaks and suspects of both reports, each once: new, worse, unchanged, better, fixed, then not compared.
    package var leaks: [ComparedLeak]
    /// The undeclared differences between reset and launch in either report.
    package var differences: [ComparedDifference]
    /// The growth over the soaks that failed either report, each metric once.
    package var growth: [ComparedGrowth]
    /// The expired known leaks that fail the later run.
    package var expired: [ComparedExpiry]
    /// The failures of the later report.
    package var failures: [Failure]
    /// The runs of both reports, paired if their machines and settings match.
    package var runs: [ComparedRuns]
    /// Remarks on how the comparison was made.
    package var notes: [String]

    /// Creates a comparison without changes.
    package init(toolVersion: String, policy: ComparisonPolicy, old: ComparedReport, new: ComparedReport) {
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
