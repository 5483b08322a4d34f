internal import OutliveModel

/// The plan of a run and its surroundings, as rows of a label and a value.
struct PlanTable {
    /// A label and a value. The label is empty if it is that of the row above.
    struct Row {
        var label: String
        var value: String
        /// `true` if the value weakens the results.
        var isWarning = false
    }

    /// The subject of the run: `reset compared with relaunch`.
    let subject: String
    /// The requested measurements, and how the arms were kept apart.
    private(set) var asked: [Row]
    /// The machine, the toolchain and the time of the run, and whether it was interrupted.
    private(set) var surroundings: [Row]

    init(_ report: Report) {
        if report.isMerged { self.init(merged: report) } else { self.init(single: report) }
    }

    private init(single report: Report) {
        let plan = report.plan
        subject =
            plan.pairs > 0
            ? "reset compared with relaunch"
            : plan.reset == nil ? "many cycles of one process" : "many resets of one process"
        asked = [
            Row(label: "launch", value: plan.launch), Row(label: "ready", value: plan.ready),
            Row(label: "reset", value: plan.resetInWords),
        ]
        if let work = plan.work { asked.append(Row(label: "work", value: work)) }
        if let probe = plan.probe { asked.append(Row(label: "probe", value: probe)) }
        for (index, declared) in plan.expected.enumerated() {
            let subjects = [declared.check.words, declared.pattern].compactMap { $0 }.joined(separator: " ")
            asked.append(
                Row(label: index == 0 ? "expected" : "", value: "\(subjects): \(oneLine(declared.reason))"))
        }
        asked.append(Row(label: "plan", value: plan.amountsInWords))
        switch report.isolation {
        case _ where plan.pairs == 0: break
        case .twoInstances:
            asked.append(Row(label: "instances", value: "two: one always relaunched, one always reset"))
        case .oneAtATime:
            asked.append(
                Row(
                    label: "instances",
                    value: "one at a time: the command has no {port}, {dir} or {instance} that would keep two apart",
                    isWarning: true))
        }
        surroundings = [Row(label: "machine", value: report.machine.inWords)]
        if let toolchain = report.toolchain {
            surroundings.append(Row(label: "built with", value: "Swift \(oneLine(toolchain))"))
        }
        surroundings.append(Row(label: "started", value: report.startedAt))
        if report.interrupted {
            surroundings.append(
                Row(
                    label: "stopped", value: "by an interrupt: the figures cover what was measured until then",
                    isWarning: true))
        }
    }
}

extension PlanTable {
    /// Creates the rows of a merged report: the values of the first run, with the number of other values.
    private init(merged report: Report) {
        func row(_ label: String, _ value: (Plan) -> String) -> Row {
            let values = report.shards.map { value($0.plan) }
            let others = Set(values).count - 1
            let rest = others > 0 ? ", and \(counted(others, "other"))" : ""
            return Row(label: label, value: (values.first ?? "") + rest)
        }
        subject = "\(report.runsInWords), merged"
        asked = [row("launch", \.launch), row("reset", \.resetInWords), row("plan", \.amountsInWords)]
        let toolchains = Set(report.shards.compactMap(\.toolchain)).sorted()
        let starts = report.shards.map(\.startedAt)
        let (first, last) = (starts.min() ?? "", starts.max() ?? "")
        surroundings = []
        if !toolchains.isEmpty {
            let versions = oneLine(toolchains.joined(separator: ", "))
            surroundings.append(Row(label: "built with", value: "Swift \(versions)"))
        }
        surroundings.append(Row(label: "started", value: first == last ? first : "\(first) to \(last)"))
    }
}

extension Machine {
    /// The machine in one line: `Debian GNU/Linux 12, x86_64, Example CPU, 2 processors, 8.0 GB`.
    var inWords: String {
        let memory = "\(fixed(Double(memoryBytes) / 1e9, digits: 1)) GB"
        return [system, architecture, processor, counted(processors, "processor"), memory]
            .compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: ", ")
    }
}

extension Plan {
    fileprivate var resetInWords: String {
        guard let reset else { return "none: a cycle is only the work" }
        return done.map { $0 == reset ? reset : "\(reset), done: \($0)" } ?? reset
    }

    /// The amounts of the plan: `20 pairs after 2 of warm-up, a soak of 50 resets, seed 7`.
    fileprivate var amountsInWords: String {
        let cycles = counted(soak, round)
        guard pairs > 0 else {
            return warmup > 0 ? "\(cycles), the first \(warmup) of which are warm-up" : cycles
        }
        let pairs = counted(pairs, "pair") + (warmup > 0 ? " after \(warmup) of warm-up" : "")
        return "\(pairs)\(soak > 0 ? ", a soak of \(cycles)" : ""), seed \(seed)"
    }
}
