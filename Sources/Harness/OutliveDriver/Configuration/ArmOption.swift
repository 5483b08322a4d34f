package import OutliveModel
internal import OutliveSupport

/// An arm as it is written: `NAME=TRIGGER`.
package struct ArmOption: Hashable, Sendable {
    /// The way in which an arm becomes fresh.
    package enum Trigger: Hashable, Sendable {
        case relaunch
        /// A stop and a start by another command.
        case launch(Template<Command>)
        case reset(Template<ResetTrigger>)
        /// A second process, started ahead of time, takes the place of the running one.
        case spare
        /// CRIU restores a checkpoint of the process in place of the running one.
        case checkpoint
    }

    package var name: Arm
    package var trigger: Trigger
    /// The acknowledgement of a reset in place; `nil` for the usual one of the trigger, and for other arms.
    package var done: Template<DoneSignal>?
    package var minimumSpeedup: Double?
    /// The trigger as it was written.
    private let text: String

    /// Parses `NAME=TRIGGER`.
    ///
    /// - Throws: `UsageError` if the name or the trigger is wrong.
    package init(parsing option: String) throws(UsageError) {
        let (name, text) = try Self.named(option, valueName: "TRIGGER")
        guard !Arm.reserved.contains(name) else {
            throw UsageError(
                "an arm cannot be called '\(name.rawValue)', which has a meaning in reports: choose another name")
        }
        self.name = name
        self.text = text
        switch text {
        case PlannedArm.relaunchTrigger: trigger = .relaunch
        case PlannedArm.spareTrigger: trigger = .spare
        case PlannedArm.checkpointTrigger: trigger = .checkpoint
        default:
            if let command = text.after(PlannedArm.launchPrefix) {
                trigger = .launch(try Template(command))
            } else {
                trigger = .reset(try Self.reset(text, of: name))
            }
        }
    }

    private static func reset(_ text: String, of name: Arm) throws(UsageError) -> Template<ResetTrigger> {
        let (kind, argument) = optionParts(text)
        guard ["http", "exec"].contains(kind) || kind == "signal" && argument != nil else {
            throw UsageError(
                "'\(text)' is not a trigger of arm '\(name.rawValue)': use relaunch, launch:CMD, signal:NAME, "
                    + "exec:CMD, http, http:[METHOD ]URL, spare or checkpoint")
        }
        return try Template(text)
    }

    /// Parses `NAME=VALUE` of an option that refers to an arm or a build.
    ///
    /// - Parameter noun: What has the name, with its article.
    package static func named(
        _ option: String, of noun: String = "an arm", valueName: String
    ) throws(UsageError) -> (Arm, value: String) {
        let parts = option.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, !parts[1].isEmpty else {
            throw UsageError("'\(option)' names no\(noun.drop { $0 != " " }) with a value: write NAME=\(valueName)")
        }
        guard parts[0].wholeMatch(of: /[A-Za-z0-9][A-Za-z0-9._-]{0,23}/) != nil else {
            throw UsageError(
                "'\(parts[0])' is not the name of \(noun): use at most 24 letters, digits, '.', '_' and '-'")
        }
        return (Arm(rawValue: parts[0]), parts[1])
    }

    /// The arm as a plan records it.
    package var planned: PlannedArm {
        PlannedArm(name: name, trigger: text, done: done?.text, minimumSpeedup: minimumSpeedup)
    }
}

extension ApplicationConfiguration {
    /// Replaces the reset by arms; the first arm that resets in place provides the reset of the application.
    ///
    /// - Throws: `UsageError` if an arm does not fit the other options, or the arms cannot be compared.
    package mutating func compare(_ arms: [ArmOption]) throws(UsageError) {
        guard arms.count > 1 else {
            throw UsageError(
                "there is only the arm '\(arms.first?.name.rawValue ?? "")': give another --arm to compare with")
        }
        for (index, arm) in arms.enumerated() where arms[..<index].contains(where: { $0.name == arm.name }) {
            throw UsageError("two arms are called '\(arm.name.rawValue)': give each its own name")
        }
        for arm in arms {
            let arm = try completed(arm)
            self.arms.append(arm)
            if reset == nil, case .reset(let trigger) = arm.trigger { (reset, done) = (trigger, arm.done) }
        }
        guard isolatesInstances else {
            throw UsageError(
                "the arms run side by side, so --launch must keep them apart: put {port}, {dir} or {instance} into it")
        }
    }

    /// `true` if CRIU is needed.
    package var restoresCheckpoint: Bool { arms.contains { $0.trigger == .checkpoint } }

    /// Returns an arm with the acknowledgement of its reset.
    ///
    /// - Throws: `UsageError` if the arm does not fit the other options.
    private func completed(_ arm: ArmOption) throws(UsageError) -> ArmOption {
        switch arm.trigger {
        case .relaunch, .spare: break
        case .launch:
            guard configuration(of: arm).isolatesInstances else {
                throw UsageError(
                    "the launch of arm '\(arm.name.rawValue)' must keep it apart from the others: put {port}, {dir} or "
                        + "{instance} into it")
            }
        case .reset(let trigger):
            var arm = arm
            if arm.done == nil { arm.done = try DoneSignal.usual(ready: ready.sample, reset: trigger.sample) }
            try configuration(of: arm).checkCombination()
            return arm
        case .checkpoint:
            guard ready.sample.isRepeatable else {
                throw UsageError(
                    "a restored checkpoint does not announce that it is ready, as '\(ready)' requires: use --ready "
                        + "http:URL, tcp:HOST:PORT or unix:PATH for arm '\(arm.name.rawValue)'")
            }
        }
        guard arm.done == nil else {
            throw UsageError(
                "the arm '\(arm.name.rawValue)' is not reset in place, so nothing acknowledges it: "
                    + "remove its --arm-done")
        }
        return arm
    }

    /// Returns the configuration of one arm.
    func configuration(of arm: ArmOption) -> ApplicationConfiguration {
        var own = self
        own.arms = []
        switch arm.trigger {
        case .relaunch, .spare, .checkpoint: break
        case .launch(let command): own.launch = command
        case .reset(let trigger): (own.reset, own.done) = (trigger, arm.done)
        }
        return own
    }
}

extension ReadyCheck {
    /// `true` if the check can be made again on a running process.
    var isRepeatable: Bool {
        switch self {
        case .http, .connect: true
        case .notify, .line, .exit: false
        }
    }
}
