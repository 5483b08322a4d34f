internal import OutliveModel

extension ReportFormat {
    /// SARIF 2.1.0, which code hosts show as alerts at source lines and editors open.
    ///
    /// Paths are relative to the checkout. Each result has one, because GitHub refuses a whole file for one result without
    /// a physical location.
    package static let sarif = ReportFormat(name: "sarif") { shown, _ in
        let results =
            shown.sarifFindings + shown.sarifKnownLeaks + shown.sarifState + shown.sarifMeasured
            + shown.sarifStuckTasks + shown.sarifPollution + shown.sarifBudget
        let run = SARIFRun(
            tool: ["driver": SARIFDriver(version: shown.report.toolVersion)], invocations: shown.sarifInvocations,
            results: distinct(results))
        return try jsonDocument(JSONDocument(value: SARIFLog(runs: [run]), schema: SARIFLog.schema))
    }
}

extension Presentation {
    fileprivate var sarifInvocations: [SARIFInvocation] {
        let notifications =
            report.failures.map { failure in
                let lines = [oneLine(failure.message)] + excerpt { $0.writeOutput(of: failure) }
                return SARIFNotification(.failure(failure.code), lines.joined(separator: "\n"))
            }
            + (report.interrupted ? [SARIFNotification(.interrupted, "The run was interrupted: run it again.")] : [])
            + report.notes.map { SARIFNotification(.note, oneLine($0)) }
        var invocations = runs.map { run in
            SARIFInvocation(
                executionSuccessful: run.outcome != .failed && !run.wasInterrupted,
                startTimeUtc: run.startedAt, exitCode: run.outcome.rawValue, exitCodeDescription: run.outcome.words,
                properties: .init(
                    summary: oneLine(run.summary), system: run.machine.system, architecture: run.machine.architecture,
                    processors: run.machine.processors, shard: run.id.isEmpty ? nil : run.id))
        }
        // A merged report does not have the run of a failure, so the first failed run gets all notifications.
        if !notifications.isEmpty {
            let index = invocations.firstIndex { !$0.executionSuccessful } ?? 0
            invocations[index].toolExecutionNotifications = notifications
        }
        return invocations
    }

    fileprivate var sarifKnownLeaks: [SARIFResult] {
        concerns.map { concern in
            let place = knownLeaksPath.map { CheckoutPlace(path: $0, line: concern.entry.line ?? 1) }
            let rule = SARIFRule.entry(concern.kind)
            let words = concern.entry.match.description
            return SARIFResult(
                rule, level: concern.kind == .expired && !fails(concern) ? .warning : rule.level,
                message: SARIFMessage(text: sarifText("Known leak of \(words): \(concern.message).")),
                location: .at(place), fingerprint: fingerprint(of: [rule.id, words]))
        }
    }

    /// A result for each kind of stuck tasks, at the line that created them.
    fileprivate var sarifStuckTasks: [SARIFResult] {
        (report.stuckTasks ?? []).map { group in
            let facts = group.stuckFacts(leak: leak(of: group)).map { "\($0.name): \(oneLine($0.value))" }
            let frames = group.frames.map { oneLine($0.words) }
            let functions = [group.creator?.function].compactMap(\.self) + group.frames.map(\.function)
            return SARIFResult(
                .stuckTasks, level: report.failsByStuckTasks ? .error : .warning,
                message: SARIFMessage(
                    text: sarifText(([oneLine(group.stuckTitle)] + facts).joined(separator: "\n")),
                    markdown: "**\(markdownProse(group.stuckTitle))**\n\n\(markdownFence(facts + frames))"),
                location: .at(group.place(in: options.root)),
                fingerprint: fingerprint(of: [SARIFRule.stuckTasks.id, group.awaited?.rawValue ?? ""] + functions))
        }
    }

    /// A result for each variable that a test leaves changed, at the test, or else at the variable.
    fileprivate var sarifPollution: [SARIFResult] {
        (report.pollution?.failing ?? []).map { change in
            let place =
                change.test.place(in: options.root)
                ?? change.difference.line.flatMap { CheckoutPlace($0, in: options.root) }
            return SARIFResult(
                .pollution, level: .error,
                message: SARIFMessage(text: sarifText("\(change.test.words) leaves \(change.words())")),
                location: .at(place),
                fingerprint: fingerprint(
                    of: [SARIFRule.pollution.id, change.test.fullName, change.difference.subject]))
        }
    }

    /// A result for each exceeded limit of a budget, at the site that exceeds it most, or else at the budget.
    fileprivate var sarifBudget: [SARIFResult] {
        exceededLimits.map { exceeded in
            SARIFResult(
                .budget, level: report.failsByBudget ? .error : .warning,
                message: SARIFMessage(
                    text: sarifText(([exceeded.title] + exceeded.details).joined(separator: "\n")),
                    markdown: "**\(markdownProse(exceeded.title))**\n\n\(markdownFence(exceeded.details))"),
                location: .at(exceeded.place),
                fingerprint: fingerprint(
                    of: [SARIFRule.budget.id, exceeded.budget.name, exceeded.limit.figure.rawValue]))
        }
    }

    fileprivate var sarifState: [SARIFResult] {
        var results: [SARIFResult] = []
        if !report.stateDifferences.isEmpty {
            results.append(
                state(
                    .probe, "The probe output differs from that after a launch.",
                    excerpt { $0.writeStateDifferences(self) }, language: "diff"))
        }
        for check in fidelity?.differing ?? [] {
            guard let differences = fidelity?.differences[check] else { continue }
            let lines = differences.prefix(10).map { $0.words() }
            let more = differences.count > 10 ? ["… \(differences.count - 10) more in the JSON report"] : []
            results.append(
                state(check, "After resets, \(check.words) differ from those after a launch.", lines + more))
        }
        return results
    }

    private func state(
        _ check: FidelityCheck, _ what: String, _ details: [String], language: String = "text"
    ) -> SARIFResult {
        let rule = SARIFRule.state(check)
        return SARIFResult(
            rule, level: fails(check) ? .error : .warning,
            message: SARIFMessage(
                text: sarifText(([what] + details).joined(separator: "\n")),
                markdown: "\(what)\n\n\(markdownFence(details, language: language))"),
            location: .at(nil), fingerprint: fingerprint(of: [rule.id]))
    }

    /// The growth and the missed gate, separately for each run, as figures of machines are never mixed.
    fileprivate var sarifMeasured: [SARIFResult] {
        namedRuns.flatMap { run, name in
            let place = isMerged ? " on \(run.machine)" : ""
            func result(_ rule: SARIFRule, _ text: String) -> SARIFResult {
                SARIFResult(
                    rule, level: .error, message: SARIFMessage(text: sarifText(text)), location: .at(nil),
                    fingerprint: fingerprint(of: [rule.id] + (name.isEmpty ? [] : [name])))
            }
            var results = SoakTable(run, report.soak).rows.filter { $0.tone == .bad }.map { row in
                let slope = row.slope
                let scale = slope.metric.scale(fitting: slope.perCycle, unicode: true)
                let words = isMerged ? "\(scale.text(slope.perCycle, signed: true)) per \(row.round)" : row.sentence
                let cycles = counted(slope.cycles, row.round)
                let advice = row.advice.map { " \($0)" } ?? ""
                return result(
                    .growth(slope.metric), "Over \(cycles)\(place), \(row.label) grows: \(words).\(advice)")
            }
            // A single run without a comparison has a failure that says why.
            for gate in run.missedGates where isMerged || run.comparison != nil {
                let reached = gate.ratio.map { "it is \($0.speedup), \($0.confidenceOrNone)" }
                let words =
                    "must be \(decimal(gate.minimum))x faster than \(gate.base.noun): "
                    + "\(reached ?? "nothing was compared")."
                let name = gate.arm == .reset ? "The reset" : "The arm \(gate.arm.words)"
                results.append(result(.gate, "\(name)\(place) \(words)"))
            }
            return results
        }
    }
}

/// Returns the results with numbers after repeated fingerprints of a rule, as a host merges equal ones into one alert.
private func distinct(_ results: [SARIFResult]) -> [SARIFResult] {
    var counts: [[String]: Int] = [:]
    return results.map { result in
        var result = result
        let name = result.partialFingerprints[SARIFResult.hostFingerprint, default: ""]
        counts[[result.ruleId, name], default: 0] += 1
        if let count = counts[[result.ruleId, name]], count > 1 {
            result.partialFingerprints[SARIFResult.hostFingerprint] = "\(name):\(count)"
        }
        return result
    }
}

/// Returns external text without SARIF links and placeholders.
func sarifText(_ text: String) -> String {
    text.replacing("](", with: "\\](").replacing(#/\{([0-9]+)\}/#) { "{{\($0.1)}}" }
}
