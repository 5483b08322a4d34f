internal import OutliveModel
internal import OutliveSupport

extension ReportFormat {
    /// The maximum size of Markdown in bytes. GitHub accepts 1 MiB for the summary of a step, including its own
    /// additions.
    private static let limit = 900 * 1024

    /// Markdown for a job summary or a comment: the verdict, then tables, with long parts collapsed.
    ///
    /// It uses the syntax that GitHub and GitLab share. Parts beyond the limit are left out, and a note says so.
    package static let markdown = ReportFormat(name: "markdown") { shown, _ in
        let note = "*Some parts are left out, as they would be too long: see the JSON report.*\n"
        var text = ""
        var isWhole = true
        for part in shown.markdownParts {
            guard text.utf8.count + part.utf8.count + 2 + note.utf8.count <= limit else {
                isWhole = false
                continue
            }
            text += part + "\n\n"
        }
        return Array((isWhole ? String(text.dropLast()) : text + note).utf8)
    }
}

extension Presentation {
    /// The maximum number of findings shown in full.
    private static let shownInFull = 20

    fileprivate var markdownParts: [String] {
        // Growth without a cause is a warning, even with exit code 0.
        let mark = outcome == .clean && growthHeadline != nil ? Outcome.interrupted.mark : outcome.mark
        let results = isMerged ? runParts : timingParts + soakParts
        let title = ["## \(mark) Outlive: \(outcome.words)", markdownProse(summaryLine)]
        let plan = markdownDetails("Plan and machine", [markdownFence(excerpt { $0.writeHeading(self) })])
        let parts = [
            title, failureParts, results, heapParts, routeParts, leakParts, knownParts, taskParts, pollutionParts,
            budgetParts, fidelityParts, noteParts, [plan],
        ]
        return Array(parts.joined())
    }

    private var failureParts: [String] {
        guard !report.failures.isEmpty else { return [] }
        return ["### \(counted(report.failures.count, "failure"))"]
            + report.failures.prefix(100).flatMap { failure -> [String] in
                let output = excerpt { $0.writeOutput(of: failure) }
                return ["**\(failure.code.words)**: \(markdownProse(failure.message))"]
                    + (output.isEmpty ? [] : [markdownFence(output)])
            }
    }

    /// The table of merged runs, in which no figure spans several runs.
    private var runParts: [String] {
        let table = RunsTable(runs)
        let heading = ["Run", "Started", "On", "Swift"] + table.heading.map { $0.capitalizedFirst + ":" } + ["Ended"]
        let rows = markdownTable(heading, table.rows) { row in
            let outcome = row.shard.outcome
            return [
                markdownCode(row.shard.name), markdownProse(row.started), markdownProse(row.place, limit: 80),
                row.shard.toolchain.map { markdownProse($0, limit: 40) } ?? "-",
            ] + row.cells + [outcome == .clean ? outcome.words : "**\(outcome.words)**"]
        }
        let growth = markdownList(table.growth) { "run \(markdownCode($0.shard.name)): \($0.sentence)" }
        let machines = markdownList(table.machines) { markdownProse($0.description, limit: 400) }
        return ["### \(runsDescription)"] + rows + machines
            + (growth.isEmpty ? [] : ["### Growth over the soaks"] + growth)
    }

    /// The ratio of the arms in a sentence, or several ratios in a table.
    private var ratioParts: [String] {
        guard let comparison = report.comparison, !comparison.ratios.isEmpty else { return [] }
        let saving = comparison.savingSentence.map { "; \($0)" } ?? ""
        guard let note = comparison.familyNote ?? (comparison.hasFamily ? "there are no intervals under 6 blocks" : nil)
        else {
            return comparison.ratios.map { ratio in
                "\(markdownProse(ratio.arm.words.capitalizedFirst)) is **\(ratio.speedup)**, "
                    + "\(ratio.confidenceOrNone)\(markdownProse(saving))."
            }
        }
        let table = markdownTable(["Arm", "Compared with", "Is:", "95 % CI:"], comparison.ratios) { ratio in
            [markdownCode(ratio.arm.words), markdownCode(ratio.base.words), ratio.speedup, ratio.ends ?? "-"]
        }
        return table + [markdownProse("\(note.capitalizedFirst)\(saving).")]
    }

    private var timingParts: [String] {
        let rows = runs[0].timingRows()
        guard !rows.isEmpty else { return [] }
        let table = markdownTable(["Time to ready"] + timingHeading.map { $0 + ":" }, rows) {
            [($0.isPart ? "&nbsp;&nbsp;" : "") + markdownProse($0.label)] + $0.cells
        }
        let gates = runs[0].gateDescriptions.map {
            let text = markdownProse($0.text.capitalizedFirst)
            return $0.isMissed ? "**\(text)**" : text
        }
        return ["### Timing"] + table + ratioParts + gates
    }

    private var soakParts: [String] {
        let table = SoakTable(runs[0], report.soak)
        guard !table.rows.isEmpty else { return [] }
        let heading = ["Metric"] + table.heading.dropLast().map { $0 + ":" } + ["conclusion"]
        let rows = markdownTable(heading, table.rows) { row in
            [row.label] + row.cells.dropLast() + [row.slope.grows ? "**grows**" : row.cells.last ?? ""]
        }
        return ["### \(table.title)"] + rows + table.rows.compactMap(\.advice) + [table.distribution].compactMap(\.self)
    }

    private var heapParts: [String] {
        guard let table = HeapTable(report) else { return [] }
        let omitted = ["…"] + HeapTable.heading.map { _ in "" }
        return ["### \(table.title)"]
            + markdownTable(["After"] + HeapTable.heading.map { $0 + ":" }, table.rows) { row in
                row.map { [$0.label] + $0.cells } ?? omitted
            } + [table.note.map { $0.capitalizedFirst + "." }].compactMap(\.self)
    }

    /// The matrix of the routes of a run.
    private var routeParts: [String] {
        guard let table = RouteTable(self) else { return [] }
        let heading = ["Route"] + table.columns.map { $0.name.capitalizedFirst + ":" }
        let rows = markdownTable(heading, table.rows) { row in
            [row.leaks ? "**\(markdownCode(row.name))**" : markdownCode(row.name)] + row.cells
        }
        return ["### Routes: \(table.title)"] + rows + [markdownProse("\(table.note.capitalizedFirst).")]
            + markdownList(table.remarks) { markdownProse($0, limit: 400) }
    }

    private var leakParts: [String] {
        let left = bounded.count - TextPage.boundedTypes
        let details = growing.prefix(Self.shownInFull).map { cause in
            markdownDetails(cause.title, [markdownFence(excerpt { $0.writeDetails(of: cause, runs: mergedRuns) })])
        }
        let others = markdownTable(
            ["Verdict", "No leak", "Amount:", "Where", "Why"], registered + bounded.prefix(TextPage.boundedTypes)
        ) { finding in
            [
                finding.verdict.rawValue, markdownCode(finding.key.name), finding.count > 0 ? finding.amount : "-",
                markdownCode(finding.origin), markdownProse(finding.hint(), limit: 300),
            ]
        }
        return ["### Leaks: \(leaksHeadline)"] + causeTable + details + others
            + (left > 0 ? ["… and \(counted(left, "type")) more, in the JSON report."] : []) + libraryGrowthParts
    }

    private var causeTable: [String] {
        let hasTests = growing.contains { !$0.tests.isEmpty }
        let hasBytes = !hasTests && growing.contains { $0.bytesPerCycle > 0 }
        let heading =
            ["Verdict", "Cause", "Fix"] + (isMerged ? ["Runs:"] : []) + (hasBytes ? ["Per cycle:"] : [])
            + (hasTests ? ["In tests"] : []) + ["Where", "Fingerprint"]
        return markdownTable(heading, growing) { cause in
            let verdict = cause.verdict.rawValue
            var row = [fails(cause) ? "**\(verdict)**" : verdict, markdownProse(cause.title, limit: 300)]
            row.append(markdownProse(cause.advice.joined(separator: " "), limit: 600))
            if isMerged { row.append("\(cause.leader.occurrences.count) of \(runs.count)") }
            if hasBytes { row.append(cause.bytesPerCycle > 0 ? bytesText(cause.bytesPerCycle) : "-") }
            if hasTests { row.append(markdownProse(cause.testsClause ?? "-", limit: 600)) }
            row.append(markdownCode(cause.location?.description ?? cause.leader.origin))
            row.append(markdownCode(cause.fingerprint))
            return row
        }
    }

    private var libraryGrowthParts: [String] {
        guard !libraryGrowth.isEmpty else { return [] }
        let table = markdownTable(["Type", "Alive:", "Bytes:", "Allocated at", "Why"], libraryGrowth) { finding in
            let reason = finding.libraryReason(toolchain: report.toolchain) ?? ""
            return [
                markdownCode(finding.key.name), "\(finding.count)", finding.bytesDescription ?? "-",
                markdownCode(finding.origin), markdownProse(reason, limit: 300),
            ]
        }
        return [markdownDetails(libraryGrowthDescription, table)]
    }

    private var knownParts: [String] {
        guard let headline = knownHeadline else { return [] }
        let attention = markdownList(concerns) { concern in
            let words = markdownProse("\(concern.message); accepted because: \(oneLine(concern.entry.reason))")
            return "\(fails(concern) ? "❌" : "⚠️") \(markdownCode(concern.place)) "
                + "\(markdownCode(concern.entry.match.description)): \(words)"
        }
        let table = markdownTable(["Verdict", "Cause", "Reason", "Owner", "Until", "Fingerprint"], accepted) { cause in
            let entry = cause.leader.known
            return [
                cause.verdict.rawValue, markdownProse(cause.title, limit: 300),
                markdownProse(entry?.reason ?? "", limit: 300), markdownProse(entry?.owner ?? "-"),
                entry?.expires?.description ?? "never", markdownCode(cause.fingerprint),
            ]
        }
        let file = oneLine(report.known?.file ?? "a list")
        let summary = "\(counted(accepted.count, "known leak")), accepted by \(file)"
        return ["### \(headline)"] + attention + (accepted.isEmpty ? [] : [markdownDetails(summary, table)])
    }

    private var pollutionParts: [String] {
        guard let pollution = report.pollution else { return [] }
        return ["### \(pollution.sentence)"]
            + (pollution.changes.isEmpty ? [] : [markdownFence(excerpt { $0.writePollution(self) })])
    }

    private var budgetParts: [String] {
        guard let title = report.budgetsTitle else { return [] }
        return ["### \(markdownProse(title))", markdownFence(excerpt { $0.writeBudgets(self) })]
    }

    private var taskParts: [String] {
        guard let words = stuckTasksDescription, report.stuckTasks?.isEmpty == false else { return [] }
        return ["### \(words.capitalizedFirst)", markdownFence(excerpt { $0.writeStuckTasks(self) })]
    }

    private var fidelityParts: [String] {
        var parts: [String] = []
        if let fidelity {
            let limit = reportsDifferencesOnly && !fidelity.differing.isEmpty
            parts.append("### \(markdownProse(fidelity.sentence.capitalizedFirst))")
            parts.append(
                markdownProse(fidelity.basis.capitalizedFirst) + "."
                    + (limit ? " Differences are only reported, as requested." : ""))
            parts += markdownTable(["Arm", "Resets:", "Equal checks:"], fidelity.arms) { arm in
                [markdownCode(arm.name.words), "\(arm.resets)", arm.result]
            }
            parts += differenceTable(fidelity.undeclared)
        }
        if !report.stateDifferences.isEmpty {
            if fidelity == nil { parts.append("### State survived the reset") }
            parts.append("The probe output differs from that after a launch.")
            parts += report.stateDifferences.prefix(3).map { difference in
                markdownDetails(
                    "Probe output, \(difference.occurrencesDescription)",
                    [markdownFence(excerpt { $0.writeDiff(difference) }, language: "diff")])
            }
        } else if probePrintedTheSame {
            if fidelity == nil { parts.append("### State") }
            parts.append("The probe printed the same after every reset as after a launch.")
        }
        if let expected = fidelity?.expected, !expected.isEmpty {
            let summary = "\(counted(expected.count, "difference")) expected"
            parts.append(markdownDetails(summary, differenceTable(expected, reasons: true)))
        }
        return parts
    }

    private func differenceTable(_ differences: [FidelityVerdict.Row], reasons: Bool = false) -> [String] {
        markdownTable(
            ["Check", "Subject", "At launch", "After the resets", "Since reset:"] + (reasons ? ["Why"] : []),
            differences
        ) { check, difference in
            let values = difference.values()
            return [
                check.words,
                markdownCode(difference.fullSubject) + (difference.origin.map { " \(markdownProse($0))" } ?? ""),
                markdownCode(values.launched),
                markdownCode(values.reset), "\(difference.firstCycle)",
            ] + (reasons ? [markdownProse(difference.reason ?? "", limit: 200)] : [])
        }
    }

    private var noteParts: [String] {
        report.notes.isEmpty ? [] : ["### Notes"] + markdownList(report.notes) { markdownProse($0) }
    }
}

extension Outcome {
    var mark: String {
        switch self {
        case .clean: "✅"
        case .interrupted: "⚠️"
        case .notClean, .tooSlow, .failed, .usage: "❌"
        }
    }
}
