/// The version that reports contain.
package let toolVersion = "0.2.0"

/// The results of one benchmark run or of merged runs, from which all formats of the report are rendered.
///
/// Its JSON form is versioned; `docs/report-format.md` specifies the format.
package struct Report: Codable, Hashable, Sendable {
    /// The latest version of the JSON form that this code reads and writes.
    package static let currentFormat = 2

    /// The version of the JSON form: 1, or 2 for a report of named arms, which older readers do not understand.
    package var format: Int
    package var toolVersion: String
    /// The start of the run: ISO 8601, UTC.
    package var startedAt: String
    /// The duration of the whole run in seconds, what is not measured included; `nil` in older and in merged reports.
    package var seconds: Double?
    /// The host name of the machine that ran it; `nil` if it is unknown, and in a merged report.
    package var host: String?
    package var machine: Machine
    package var plan: Plan
    package var isolation = Isolation.twoInstances
    /// The raw measurements, in the order in which they were taken.
    package var samples: [Sample] = []
    package var soak: [SoakCycle] = []
    /// The comparison of the arms; `nil` if no block was completed, or no reset of a block succeeded.
    package var comparison: Comparison?
    /// The cost of the transport; `nil` if the application cannot be pinged.
    package var ping: Summary?
    package var slopes: [Slope] = []
    package var watch = Watch.off
    /// The components that the application registered, as far as its generation reports name them.
    package var components: [ComponentKey] = []
    /// The survivors of resets, judged.
    package var findings: [Finding] = []
    /// The heap tier's figures for each cycle; `nil` if it was not requested.
    package var heap: HeapSummary?
    /// The heap over the cycles of the process with the most; `nil` without the heap tier, and in older reports.
    package var course: HeapCourse?
    /// The allocations of a cycle, of each arm that was counted; `nil` if they were not requested.
    package var allocations: [AllocationFigures]?
    /// The tasks that nothing can resume at the end, alike ones together; `nil` if no snapshot shows them.
    package var stuckTasks: [AlikeTasks]?
    /// The use of resident memory at the end; `nil` if the process was not inspected from outside.
    package var memory: MemoryUse?
    /// The differences between the probe's output after a reset and after a launch.
    package var stateDifferences: [StateDifference] = []
    /// The comparison of the state after the resets with that after a launch; `nil` if nothing could be compared.
    package var fidelity: Fidelity?
    /// The arms whose resets did not show that they reset anything; `nil` without any, and in older reports.
    ///
    /// A reset is shown if the probe prints something else before it than after a launch, or if registered components
    /// were released in it.
    package var unshownResets: [Arm]?
    package var failures: [Failure] = []
    package var notes: [String] = []
    /// The number of failed resets that a relaunch replaced, in all arms.
    package var fallbacks = 0
    /// `true` if the run was stopped early.
    package var interrupted = false
    /// The version of Swift that built the application, such as `6.3.1`, or `nil` if it is unknown.
    package var toolchain: String?
    package var known: KnownLeaksReview?
    /// The figures of a run of tests; `nil` in every other run, and in a merged report.
    package var tests: TestFigures?
    /// The figures of leaks that another program listed; `nil` in every other run, and in a merged report.
    package var listed: ListedFigures?
    /// What each route leaves behind; `nil` in a run without routes, and in a merged report.
    package var routes: RouteReport?
    /// What the tests left changed in the variables of the program; `nil` unless it was requested.
    package var pollution: PollutionReport?
    /// The comparison with the budget; `nil` unless it was requested, and in a merged report.
    package var budget: BudgetReview?
    /// The comparison of each test with its budget, most exceeded limits first; `nil` as for `budget`.
    package var testBudgets: [BudgetReview]?
    /// The merged runs, by `Shard.id`; empty in the report of a single run.
    ///
    /// A merged report has no samples and no soak of its own. Its `machine` and `plan` come from the first run.
    package var shards: [Shard] = []

    package init(toolVersion: String, startedAt: String, machine: Machine, plan: Plan) {
        format = plan.arms == nil ? 1 : 2
        (self.toolVersion, self.startedAt, self.machine, self.plan) = (toolVersion, startedAt, machine, plan)
    }
}

extension KeyedDecodingContainer {
    /// Decodes the runs for the synthesized decoder of `Report`; the report of a single run may omit them.
    func decode(_ type: [Shard].Type, forKey key: Key) throws -> [Shard] {
        try decodeIfPresent(type, forKey: key) ?? []
    }
}

package enum Isolation: String, Codable, Hashable, Sendable {
    /// A live process for each arm; with two arms one is always relaunched and the other always reset.
    case twoInstances
    /// One process at a time, because the command has no placeholder that would separate two.
    case oneAtATime
}

package enum Watch: String, Codable, Hashable, Sendable, CaseIterable {
    /// Leak detection was not requested.
    case off
    /// The application did not identify itself as using Outlive.
    case notWatched
    /// The application reported its generations.
    case watched
}

/// A difference between the output of the probe after a reset and after a launch.
package struct StateDifference: Codable, Hashable, Sendable {
    /// The arm that shows it; `nil` in a run of one trigger.
    package var arm: Arm?
    /// The first reset after which it was seen, counted from 1 over the life of the process.
    package var cycle: Int
    /// The number of resets after which it was seen.
    package var occurrences: Int
    /// The output of the probe after a launch, decoded as UTF-8.
    package var expected: String
    /// The output of the probe after the reset.
    package var actual: String

    package init(arm: Arm? = nil, cycle: Int, occurrences: Int = 1, expected: String, actual: String) {
        (self.arm, self.cycle, self.occurrences) = (arm, cycle, occurrences)
        (self.expected, self.actual) = (expected, actual)
    }
}

extension Report {
    /// Adds a fingerprint to every finding that has none, so that runs can be compared.
    package mutating func addMissingFingerprints() { findings.addMissingFingerprints() }

    /// Returns `true` if a tier was active in any run.
    package func watched(_ tier: Tier) -> Bool {
        tier == .registry ? watch == .watched : heap != nil || runs.contains { $0.watched(tier) }
    }

    /// `true` if all runs are of tests.
    package var isOfTests: Bool { runs.allSatisfy { $0.tests != nil } }

    /// `true` if no run has cycles: tests end once, as does a program whose leaks are listed.
    package var isWithoutCycles: Bool { runs.allSatisfy { $0.tests != nil || $0.listed != nil } }

    /// The number of tasks that nothing can resume; in a merged report, of the runs that they fail.
    package var stuckTaskCount: Int {
        (stuckTasks ?? []).reduce(0) { boundedSum($0, $1.count) }
            + shards.reduce(0) { boundedSum($0, $1.failingStuckTasks ?? 0) }
    }

    /// `true` if the run, or a merged one, exceeds its budget, and that fails it under its policy.
    package var failsByBudget: Bool {
        plan.budget == .fail && budgets.contains(where: \.isExceeded) || shards.contains { $0.failingBudget != nil }
    }

    /// The comparisons of the run and of its tests with their budgets.
    package var budgets: [BudgetReview] { [budget].compactMap(\.self) + (testBudgets ?? []) }

    /// `true` if tasks that nothing can resume fail the run under its policy.
    package var failsByStuckTasks: Bool {
        plan.stuck == .fail && stuckTasks?.isEmpty == false || shards.contains { $0.failingStuckTasks != nil }
    }
}
