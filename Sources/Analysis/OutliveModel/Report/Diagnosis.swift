/// The capabilities of a machine for one executable: the result of `outlive doctor`.
///
/// Its JSON form is versioned; `docs/report-format.md` specifies the format.
package struct Diagnosis: Codable, Hashable, Sendable {
    /// The version of the JSON form that this code writes.
    package static let currentFormat = 1

    package var format = Diagnosis.currentFormat
    package var toolVersion: String
    package var machine: Machine
    /// The absolute path of the executable.
    package var executable: String
    package var checks: [DiagnosisCheck]

    package init(toolVersion: String, machine: Machine, executable: String, checks: [DiagnosisCheck]) {
        (self.toolVersion, self.machine, self.executable, self.checks) = (toolVersion, machine, executable, checks)
    }

    /// The outcome: `notClean` if a check fails; a degraded capability counts as clean.
    package var outcome: Outcome { checks.contains { $0.state == .fails } ? .notClean : .clean }
}

package struct DiagnosisCheck: Codable, Hashable, Sendable {
    package enum Subject: String, Codable, Hashable, Sendable, CaseIterable {
        case machine
        /// The library that is preloaded for the heap tier.
        case heapLibrary
        /// The library that unwinds stacks for the registry.
        case unwinder
        /// The tool that looks up functions and lines.
        case symbolizer
        /// The permission to inspect processes from outside.
        case inspection
        /// The versions and files that inspections from outside support.
        case inspectable
        case executable
        /// The way in which the heap tier is loaded into the executable: linked or preloaded.
        case wayIn
        case heapTier
        /// The allocator whose blocks the heap tier records.
        case allocator
        /// The metadata with the names of stored properties.
        case fieldNames
        /// The debug information with files and lines.
        case debugInformation
        /// The symbol table with the names of functions and globals.
        case symbols
        case buildID
    }

    package enum State: String, Codable, Hashable, Sendable {
        case works
        /// It works with limits: leaks are found, but with fewer details.
        case degraded
        /// It does not work, and a tier requires it.
        case fails
        /// It was not checked, because a prerequisite does not work.
        case skipped
    }

    package var subject: Subject
    package var state: State
    package var finding: String
    /// The recommended action, in one line; `nil` if there is nothing to do.
    package var advice: String?

    package init(_ subject: Subject, _ state: State, _ finding: String, advice: String? = nil) {
        (self.subject, self.state, self.finding, self.advice) = (subject, state, finding, advice)
    }
}
