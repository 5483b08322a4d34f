/// What a process holds and how it is set up at one moment, as far as it can be seen from outside.
///
/// What differs from launch to launch by design, such as the port and the private folder that the harness chose, is
/// replaced by its placeholder, so that two states can be compared.
public struct ProcessState: Hashable, Sendable {
    /// What is true of a subject.
    public enum Fact: Hashable, Sendable {
        /// How many there are of it; a subject that is absent has 0.
        case count(Int)
        /// What it is set to.
        case setting(String)
    }

    /// The facts of each check, by subject: `file /var/log/app.log` -> 1, `PATH` -> `/bin`; a check that could not
    /// be read is absent.
    public var facts: [FidelityCheck: [String: Fact]]

    /// Makes a state.
    public init(facts: [FidelityCheck: [String: Fact]] = [:]) {
        self.facts = facts
    }
}
