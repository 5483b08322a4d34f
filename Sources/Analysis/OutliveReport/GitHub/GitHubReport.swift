internal import OutliveModel
internal import OutliveSupport

extension ReportFormat {
    /// Annotations of a GitHub Actions run: commands that a step prints and the runner reads.
    ///
    /// GitHub shows about ten annotations of each level and step. Each cause has one annotation. The last one of a level
    /// has the number of omitted ones.
    package static let github = ReportFormat(name: "github") { shown, _ in
        let maximum = 10
        let all = shown.annotations
        let lines = WorkflowCommand.Level.allCases.flatMap { level -> [WorkflowCommand] in
            let alike = all.filter { $0.level == level }
            guard alike.count > maximum else { return alike }
            let more = "\(alike.count - maximum + 1) more \(level.rawValue)s"
            return alike.prefix(maximum - 1) + [.more(more, level)]
        }
        return Array(lines.map { $0.line + "\n" }.joined().utf8)
    }
}

extension Presentation {
    /// The problems of the run, worst first, and the summary line.
    fileprivate var annotations: [WorkflowCommand] {
        let summary = WorkflowCommand(
            level: growthHeadline == nil ? .notice : .warning, title: "Outlive", message: [summaryLine])
        return interruptAnnotations + failureAnnotations + testAnnotations + leakAnnotations + taskAnnotations
            + pollutionAnnotations + budgetAnnotations + fidelityAnnotations + runs.flatMap(growthAnnotations)
            + runs.flatMap(gateAnnotations)
            + concernAnnotations + knownAnnotations + [summary]
    }

    private var interruptAnnotations: [WorkflowCommand] {
        guard !isMerged else {
            return runs.filter(\.wasInterrupted).map { run in
                WorkflowCommand(
                    level: .error, title: "Outlive: run \(run.name) was interrupted",
                    message: [oneLine(run.summary), "on \(oneLine(run.machine.description))"])
            }
        }
        guard report.interrupted else { return [] }
        return [
            WorkflowCommand(
                level: .error, title: "Outlive: interrupted",
                message: ["the run was interrupted before its end: run it again"])
        ]
    }

    private var failureAnnotations: [WorkflowCommand] {
        report.failures.map { failure in
            WorkflowCommand(
                level: .error, title: "Outlive: \(failure.code.words)",
                message: [oneLine(failure.message)] + excerpt { $0.writeOutput(of: failure) })
        }
    }

    private var testAnnotations: [WorkflowCommand] {
        runs.compactMap { run in
            run.tests?.failure.map { failure in
                WorkflowCommand(
                    level: .error, title: "Outlive: some tests failed" + run.named { " in run \($0)" },
                    message: [failure])
            }
        }
    }

    private var leakAnnotations: [WorkflowCommand] {
        growing.map { cause in
            WorkflowCommand(
                level: fails(cause) ? .error : .warning, place: cause.place(in: options.root),
                title: "\(cause.verdict.rawValue.capitalizedFirst): \(cause.title)",
                message: excerpt { $0.writeDetails(of: cause, runs: mergedRuns) })
        }
    }

    /// Annotations at the entries of known leaks that have expired, are unused, or could not be applied.
    private var concernAnnotations: [WorkflowCommand] {
        concerns.map { concern in
            WorkflowCommand(
                level: fails(concern) ? .error : .warning, place: place(of: concern),
                title: "Known leak \(concern.kind.words): \(concern.entry.match.description)",
                message: [concern.message.capitalizedFirst, "Reason: \(oneLine(concern.entry.reason))"])
        }
    }

    private func place(of concern: KnownLeakConcern) -> CheckoutPlace? {
        guard let path = knownLeaksPath, let line = concern.entry.line else { return nil }
        return CheckoutPlace(path: path, line: line)
    }

    private var knownAnnotations: [WorkflowCommand] {
        // The summary line has to be among the ten notices that GitHub shows.
        let maximum = 8
        var annotations = accepted.prefix(maximum).map { cause in
            WorkflowCommand(
                level: .notice, place: cause.place(in: options.root), title: "Known leak: \(cause.title)",
                message: [cause.leader.trace.map { oneLine($0.description) }, cause.leader.known?.description]
                    .compactMap(\.self))
        }
        if accepted.count > maximum {
            annotations.append(.more(counted(accepted.count - maximum, "more known leak"), .notice))
        }
        return annotations
    }

    private var taskAnnotations: [WorkflowCommand] {
        guard let words = stuckTasksDescription else { return [] }
        let level: WorkflowCommand.Level = report.failsByStuckTasks ? .error : .warning
        // A merged report has only their number.
        guard let groups = report.stuckTasks, !groups.isEmpty else {
            return [WorkflowCommand(level: level, title: "Outlive: \(words)", message: ["See the report of the run."])]
        }
        let maximum = 8
        let shown = groups.prefix(maximum).map { group in
            WorkflowCommand(
                level: level, place: group.place(in: options.root), title: oneLine(group.stuckTitle),
                message: group.stuckFacts(leak: leak(of: group)).map { "\($0.name): \(oneLine($0.value))" })
        }
        let more = groups.count - shown.count
        return shown + (more > 0 ? [.more("\(counted(more, "more kind")) of stuck tasks", level)] : [])
    }

    private var pollutionAnnotations: [WorkflowCommand] {
        (report.pollution?.byTest ?? []).map { test, changes in
            WorkflowCommand(
                level: .error, place: test.place(in: options.root),
                title: "\(test.fullName) leaves \(counted(changes.count, "variable")) changed",
                message: changes.map { $0.words() })
        }
    }

    private var budgetAnnotations: [WorkflowCommand] {
        let level: WorkflowCommand.Level = report.failsByBudget ? .error : .warning
        guard !isMerged else {
            return budgetDescription.map {
                [WorkflowCommand(level: level, title: "Outlive: \($0)", message: ["See the report of the run."])]
            } ?? []
        }
        let all = exceededLimits
        let maximum = 8
        let shown = all.prefix(maximum).map {
            WorkflowCommand(level: level, place: $0.place, title: $0.title, message: $0.details)
        }
        return shown
            + (all.count > maximum ? [.more(counted(all.count - maximum, "more exceeded limit"), level)] : [])
    }

    private var fidelityAnnotations: [WorkflowCommand] {
        var annotations: [WorkflowCommand] = []
        if !report.stateDifferences.isEmpty {
            annotations.append(
                WorkflowCommand(
                    level: .error, title: "State survived the reset: the probe output differs",
                    message: excerpt { $0.writeStateDifferences(self) }))
        }
        for check in fidelity?.differing ?? [] {
            guard let differences = fidelity?.differences[check] else { continue }
            let more = differences.count > 10 ? ["… \(differences.count - 10) more in the JSON report"] : []
            annotations.append(
                WorkflowCommand(
                    level: fails(check) ? .error : .warning, title: "Reset differs from relaunch: \(check.words)",
                    message: excerpt { $0.write(Array(differences.prefix(10))) } + more))
        }
        return annotations
    }

    private func growthAnnotations(of run: Shard) -> [WorkflowCommand] {
        SoakTable(run, report.soak).rows.filter { $0.tone == .bad }.map { row in
            WorkflowCommand(
                level: .error, title: "Outlive: \(row.label) grows over the soak" + run.named { " in run \($0)" },
                message: [row.explanation])
        }
    }

    private func gateAnnotations(of run: Shard) -> [WorkflowCommand] {
        run.missedGates.map { gate in
            let reached = gate.ratio.map { "\(gate.arm.words) is \($0.speedup), \($0.confidenceOrNone)" }
            let title = gate.ratio == nil ? "Outlive: the gate was not judged" : "Outlive: slower than the gate"
            return WorkflowCommand(
                level: .error, title: title + run.named { " in run \($0)" },
                message: [
                    gate.description(isOneOfSeveral: run.plan.comparedArms.count > 2), reached ?? comparisonObstacle,
                ])
        }
    }
}

/// An annotation of a GitHub Actions run: an `error`, `warning` or `notice` workflow command.
private struct WorkflowCommand {
    /// The severity. The commands have the same names.
    enum Level: String, CaseIterable {
        case error
        case warning
        case notice
    }

    var level: Level
    var place: CheckoutPlace?
    var title: String
    var message: [String]

    /// Returns an annotation with the number of omitted ones.
    static func more(_ words: String, _ level: Level) -> WorkflowCommand {
        WorkflowCommand(level: level, title: "Outlive: \(words)", message: ["See the text or the JSON report."])
    }

    var line: String {
        var properties: [String] = []
        if let place { properties = ["file=\(Self.property(place.path))", "line=\(place.line)"] }
        properties.append("title=\(Self.property(Self.shown(title)))")
        return "::\(level.rawValue) \(properties.joined(separator: ","))::"
            + message.map { Self.data(Self.shown($0)) }.joined(separator: "%0A")
    }

    /// Returns a text of readable length without control characters such as colours.
    private static func shown(_ text: String) -> String { elided(printable(text), to: 400, .tail) }

    /// Returns a text with the escapes of the runner. Otherwise external text could end the command and start another.
    private static func data(_ text: String) -> String { text.replacingScalars { escapes[$0] } }
    private static func property(_ text: String) -> String { data(text).replacingScalars { propertyEscapes[$0] } }

    private static let escapes: [Unicode.Scalar: String] = ["%": "%25", "\r": "%0D", "\n": "%0A"]
    private static let propertyEscapes: [Unicode.Scalar: String] = [":": "%3A", ",": "%2C"]
}
