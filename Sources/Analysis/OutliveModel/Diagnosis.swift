/// The capabilities of a machine for one executable: the result of `outlive doctor`.
///
/// Its JSON form is versioned; `docs/report-format.md` specifies the format.
package struct Diagnosis: Codable, Hashable, Sendable {
    /// The version of the JSON form that this code writes.
    package static let currentFormat = 1

    /// The version of the JSON form.
    package var format = Diagnosis.currentFormat
    /// The version of Outlive that made the diagnosis.
    package var toolVersion: String
    /// The machine on which the diagnosis was made.
    package var machine: Machine
    /// The absolute path of the executable.
    package var executable: String
    /// The checks, in the order of a report.
    package var checks: [DiagnosisCheck]

    package init(toolVersion: String, machine: Machine, executable: String, checks: [DiagnosisCheck]) {
        self.toolVersion = toolVersion
        self.machine = machine
        self.executable = executable
        self.checks = checks
    }

    /// The outcome: `notClean` if a check fails; a degraded capability counts as clean.
    package var outcome: Outcome { checks.contains { $0.state == .fails } ? .notClean : .clean }
}

/// A check of one capability.
package struct DiagnosisCheck: Codable, Hashable, Sendable {
    /// The subjects of checks.
    package enum Subject: String, Codable, Hashable, Sendable, CaseIterable {
        /// The machine and its C library.
        case machine
        /// The library that is preloaded for the heap tier.
        case heapLibrary
        /// The library that unwinds stacks for the registry.
        case unwinder
        /// The tool that looks up functions and lines.
        case symbolizer
        /// The file type of the executable.
        case executable
        /// The way in which the heap tier gets into the executable: linked or preloaded.
        case wayIn
        /// The heap tier inside the executable.
        case heapTier
        /// The metadata with the names of stored properties.
        case fieldNames
        /// The debug information with files and lines.
        case debugInformation
        /// The symbol table with the names of functions and globals.
        case symbols
        /// The build-id, which distinguishes this build from all others.
        case buildID
    }

    /// The result of a check.
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
    /// The result of the check.
    package var state: State
    package var finding: String
    /// The recommended action, in one line; `nil` if there is nothing to do.
    package var advice: String?

    package init(_ subject: Subject, _ state: State, _ finding: String, advice: String? = nil) {
        self.subject = subject
        self.state = state
        self.finding = finding
        self.advice = advice
    }
}
