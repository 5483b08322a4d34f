internal import OutliveSupport

/// A comparison of the state after many resets with the state after a launch.
package struct Fidelity: Codable, Hashable, Sendable {
    /// The number of resets of the compared process.
    package var resets: Int
    package var launches: Int
    /// The results of all checks that were possible, in the order of `FidelityCheck`.
    package var results: [FidelityResult]
    /// What was compared for each arm; `nil` in a run of one trigger.
    package var arms: [ArmFidelity]?

    package init(resets: Int, launches: Int, results: [FidelityResult], arms: [ArmFidelity]? = nil) {
        (self.arms, self.resets, self.launches, self.results) = (arms, resets, launches, results)
    }

    /// The checks with an undeclared difference.
    package var failing: [FidelityResult] { results.filter { $0.differences.contains { $0.reason == nil } } }
}

/// The extent of the comparison of one arm with a fresh launch.
package struct ArmFidelity: Codable, Hashable, Sendable {
    package var arm: Arm
    /// The number of its starts by another way than a relaunch.
    package var resets: Int
    /// The checks that were possible, in the order of `FidelityCheck`.
    package var compared: [FidelityCheck]

    package init(arm: Arm, resets: Int, compared: [FidelityCheck]) {
        (self.arm, self.resets, self.compared) = (arm, resets, compared)
    }
}

package struct FidelityResult: Codable, Hashable, Sendable {
    package var check: FidelityCheck
    /// All differences, including expected ones; empty if the check passes.
    package var differences: [FidelityDifference]

    package init(check: FidelityCheck, differences: [FidelityDifference] = []) {
        self.check = check
        self.differences = differences
    }
}

/// A difference between the state after the resets and the state after a launch.
package struct FidelityDifference: Codable, Hashable, Sendable {
    /// The arm that shows it; `nil` in a run of one trigger.
    package var arm: Arm?
    /// The subject that differs, such as `file /var/log/app.log`, `PATH` or `thread worker`.
    package var subject: String
    /// The value after a launch: a number, a range of numbers or a text; `nil` if it is absent.
    package var launched: String?
    /// The value after the resets; `nil` if it is absent.
    package var reset: String?
    /// The first reset of the uninterrupted series after which it differed, counted from 1 over the life of the
    /// process.
    package var firstCycle: Int
    /// The part of a cycle that leaves the value: `work`, or a part of the reset such as `rebuild/cache`; `nil` if it is
    /// unknown or the subject is another one.
    package var part: String?
    /// The line that declares the global or static, or `nil` if it is unknown or the subject is another one.
    package var line: SourceLine?
    /// The reason why it is expected, if it was declared; such a difference does not fail the run.
    package var reason: String?

    package init(
        arm: Arm? = nil, subject: String, launched: String?, reset: String?, firstCycle: Int, part: String? = nil,
        line: SourceLine? = nil, reason: String? = nil
    ) {
        (self.arm, self.subject, self.launched, self.part) = (arm, subject, launched, part)
        (self.reset, self.firstCycle, self.line, self.reason) = (reset, firstCycle, line, reason)
    }
}

/// An aspect in which a process after many resets is compared with a fresh launch.
package enum FidelityCheck: String, Codable, Hashable, Sendable, CaseIterable {
    case probe
    /// Open descriptors, by kind and target.
    case descriptors
    /// Sockets that accept connections, by address.
    case listeners
    case threads
    case children
    case directory
    case environment
    /// Ignored and caught signals.
    case signals
    /// Signals blocked by threads.
    case masks
    case maps
    case locale
    /// The mask of file modes.
    case umask
    case limits
    /// User, groups and capabilities.
    case credentials
    /// Nice value, adjustment for the OOM killer, and processors that may be used.
    case scheduling
    /// Timers, watches, file locks, files left, and the offsets of files that are only read.
    case resources
    /// Globals and statics of the program, and what they lead to, by property path.
    case state
    /// Swift types of the program that have live objects, if the heap tier is active.
    case types

    /// The beginning of the subjects of `state` that are static variables; the name follows.
    package static let staticMark = "static "

    /// `true` if use alone increases the compared counts, as with pools, caches and libraries loaded on demand.
    ///
    /// Such state is compared with both unused and used launches, and a lower count than after a launch is no
    /// difference.
    package var fillsWithUse: Bool {
        switch self {
        case .descriptors, .threads, .masks, .maps, .resources, .types: true
        default: false
        }
    }

    /// `true` if the check counts resources that runtimes keep in pools, which may grow slightly at any time.
    package var isOfPools: Bool { self == .descriptors || self == .threads || self == .masks }
}

/// A declared difference between a reset and a launch, accepted for a reason.
package struct ExpectedDifference: Codable, Hashable, Sendable, CustomStringConvertible {
    package var check: FidelityCheck
    /// The pattern of the subjects, where `*` stands for any characters and `?` for one; `nil` for all subjects.
    package var pattern: String?
    package var reason: String

    package init(check: FidelityCheck, pattern: String? = nil, reason: String) {
        (self.check, self.pattern, self.reason) = (check, pattern, reason)
    }

    /// The check and the pattern as they are declared, such as `threads:worker-*`.
    package var description: String { pattern.map { "\(check.rawValue):\($0)" } ?? check.rawValue }

    /// Returns `true` if the declaration applies to a subject of a check.
    package func covers(_ subject: String, of check: FidelityCheck) -> Bool {
        guard check == self.check else { return false }
        guard let pattern else { return true }
        let wildcards = Wildcards(pattern)
        if wildcards.match(subject) { return true }
        // `Flags.beta` declares `static Flags.beta`, too.
        let mark = FidelityCheck.staticMark
        return check == .state && subject.hasPrefix(mark) && wildcards.match(String(subject.dropFirst(mark.count)))
    }
}

/// The resources and settings of a process at one moment, as seen from outside.
///
/// Placeholders replace the values that differ with each launch, such as the port and the private folder that the
/// harness chooses. Two states can therefore be compared.
package struct ProcessState: Hashable, Sendable {
    package enum Fact: Hashable, Sendable {
        /// The number of occurrences; 0 if the subject is absent.
        case count(Int)
        case setting(String)
    }

    /// The facts of each check by subject, such as `file /var/log/app.log` -> 1 or `PATH` -> `/bin`.
    ///
    /// A check that could not be read is absent.
    package var facts: [FidelityCheck: [String: Fact]]

    /// Returns `true` if a thread is a worker of Dispatch, or was started by one and has no name of its own.
    ///
    /// The workers run tasks of Swift as well, in a pool that grows and shrinks with use. The kernel keeps the last 15
    /// characters of `com.apple.root.default-qos`, or of the same with `.overcommit`.
    package static func isDispatchWorker(_ thread: String) -> Bool {
        ["-qos", "-qos.overcommit"].contains { thread.hasSuffix($0) && thread.utf8.count == 15 }
    }

    /// The beginning of the subjects of `resources` that are offsets of open files; the name of the file follows.
    package static let offsetOf = "offset of "

    package init(facts: [FidelityCheck: [String: Fact]] = [:]) {
        self.facts = facts
    }
}
