/// The changes from one report to another: the result of `outlive compare`.
///
/// Its JSON form is versioned; `docs/report-format.md` specifies the format.
package struct ReportComparison: Codable, Hashable, Sendable {
    /// The version of the JSON form that this code writes.
    package static let currentFormat = 2

    package var format = ReportComparison.currentFormat
    package var toolVersion: String
    package var policy: ComparisonPolicy
    package var old: ComparedReport
    package var new: ComparedReport
    /// The leaks and suspects of both reports, each once: new, worse, unchanged, better, fixed, then not compared.
    package var leaks: [ComparedLeak] = []
    /// The undeclared differences between reset and launch in either report.
    package var differences: [ComparedDifference] = []
    /// The growth over the soaks that failed either report, each metric once.
    package var growth: [ComparedGrowth] = []
    /// The expired known leaks that fail the later run.
    package var expired: [ComparedExpiry] = []
    /// The changes of allocations of each arm or test that both reports counted; `nil` if either did not count.
    package var allocations: [AllocationComparison]?
    package var failures: [Failure] = []
    /// The runs of both reports, paired if their machines and settings match.
    package var runs: [ComparedRuns] = []
    /// The second run of the earlier build, if two builds were run to be compared; `nil` for other reports.
    package var control: ComparisonControl?
    /// Remarks on how the comparison was made.
    package var notes: [String] = []

    package init(toolVersion: String, policy: ComparisonPolicy, old: ComparedReport, new: ComparedReport) {
        (self.toolVersion, self.policy, self.old, self.new) = (toolVersion, policy, old, new)
    }
}

package struct ComparisonPolicy: Codable, Hashable, Sendable {
    /// The leaks and differences that fail a comparison.
    package enum FailOn: String, Codable, Hashable, Sendable, CaseIterable {
        /// The new and the worse ones.
        case new
        /// All that the later report has.
        case leak
        case never
    }

    package var failOn: FailOn
    /// The greatest accepted ratio of the later reset time to the earlier one; `nil` for no gate.
    package var maximumSlowdown: Double?

    package init(failOn: FailOn = .new, maximumSlowdown: Double? = nil) {
        self.failOn = failOn
        self.maximumSlowdown = maximumSlowdown
    }
}

/// One of the two reports that are compared.
package struct ComparedReport: Codable, Hashable, Sendable {
    /// The source of the report, as it was named on the command line.
    package var name: String
    package var toolVersion: String
    /// The start of its first run: ISO 8601, UTC.
    package var startedAt: String
    package var outcome: Outcome
    /// `true` if an interrupt stopped the report's run, or one of its runs, whatever the outcome is.
    package var interrupted: Bool
    package var summary: String
    /// The path of the build that was run, whose name is `name`; `nil` for a report that was read.
    package var build: String?

    package init(
        name: String, toolVersion: String, startedAt: String, outcome: Outcome, interrupted: Bool = false,
        summary: String, build: String? = nil
    ) {
        (self.name, self.toolVersion, self.startedAt, self.build) = (name, toolVersion, startedAt, build)
        (self.outcome, self.interrupted, self.summary) = (outcome, interrupted, summary)
    }
}

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

/// A cause from either report, represented by its leading finding.
package struct ComparedLeak: Codable, Hashable, Sendable {
    package var change: Change
    package var tier: Tier
    /// The properties that the objects share, from the later report or else from the earlier one.
    package var key: ComponentKey
    /// The fingerprint from the same report.
    package var fingerprint: String
    /// The name of the reference to cut, or `nil` if it is unknown.
    package var culprit: String?
    /// The tests that leave the objects behind, from the same report; `nil` in a run without tests.
    package var tests: [LeakingTest]?
    package var old: ReportedLeak?
    package var new: ReportedLeak?
}

/// A leak as one report shows it.
package struct ReportedLeak: Codable, Hashable, Sendable {
    package var verdict: Verdict
    /// The number of distinct objects alive at the end, or the bytes of growing containers, over all runs.
    package var objects: Int
    package var unit = LiveUnit.objects
    /// The bytes that leak with it, or `nil` if no bytes are known.
    package var bytes: Int?
    /// `true` if it failed a run under the policy of that run.
    package var fails: Bool
    package var known: KnownLeak?
}

/// An undeclared difference, in either report, between the state after a reset and the state after a launch.
package struct ComparedDifference: Codable, Hashable, Sendable {
    package var change: Change
    package var check: FidelityCheck
    /// The subject that differs, such as `file /var/log/app.log`; empty for the output of the probe.
    package var subject: String
    /// `true` if it failed the later run.
    package var fails: Bool
}

/// A metric whose growth failed the soak of either report.
package struct ComparedGrowth: Codable, Hashable, Sendable {
    package var change: Change
    package var metric: Metric
    /// `true` if it failed the later run.
    package var fails: Bool
}

/// An expired entry of the list of known leaks.
package struct ComparedExpiry: Codable, Hashable, Sendable {
    package var change: Change
    package var entry: KnownLeak
}

/// A run of either report, or two comparable runs.
package struct ComparedRuns: Codable, Hashable, Sendable {
    /// The run of the earlier report; `nil` if none corresponds to the later run.
    package var old: Shard?
    /// The run of the later report; `nil` if none corresponds to the earlier run.
    package var new: Shard?
    /// The reason why the times of the two runs cannot be compared; `nil` if they can, or if there is only one run.
    package var apart: String?
    /// The changes in times; empty if they cannot be compared.
    package var times: [TimeChange]

    package init(old: Shard?, new: Shard?, apart: String? = nil, times: [TimeChange] = []) {
        (self.old, self.new, self.apart, self.times) = (old, new, apart, times)
    }
}

/// The change of one measured time, from runs on the same machine with the same settings.
package struct TimeChange: Codable, Hashable, Sendable {
    /// The measured arm, which is `soak` for a reset of the soak, `work` for the work of its cycles, `workProcessor`
    /// for the processor time of the work, and `relaunch` for `launch`.
    package var subject: Arm
    package var old: Double
    package var new: Double
    /// The later median divided by the earlier one: above 1, the operation got slower.
    package var ratio: Double
    /// The bootstrap interval of `ratio`; `nil` if there are too few samples, or none as in a merged report.
    package var interval: Interval?

    package init(subject: Arm, old: Double, new: Double, ratio: Double, interval: Interval?) {
        (self.subject, self.old, self.new) = (subject, old, new)
        (self.ratio, self.interval) = (ratio, interval)
    }

    /// The arm as its run names it.
    package var arm: Arm { subject == .relaunch ? .launch : subject }
}

extension Arm {
    /// The name of `launch` in a comparison: stop and start together.
    package static let relaunch = Arm(rawValue: "relaunch")
    /// The name of the work of a soak in a comparison.
    package static let work = Arm(rawValue: "work")
    /// The name of the processor time of this work in a comparison.
    package static let workProcessor = Arm(rawValue: "workProcessor")
}
