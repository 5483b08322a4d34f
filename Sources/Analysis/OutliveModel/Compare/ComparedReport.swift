/// One of the two reports that are compared.
package struct ComparedReport: Codable, Hashable, Sendable {
    /// The source of the report, as it was named on the command line.
    package var name: String
    /// The version of Outlive that created the report.
    package var toolVersion: String
    /// The start of its first run: ISO 8601, UTC.
    package var startedAt: String
    /// The outcome of the report.
    package var outcome: Outcome
    /// `true` if an interrupt stopped the report's run, or one of its runs, whatever the outcome is.
    package var interrupted: Bool
    /// The report's summary line.
    package var summary: String

    /// Creates the record of a report.
    package init(
        name: String, toolVersion: String, startedAt: String, outcome: Outcome, interrupted: Bool = false,
        summary: String
    ) {
        self.name = name
        self.toolVersion = toolVersion
        self.startedAt = startedAt
        self.outcome = outcome
        self.interrupted = interrupted
        self.summary = summary
    }
}
