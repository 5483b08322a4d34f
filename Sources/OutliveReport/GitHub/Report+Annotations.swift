internal import OutliveModel

extension Report {
    /// What spoils the run, worst first, and the summary line as a notice.
    ///
    /// - Parameter root: the absolute path of the checkout.
    func annotations(root: String) -> [WorkflowCommand] {
        let summary = WorkflowCommand(level: .notice, title: "Outlive", message: [summaryLine])
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
                message: ["the run was interrupted, and says nothing of what it did not come to: run it again"])
        ]
    }

    private var failureAnnotations: [WorkflowCommand] {
        failures.map { failure in
            WorkflowCommand(
                level: .error, title: "Outlive: \(failure.code.words)",
                message: [oneLine(failure.message)] + excerpt { $0.writeOutput(of: failure) })
        }
    }

    /// Leaks and suspects, one annotation for each site: those that the registry saw, then the program's own types in
    /// the heap, and one for all types that grew with them.
    private func leakAnnotations(root: String) -> [WorkflowCommand] {
        let heap = HeapFindings(findings)
        let inBrief = (heap.further + heap.inBrief).filter { $0.verdict == .leak || $0.verdict == .suspect }
        return annotations(of: registeredCauses + heap.inFull, root: root)
            + (inBrief.isEmpty ? [] : [annotation(of: inBrief)])
    }

    /// What the heap tier shows in a line each, without a place: where the cause is has an annotation already.
    private func annotation(of inBrief: [Finding]) -> WorkflowCommand {
        let failing = Set(failingFindings)
        let more = inBrief.count > 10 ? ["… \(inBrief.count - 10) more in the JSON report"] : []
        return WorkflowCommand(
            level: inBrief.contains(where: failing.contains) ? .error : .warning,
            title: "Heap: \(counted(inBrief.count, "type")) more that grew",
            message: inBrief.prefix(10).map(\.brief) + more)
    }

    /// Entries of the list of known leaks that have expired, are unused, or could not be applied; at their lines.
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

    /// Accepted leaks, where they are: people who change the code there are told.
    private func knownAnnotations(root: String) -> [WorkflowCommand] {
        // The summary line has to fit among the ten notices that are shown.
        let most = 8
        let known = KnownFindings(self)
        let more = known.accepted.count - most
        return known.accepted.prefix(most).map { finding in
            WorkflowCommand(
                level: .notice, place: finding.culpritPlace(in: root) ?? finding.place(in: root),
                title: "Known leak: \(finding.alive)",
                message: [finding.heldInWords, finding.known?.inWords].compactMap(\.self))
        }
            + (more > 0
                ? [
                    WorkflowCommand(
                        level: .notice, title: "Outlive: \(counted(more, "more known leak"))",
                        message: ["See the text or the JSON report."])
                ] : [])
    }

    /// What one annotation is about: what comes from one site, and is to be mended at one.
    private struct Cause: Hashable {
        var site: RegistrationSite
        var holder: String?

        init(_ finding: Finding) { (site, holder) = (finding.key.site, finding.holder) }
    }

    /// Findings in the order of a report, one annotation for each site and culprit.
    private func annotations(of findings: [Finding], root: String) -> [WorkflowCommand] {
        let failing = Set(failingFindings)
        let victims = Victims(self.findings)
        var causes: [Cause: [Finding]] = [:]
        var order: [Cause] = []
        for finding in findings where finding.verdict == .leak || finding.verdict == .suspect {
            let cause = Cause(finding)
            if causes[cause] == nil { order.append(cause) }
            causes[cause, default: []].append(finding)
        }
        return order.compactMap { causes[$0] }.map { there in
            let worst = there[0]
            let others =
                there.count > 1
                ? ", and \(counted(there.count - 1, worst.tier == .registry ? "more component" : "more type"))" : ""
            return WorkflowCommand(
                level: there.contains(where: failing.contains) ? .error : .warning,
                // Where it is to be mended, if that is known; else where it comes from.
                place: worst.culpritPlace(in: root) ?? there.lazy.compactMap { $0.place(in: root) }.first,
                title: "\(worst.verdict.rawValue.capitalizedFirst): \(worst.alive)\(others)",
                message: [worst.heldInWords].compactMap(\.self)
                    + excerpt { $0.write(worst, victims.of(worst), runs: runs) }
                    + there.dropFirst().prefix(10).map { "and \($0.alive)" })
        }
    }

    /// What differs from a launch, one annotation for each check.
    private var equivalenceAnnotations: [WorkflowCommand] {
        var annotations: [WorkflowCommand] = []
        if !stateDifferences.isEmpty {
            annotations.append(
                WorkflowCommand(
                    level: .error, title: "State survived the reset: the probe prints something else",
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

    /// What must not grow over the soak, and did, one annotation for each metric.
    private var growthAnnotations: [WorkflowCommand] {
        if isMerged { return eachRun(\.growthAnnotations) }
        let growing = Set(failingGrowth)
        return SoakTable(self).rows.filter { growing.contains($0.slope) }.map { row in
            WorkflowCommand(
                level: .error, title: "Outlive: \(row.label) grows over the soak", message: [row.sentence])
        }
    }

    /// The annotations of each run, with its name.
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
                message: [gate, reached ?? whyUncompared])
        ]
    }
}
