/// What a difference between the state after a reset and the state after a launch leads to.
public enum FidelityMode: String, Codable, Hashable, Sendable, CaseIterable {
    /// It fails the run, as state that survived.
    case fail
    /// It is reported.
    case report
    /// Nobody looks; the probe is compared all the same.
    case off
}
