internal import OutliveModel

extension Page {
    /// What was measured, how, and where.
    mutating func writeHeading(_ report: Report) {
        let plan = report.plan
        let subject = plan.reset == nil ? "cycles of work" : "reset compared with relaunch"
        paragraph("Outlive \(report.toolVersion): \(subject)", indent: 0, ink: .strong)
        field("launch", plan.launch)
        field("ready", plan.ready)
        let reset = Set([plan.reset, plan.done].compactMap(\.self)).count == 1 ? [plan.reset] : [plan.reset, plan.done]
        field("reset", plan.reset == nil ? "none: a cycle is the work" : reset.compactMap(\.self).joined(separator: ", done: "))
        if let work = plan.work { field("work", work) }
        if let probe = plan.probe { field("probe", probe) }
        for (index, declared) in plan.expected.enumerated() {
            let subjects = [declared.check.words, declared.pattern].compactMap { $0 }.joined(separator: " ")
            field(index == 0 ? "expected" : "", "\(subjects): \(oneLine(declared.reason))")
        }
        var amounts = [counted(plan.pairs, "pair")]
        if plan.warmup > 0 { amounts[0] += " after \(plan.warmup) of warm-up" }
        if plan.soak > 0 { amounts.append("a soak of \(counted(plan.soak, plan.reset == nil ? "cycle" : "reset"))") }
        field("plan", "\(amounts.joined(separator: ", ")), seed \(plan.seed)")
        switch report.isolation {
        case .twoInstances: field("instances", "two: one always relaunched, one always reset")
        case .oneAtATime:
            field(
                "instances",
                "one at a time: the command has no {port}, {dir} or {instance} that would keep two apart",
                ink: .warning)
        }
        let machine = report.machine
        let processors = counted(machine.processors, "processor")
        let memory = "\(fixed(Double(machine.memoryBytes) / 1e9, digits: 1)) GB"
        field(
            "machine",
            [machine.system, machine.architecture, machine.processor, processors, memory]
                .compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: ", "))
        field("started", report.startedAt)
        if report.interrupted {
            field("stopped", "by an interrupt: the figures rest on what was measured until then", ink: .warning)
        }
    }

    /// What a reader should know about how the figures came about.
    mutating func writeNotes(_ notes: [String]) {
        guard !notes.isEmpty else { return }
        title("Notes")
        for note in notes { paragraph("- \(note)", indent: 2, hanging: 2) }
    }
}
