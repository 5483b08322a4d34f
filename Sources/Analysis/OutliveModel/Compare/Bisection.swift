/// The result of a search for the first revision of a program that has a leak.
package struct Bisection: Hashable, Sendable {
    /// A commit, or a version of a dependency.
    package struct Revision: Hashable, Sendable {
        /// The full name of the commit, or the version.
        package var name: String
        /// The first line of the commit's message; empty for a version.
        package var subject: String

        package init(name: String, subject: String = "") { (self.name, self.subject) = (name, subject) }
    }

    /// What a revision showed.
    package enum Outcome: Hashable, Sendable {
        case good, bad
        /// It does not build, does not launch, or cannot be measured.
        case skipped(reason: String)
    }

    /// A revision that was tried.
    package struct Attempt: Hashable, Sendable {
        package var revision: Revision
        package var outcome: Outcome
        package var seconds: Double
        /// `true` if its build was kept from an earlier search.
        package var isReused: Bool

        package init(revision: Revision, outcome: Outcome, seconds: Double, isReused: Bool) {
            (self.revision, self.outcome, self.seconds, self.isReused) = (revision, outcome, seconds, isReused)
        }
    }

    package var fingerprint: String
    /// The cause in the report of the first revision that has it.
    package var cause: Cause
    /// The revisions among which the first one is, ascending: one, or several if those before the last were skipped.
    package var suspects: [Revision]
    /// The number of revisions after the good one, up to the bad one.
    package var candidates: Int
    /// All attempts, in their order.
    package var attempts: [Attempt]
    /// The path of the report of the last suspect.
    package var report: String
    /// The difference that the suspects make to the manifest, as of `git diff`; empty without one.
    package var manifestChanges: String
    package var notes: [String]

    package init(
        fingerprint: String, cause: Cause, suspects: [Revision], candidates: Int, attempts: [Attempt], report: String,
        manifestChanges: String = "", notes: [String] = []
    ) {
        (self.fingerprint, self.cause, self.suspects) = (fingerprint, cause, suspects)
        (self.candidates, self.attempts, self.report) = (candidates, attempts, report)
        (self.manifestChanges, self.notes) = (manifestChanges, notes)
    }
}

extension Bisection.Revision {
    /// The name as in the output of git: the first ten digits of a commit, or the version.
    package var brief: String {
        name.count == 40 && name.allSatisfy(\.isHexDigit) ? String(name.prefix(10)) : name
    }
}
