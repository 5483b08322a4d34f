internal import OutliveModel

extension Presentation {
    /// A label and a value of the plan. A warning weakens the results.
    typealias PlanRow = (label: String, value: String, isWarning: Bool)

    /// The subject of the run: `reset compared with relaunch`.
    var planSubject: String {
        if isMerged { return "\(runsDescription), merged" }
        if report.listed != nil { return "leaks that Apple's leaks found" }
        return report.tests == nil ? report.plan.subject : "the tests of a package"
    }

    /// The requested measurements and how the arms were kept apart, then machine, toolchain and time of the run.
    var planRows: [PlanRow] {
        guard !isMerged else { return mergedPlanRows }
        let plan = report.plan
        var rows = report.tests.map { $0.rows(plan) } ?? report.listed.map { $0.rows(plan) } ?? plan.rows
        if plan.pairs > 0 { rows.append(report.isolation.row(plan)) }
        rows += given([
            ("machine", report.machine.description), ("built with", report.toolchain.map { "Swift \(oneLine($0))" }),
            ("started", report.startedAt),
        ])
        if report.interrupted {
            rows.append(("stopped", "by an interrupt: the figures cover what was measured until then", true))
        }
        return rows
    }

    private var mergedPlanRows: [PlanRow] {
        func first(_ value: (Plan) -> String) -> String {
            let values = runs.map { value($0.plan) }
            let others = Set(values).count - 1
            return (values.first ?? "") + (others > 0 ? ", and \(counted(others, "other"))" : "")
        }
        let toolchains = Set(runs.compactMap(\.toolchain)).sorted()
        let starts = runs.map(\.startedAt).sorted()
        let measured: [(label: String, value: String?)] =
            report.isWithoutCycles
            ? [(report.isOfTests ? "command" : "output", first(\.launch))]
            : [
                ("launch", first(\.launch)), ("reset", first { $0.arms == nil ? $0.resetDescription : $0.armNames }),
                ("plan", first(\.amounts)),
            ]
        return given(
            measured + [
                ("built with", toolchains.isEmpty ? nil : "Swift \(oneLine(toolchains.joined(separator: ", ")))"),
                ("started", starts.first == starts.last ? starts.first : "\(starts[0]) to \(starts[starts.count - 1])"),
            ])
    }
}

/// Returns the rows that have a value.
private func given(_ rows: [(label: String, value: String?)]) -> [Presentation.PlanRow] {
    rows.compactMap { label, value in value.map { (label, $0, false) } }
}

extension ListedFigures {
    /// The output that was read, and its processes.
    fileprivate func rows(_ plan: Plan) -> [Presentation.PlanRow] {
        let systems = systems.isEmpty ? nil : oneLine(systems.joined(separator: ", "))
        return given([("output", plan.launch), ("leaks", description), ("system", systems)])
            + (gap.map { [("partial", $0, true)] } ?? [])
    }
}

extension TestFigures {
    /// The command and the tests that it ran.
    fileprivate func rows(_ plan: Plan) -> [Presentation.PlanRow] {
        let rows = given([("command", plan.launch), ("tests", description)])
        return rows + (failure.map { [("failed", "some tests: \($0)", true)] } ?? [])
    }
}

extension Isolation {
    fileprivate func row(_ plan: Plan) -> Presentation.PlanRow {
        switch self {
        case .twoInstances:
            let isPair = plan.arms == nil
            let words = isPair ? "two: one always relaunched, one always reset" : "one for each arm, side by side"
            return ("instances", words, false)
        case .oneAtATime:
            let words = "one at a time: the command has no {port}, {dir} or {instance} that would keep two apart"
            return ("instances", words, true)
        }
    }
}

extension Plan {
    /// The program, the arms, the actions and the amounts.
    fileprivate var rows: [Presentation.PlanRow] {
        var found: [(label: String, value: String?)]
        if let attachment {
            let isWhole = attachment.everySeconds == attachment.everySeconds.rounded()
            found = [
                ("process", "\(attachment.processID), \(launch)"),
                ("cycle", "\(fixed(attachment.everySeconds, digits: isWhole ? 0 : 1)) s between two inspections"),
            ]
        } else {
            found = [("launch", launch), ("ready", ready)]
            if let arms {
                for (index, arm) in arms.enumerated() { found.append((index == 0 ? "arms" : "", arm.description)) }
            } else {
                found.append(("reset", resetDescription))
            }
        }
        found += [("work", work), ("probe", probe)]
        for (index, declared) in expected.enumerated() {
            let subjects = [declared.check.words, declared.pattern].compactMap(\.self).joined(separator: " ")
            found.append((index == 0 ? "expected" : "", "\(subjects): \(oneLine(declared.reason))"))
        }
        return given(found + [("plan", amounts)])
    }

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
