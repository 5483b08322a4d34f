internal import OutliveModel

/// The plan, machine and toolchain of a run, as rows of a label and a value.
struct PlanTable {
    /// The subject of the run: `reset compared with relaunch`.
    let subject: String
    /// The requested measurements and how the arms were kept apart, then machine, toolchain and time of the run.
    ///
    /// A warning weakens the results.
    private(set) var rows: [(label: String, value: String, isWarning: Bool)] = []

    init(_ shown: Presentation) {
        let plan = shown.report.plan
        if shown.isMerged {
            subject = "\(shown.runsDescription), merged"
            addMerged(shown.runs)
        } else {
            subject = plan.subject
            add(plan, shown.report.isolation)
            addSurroundings(shown.report)
        }
    }

    private mutating func add(_ label: String, _ value: String?, isWarning: Bool = false) {
        if let value { rows.append((label, value, isWarning)) }
    }

    private mutating func add(_ plan: Plan, _ isolation: Isolation) {
        if let attachment = plan.attachment {
            add("process", "\(attachment.processID), \(plan.launch)")
            let isWhole = attachment.everySeconds == attachment.everySeconds.rounded()
            add("cycle", "\(fixed(attachment.everySeconds, digits: isWhole ? 0 : 1)) s between two inspections")
        } else {
            add("launch", plan.launch)
            add("ready", plan.ready)
            if let arms = plan.arms {
                for (index, arm) in arms.enumerated() { add(index == 0 ? "arms" : "", arm.description) }
            } else {
                add("reset", plan.resetDescription)
            }
        }
        add("work", plan.work)
        add("probe", plan.probe)
        for (index, declared) in plan.expected.enumerated() {
            let subjects = [declared.check.words, declared.pattern].compactMap(\.self).joined(separator: " ")
            add(index == 0 ? "expected" : "", "\(subjects): \(oneLine(declared.reason))")
        }
        add("plan", plan.amounts)
        guard plan.pairs > 0 else { return }
        switch isolation {
        case .twoInstances:
            add(
                "instances",
                plan.arms == nil ? "two: one always relaunched, one always reset" : "one for each arm, side by side")
        case .oneAtATime:
            add(
                "instances",
                "one at a time: the command has no {port}, {dir} or {instance} that would keep two apart",
                isWarning: true)
        }
    }

    private mutating func addSurroundings(_ report: Report) {
        add("machine", report.machine.description)
        add("built with", report.toolchain.map { "Swift \(oneLine($0))" })
        add("started", report.startedAt)
        guard report.interrupted else { return }
        add("stopped", "by an interrupt: the figures cover what was measured until then", isWarning: true)
    }

    private mutating func addMerged(_ runs: [Shard]) {
        func first(_ value: (Plan) -> String) -> String {
            let values = runs.map { value($0.plan) }
            let others = Set(values).count - 1
            return (values.first ?? "") + (others > 0 ? ", and \(counted(others, "other"))" : "")
        }
        add("launch", first(\.launch))
        add("reset", first { $0.arms == nil ? $0.resetDescription : $0.armNames })
        add("plan", first(\.amounts))
        let toolchains = Set(runs.compactMap(\.toolchain)).sorted()
        add("built with", toolchains.isEmpty ? nil : "Swift \(oneLine(toolchains.joined(separator: ", ")))")
        let starts = runs.map(\.startedAt).sorted()
        add("started", starts.first == starts.last ? starts.first : "\(starts[0]) to \(starts[starts.count - 1])")
    }
}

extension Plan {
    fileprivate var subject: String {
        guard attachment == nil else { return "a running process" }
        guard arms == nil else { return "\(comparedArms.count) arms compared: \(armNames)" }
        guard pairs == 0 else { return "reset compared with relaunch" }
        return reset == nil ? "many cycles of one process" : "many resets of one process"
    }

    fileprivate var armNames: String { comparedArms.map(\.name.words).joined(separator: ", ") }

    fileprivate var resetDescription: String {
        guard let reset else { return "none: a cycle is only the work" }
        return done.map { $0 == reset ? reset : "\(reset), done: \($0)" } ?? reset
    }

    /// The amounts of the plan: `20 pairs after 2 of warm-up, a soak of 50 resets, seed 7`.
    fileprivate var amounts: String {
        guard attachment == nil || soak > 0 else {
            return (attachment?.untilGrowth == true ? "until growth is found" : "no limit of cycles")
                + (warmup > 0 ? ", the first \(warmup) of which are warm-up" : "")
        }
        let cycles = counted(soak, round)
        guard pairs > 0 else {
            let limit = attachment?.untilGrowth == true ? "until growth is found, at most \(cycles)" : cycles
            return warmup > 0 ? "\(limit), the first \(warmup) of which are warm-up" : limit
        }
        let pairs =
            counted(pairs, comparedArms.count > 2 ? "block" : "pair")
            + (warmup > 0 ? " after \(warmup) of warm-up" : "")
        return "\(pairs)\(soak > 0 ? ", a soak of \(cycles)" : ""), seed \(seed)"
    }
}

extension PlannedArm {
    /// The arm as it was written, with its acknowledgement: `reload=signal:HUP, done: notify`.
    fileprivate var description: String { "\(name.words)=\(trigger)" + (done.map { ", done: \($0)" } ?? "") }
}
