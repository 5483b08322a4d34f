/// The requested measurements of a run: a record of all options that affect its figures.
package struct Plan: Codable, Hashable, Sendable {
    /// The launch command, or the path of the executable of a process that was already running.
    package var launch: String
    /// The file name of the program that is measured, or `nil` in reports of earlier versions.
    package var program: String?
    /// The ready condition: `notify`, `http:URL`, `tcp:HOST:PORT`, `unix:PATH`, `line:REGEX` or `exit`; `none` for a
    /// process that was already running.
    package var ready: String
    /// The trigger of a reset: `http`, `signal:NAME`, `exec:CMD` or `http:[METHOD ]URL`.
    ///
    /// Without resets it is `nil`, and a cycle is the work alone.
    package var reset: String?
    /// The acknowledgement of a reset; `nil` without resets.
    package var done: String?
    /// The arms that were named, in order; `nil` for a relaunch and `reset`, which is then the trigger of the subject.
    package var arms: [PlannedArm]?
    /// The command that exercises the application before each sample, untimed.
    package var work: String?
    package var probe: String?
    /// The number of measured blocks, with one sample of every arm in each; with two arms, of pairs.
    package var pairs: Int
    /// The number of warm-up pairs and of warm-up cycles, which the verdict rules ignore.
    package var warmup: Int
    /// The number of resets in the soak, of work cycles without resets, or of snapshots of a running process; 0 for no
    /// limit of those.
    package var soak: Int
    /// The deadline of settling, in seconds.
    package var settleSeconds: Double
    package var timeoutSeconds: Double
    package var leaks: LeakMode
    /// The number of frames that the heap tier captures for each allocation; `nil` if it is off.
    package var heapFrames: Int?
    package var failOn: FailurePolicy
    package var fidelity: GateMode
    package var expected: [ExpectedDifference]
    package var growth: GateMode
    /// The effect of tasks that nothing can resume; `nil` if they were not asked for; any that are found are reported.
    package var stuck: GateMode?
    /// The effect of an exceeded budget; `nil` if no budget is judged.
    package var budget: GateMode?
    /// The smallest ratio of the reference to each other arm that passes the gate; `nil` for no gate.
    package var minimumSpeedup: Double?
    /// The seed for the order of the samples and for the bootstrap.
    package var seed: UInt64
    /// The watch of a process that was already running, or `nil` if the harness launched it.
    package var attachment: Attachment?

    package init(
        launch: String, program: String? = nil, ready: String, reset: String?, done: String?, arms: [PlannedArm]? = nil,
        work: String? = nil, probe: String? = nil, pairs: Int = 20, warmup: Int = 2, soak: Int = 50,
        settleSeconds: Double = 2, timeoutSeconds: Double = 30, leaks: LeakMode = .auto, heapFrames: Int? = nil,
        failOn: FailurePolicy = .leak, fidelity: GateMode = .fail, expected: [ExpectedDifference] = [],
        growth: GateMode = .report, stuck: GateMode? = nil, budget: GateMode? = nil,
        minimumSpeedup: Double? = nil, seed: UInt64, attachment: Attachment? = nil
    ) {
        (self.launch, self.program, self.ready, self.reset) = (launch, program, ready, reset)
        (self.done, self.arms, self.work, self.probe) = (done, arms, work, probe)
        (self.pairs, self.warmup, self.soak, self.settleSeconds) = (pairs, warmup, soak, settleSeconds)
        (self.timeoutSeconds, self.leaks, self.heapFrames, self.failOn) = (timeoutSeconds, leaks, heapFrames, failOn)
        (self.fidelity, self.expected, self.growth, self.stuck) = (fidelity, expected, growth, stuck)
        (self.budget, self.minimumSpeedup, self.seed) = (budget, minimumSpeedup, seed)
        self.attachment = attachment
    }
}

/// A watch of a process that was already running; a cycle is the time between two snapshots.
package struct Attachment: Codable, Hashable, Sendable {
    package var processID: Int32
    /// The time between two snapshots, in seconds.
    package var everySeconds: Double
    /// `true` if the watch ends as soon as growth is found.
    package var untilGrowth: Bool

    package init(processID: Int32, everySeconds: Double, untilGrowth: Bool) {
        (self.processID, self.everySeconds, self.untilGrowth) = (processID, everySeconds, untilGrowth)
    }
}

/// The verdicts that fail a run.
package enum FailurePolicy: String, Codable, Hashable, Sendable, CaseIterable {
    case leak
    case suspect
    case never
}

/// The effect of a finding on the run: of growth, stuck tasks, a difference between a reset and a launch, or a budget.
package enum GateMode: String, Codable, Hashable, Sendable, CaseIterable {
    /// A finding fails the run.
    case fail
    case report
    /// Nothing is judged; of the differences, the output of the probe always is.
    case off
}

extension Plan {
    /// Returns the minimum number of soak cycles for a trend: six after the warm-up, which is at least a fifth of the soak.
    package static func leastSoak(warmup: Int) -> Int { max(warmup + 6, 7) }

    /// `true` if the command runs only some of a package's tests.
    package var selectsTests: Bool {
        launch.hasPrefix("swift test")
            && ["--filter", "--skip", "-s"].contains { option in
                launch.split(separator: " ").contains { $0 == option || $0.hasPrefix(option + "=") }
            }
    }

    /// The compared arms in order: the named ones, or a relaunch and the reset; none without a reset.
    package var comparedArms: [PlannedArm] {
        arms ?? reset.map {
            [
                PlannedArm(name: .launch, trigger: PlannedArm.relaunchTrigger),
                PlannedArm(name: .reset, trigger: $0, done: done),
            ]
        } ?? []
    }

    /// The arm with which the others are compared first: the first relaunch, or else the first arm.
    package var referenceArm: Arm? { (comparedArms.first { $0.kind == .relaunch } ?? comparedArms.first)?.name }

    /// `true` if arms are compared that all begin with a launch, so that nothing can grow.
    package var onlyLaunches: Bool { arms.map { arms in arms.allSatisfy { $0.kind != .reset } } ?? false }

    /// The arm of the soak and of the heap: the first that resets in place, or else the reference.
    package var subjectArm: Arm? { comparedArms.first { $0.kind == .reset }?.name ?? referenceArm }
}
