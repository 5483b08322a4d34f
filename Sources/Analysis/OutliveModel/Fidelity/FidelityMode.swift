/// The effect of a difference between the state after a reset and the state after a launch.
package enum FidelityMode: String, Codable, Hashable, Sendable, CaseIterable {
    /// A difference fails the run as state that survived.
    case fail
    /// A difference is reported only.
    case report
    /// No state is compared except the output of the probe.
    case off
}
