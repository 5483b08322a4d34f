/// What growth over the soak leads to.
public enum GrowthMode: String, Codable, Hashable, Sendable, CaseIterable {
    /// It fails the run.
    case fail
    /// It is reported.
    case report
}
