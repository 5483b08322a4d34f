/// What works on a machine for one executable: what `outlive doctor` found.
///
/// Its JSON form is versioned; `docs/report-format.md` is the grammar.
public struct Diagnosis: Codable, Hashable, Sendable {
    /// The version of the JSON form that this code writes.
    public static let currentFormat = 1

    /// The version of the JSON form.
    public var format: Int
    /// The version of Outlive that made it.
    public var toolVersion: String
    /// Where it was made.
    public var machine: Machine
    /// The executable's absolute path.
    public var executable: String
    /// What was looked at, in the order of a report.
    public var checks: [DiagnosisCheck]

    /// Makes a diagnosis.
    public init(toolVersion: String, machine: Machine, executable: String, checks: [DiagnosisCheck]) {
        format = Self.currentFormat
        self.toolVersion = toolVersion
        self.machine = machine
        self.executable = executable
        self.checks = checks
    }

    /// The exit code: not clean where something does not work that a tier needs; less than could be is clean.
    public var outcome: Outcome { checks.contains { $0.state == .fails } ? .notClean : .clean }
}

/// One thing that was looked at.
public struct DiagnosisCheck: Codable, Hashable, Sendable {
    /// The things that are looked at.
    public enum Subject: String, Codable, Hashable, Sendable, CaseIterable {
        /// The machine and its C library.
        case machine
        /// The library that brings the heap tier into programs.
        case heapLibrary
        /// The library that unwinds stacks for the registry.
        case unwinder
        /// The tool that finds functions and lines.
        case symbolizer
        /// What kind of file the executable is.
        case executable
        /// How the heap tier gets into it.
        case wayIn
        /// Whether the heap tier works in it.
        case heapTier
        /// The names of stored properties.
        case fieldNames
        /// Files and lines.
        case debugInformation
        /// The names of functions and globals.
        case symbols
        /// What tells this build from all others.
        case buildID
    }

    /// How it stands.
    public enum State: String, Codable, Hashable, Sendable {
        /// It works.
        case works
        /// It works less well than it could: leaks are found, and less is told of them.
        case degraded
        /// It does not work, and a tier needs it.
        case fails
        /// It was not tried, as something that it needs does not work.
        case skipped
    }

    /// What was looked at.
    public var subject: Subject
    /// How it stands.
    public var state: State
    /// What was found, in one line.
    public var finding: String
    /// What to do about it, in one line; nil where there is nothing to do.
    public var advice: String?

    /// Makes a check.
    public init(_ subject: Subject, _ state: State, _ finding: String, advice: String? = nil) {
        self.subject = subject
        self.state = state
        self.finding = finding
        self.advice = advice
    }
}
