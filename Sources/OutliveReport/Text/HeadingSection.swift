internal import OutliveModel

extension Page {
    /// What was measured, how, and where.
    mutating func writeHeading(_ report: Report) {
        if report.isMerged { return writeMergedHeading(report) }
        let plan = report.plan
        let subject =
            plan.pairs > 0
            ? "reset compared with relaunch"
            : plan.reset == nil ? "many cycles of one process" : "many resets of one process"
        paragraph("Outlive \(report.toolVersion): \(subject)", indent: 0, ink: .strong)
        field("launch", plan.launch)
        field("ready", plan.ready)
        field("reset", plan.resetInWords)
        if let work = plan.work { field("work", work) }
        if let probe = plan.probe { field("probe", probe) }
        for (index, declared) in plan.expected.enumerated() {
            let subjects = [declared.check.words, declared.pattern].compactMap { $0 }.joined(separator: " ")
            field(index == 0 ? "expected" : "", "\(subjects): \(oneLine(declared.reason))")
        }
        field("plan", plan.amountsInWords)
        switch report.isolation {
        case _ where plan.pairs == 0: break
        case .twoInstances: field("instances", "two: one always relaunched, one always reset")
        case .oneAtATime:
            field(
                "instances",
                "one at a time: the command has no {port}, {dir} or {instance} that would keep two apart",
                ink: .warning)
        }
        field("machine", report.machine.words)
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

extension Plan {
    /// `signal:HUP, done: notify`.
    fileprivate var resetInWords: String {
        guard let reset else { return "none: a cycle is the work alone" }
        return done.map { $0 == reset ? reset : "\(reset), done: \($0)" } ?? reset
    }

    /// `20 pairs after 2 of warm-up, a soak of 50 resets, seed 7`.
    var amountsInWords: String {
        let cycles = counted(soak, reset == nil ? "cycle" : "reset")
        guard pairs > 0 else {
            return warmup > 0 ? "\(cycles), the first \(warmup) of which are warm-up" : cycles
        }
        let pairs = counted(pairs, "pair") + (warmup > 0 ? " after \(warmup) of warm-up" : "")
        return "\(pairs)\(soak > 0 ? ", a soak of \(cycles)" : ""), seed \(seed)"
    }
}
