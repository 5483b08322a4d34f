/// The resources and settings of a process at one moment, as seen from outside.
///
/// Values that differ with each launch by design, such as the port and the private folder chosen by the harness, are
/// replaced by placeholders, so that two states can be compared.
package struct ProcessState: Hashable, Sendable {
    /// The state of a subject.
    package enum Fact: Hashable, Sendable {
        /// The number of occurrences; 0 if the subject is absent.
        case count(Int)
        /// The value of a setting.
        case setting(String)
    }

    /// The facts of each check by subject, such as `file /var/log/app.log` -> 1 or `PATH` -> `/bin`.
    ///
    /// A check that could not be read is absent.
    package var facts: [FidelityCheck: [String: Fact]]

    /// Creates a state.
    package init(facts: [FidelityCheck: [String: Fact]] = [:]) {
        self.facts = facts
    }
}
