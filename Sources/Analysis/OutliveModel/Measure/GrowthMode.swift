/// The effect of growth over the soak.
package enum GrowthMode: String, Codable, Hashable, Sendable, CaseIterable {
    /// Growth fails the run.
    case fail
    /// Growth is reported only.
    case report
}
