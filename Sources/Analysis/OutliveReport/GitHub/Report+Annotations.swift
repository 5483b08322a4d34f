internal import OutliveModel

extension Report {
    /// Returns the problems of the run, worst first, and the summary line.
    ///
    /// - Parameter root: The absolute path of the checkout.
    func annotations(root: String) -> [WorkflowCommand] {
        let summary = WorkflowCommand(
            level: growthHeadline == nil ? .notice : .warning, title: "Outlive", message: [summaryLine])
        return interruptAnnotations + failureAnnotations + leakAnnotations(root: root) + equivalenceAnnotations
            + growthAnnotations + gateAnnotations + concernAnnotations(root: root)
            + knownAnnotations(root: root) + [summary]
    }

    private var interruptAnnotations: [WorkflowCommand] {
        guard interrupted, !isMerged else {
            return shards.filter { $0.outcome == .interrupted }.map { shard in
                WorkflowCommand(
                    level: .error, title: "Outlive: run \(shard.name) was interrupted",
                    message: [oneLine(shard.summary), "on \(oneLine(shard.machine.inWords))"])
            }
        }
        return [
            WorkflowCommand(
                level: .error, title: "Outlive: interrupted",
                message: ["the run was interrupted before its end: run it again"])
        ]
    }

    private var failureAnnotations: [WorkflowCommand] {
        failures.map { failure in
            WorkflowCommand(
                level: .error, title: "Outlive: \(failure.code.words)",
                message: [oneLine(failure.message)] + excerpt { $0.writeOutput(of: failure) })
        }
    }

    /// Returns an annotation for each cause, at the suspect reference or else at the site of the leaked objects.
    private func leakAnnotations(root: String) -> [WorkflowCommand] {
        let failing = Set(failingFindings)
        return causes.map { cause in
            WorkflowCommand(
                level: cause.findings.contains(where: failing.contains) ? .error : .warning,
                place: cause.place(in: root), title: "\(cause.verdict.rawValue.capitalizedFirst): \(cause.title)",
                message: excerpt { $0.writeDetails(of: cause, runs: runs) })
        }
    }

    /// Returns annotations at the entries of known leaks that have expired, are unused, or could not be applied.
    private func concernAnnotations(root: String) -> [WorkflowCommand] {
        KnownFindings(self).concerns.map { concern in
            let file = known.flatMap { relative($0.file, to: root) }
            let place = file.flatMap { path in concern.entry.line.map { CheckoutPlace(path: path, line: $0) } }
            return WorkflowCommand(
                level: concern.kind == .expired && failsByExpiredLeaks ? .error : .warning, place: place,
                title: "Known leak \(concern.kind.words): \(concern.entry.match.inWords)",
                message: [concern.message.capitalizedFirst, "Reason: \(oneLine(concern.entry.reason))"])
        }
    }

    /// Returns annotations for accepted leaks at their places, for readers of a change to that code.
    private func knownAnnotations(root: String) -> [WorkflowCommand] {
        // The summary line has to be among the ten notices that GitHub shows.
        let most = 8
        let known = KnownFindings(self)
        let more = known.accepted.count - most
        return known.accepted.prefix(most).map { cause in
            WorkflowCommand(
                level: .notice, place: cause.place(in: root), title: "Known leak: \(cause.title)",
                message: [cause.leader.trace.map { oneLine($0.description) }, cause.leader.known?.inWords]
                    .compactMap(\.self))
        }
            + (more > 0
                ? [
                    WorkflowCommand(
                        level: .notice, title: "Outlive: \(counted(more, "more known leak"))",
                        message: ["See the text or the JSON report."])
                ] : [])
    }

    /// The differences from a launch, with an annotation for each check.
    private var equivalenceAnnotations: [WorkflowCommand] {
        var annotations: [WorkflowCommand] = []
        if !stateDifferences.isEmpty {
            annotations.append(
                WorkflowCommand(
                    level: .error, title: "State survived the reset: the probe output differs",
                    message: excerpt { $0.writeStateDifferences(self) }))
        }
        let verdict = fidelityVerdict
        for check in verdict?.differing ?? [] {
            guard let differences = verdict?.differences[check] else { continue }
            let more = differences.count > 10 ? ["… \(differences.count - 10) more in the JSON report"] : []
            annotations.append(
                WorkflowCommand(
                    level: fails(check) ? .error : .warning, title: "Reset differs from relaunch: \(check.words)",
                    message: excerpt { $0.write(Array(differences.prefix(10))) } + more))
        }
        return annotations
    }

    /// The growth over the soak that fails the run, with an annotation for each metric.
    private var growthAnnotations: [WorkflowCommand] {
        if isMerged { return eachRun(\.growthAnnotations) }
        let growing = Set(failingGrowth)
        return SoakTable(self).rows.filter { growing.contains($0.slope) }.map { row in
            WorkflowCommand(
                level: .error, title: "Outlive: \(row.label) grows over the soak", message: [row.sentence])
        }
    }

    /// Returns the annotations of each run, with the name of the run in their titles.
    private func eachRun(_ annotations: (Report) -> [WorkflowCommand]) -> [WorkflowCommand] {
        shards.flatMap { shard in
            annotations(shard.figures).map { annotation in
                var annotation = annotation
                annotation.title += " in run \(shard.name)"
                return annotation
            }
        }
    }

    private var gateAnnotations: [WorkflowCommand] {
        if isMerged { return eachRun(\.gateAnnotations) }
        guard missesGate, let gate = gateInWords else { return [] }
        let reached = comparison.map { "reset is \($0.speedup), \($0.confidence ?? "no interval under 6 pairs")" }
        return [
            WorkflowCommand(
                level: .error,
                title: comparison == nil ? "Outlive: the gate was not judged" : "Outlive: slower than the gate",
                message: [gate, reached ?? comparisonObstacle])
        ]
    }
}
