/// One of the two reports that are compared.
public struct ComparedReport: Codable, Hashable, Sendable {
    /// What it was read from, as it was named.
    public var name: String
    /// The version of Outlive that made it.
    public var toolVersion: String
    /// When its first run began: ISO 8601, UTC.
    public var startedAt: String
    /// How it ended.
    public var outcome: Outcome
    /// Whether it, or a run of it, was stopped by an interrupt, whatever else it complains of.
    public var interrupted: Bool
    /// Its summary line.
    public var summary: String

    /// Makes the record of a report.
    public init(
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
