/// The change of a finding from one report to the next.
package enum Change: String, Codable, Hashable, Sendable, CaseIterable {
    /// Only the later report has it.
    case new
    /// Its verdict got worse, or it is no longer accepted.
    case worse
    /// Both reports have it with the same verdict and acceptance.
    case unchanged
    /// Its verdict got better, or it is now accepted.
    case better
    /// Only the earlier report has it.
    case fixed
    /// Only one of the runs checked for it, or the later run ended early.
    case notCompared
}
