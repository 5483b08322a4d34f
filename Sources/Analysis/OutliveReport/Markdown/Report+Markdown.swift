internal import OutliveModel

extension Report {
    /// The maximum number of rows of a table, and of findings shown in full.
    private static let shownRows = 100
    private static let shownInFull = 20

    /// The report in self-contained parts: headings, tables, blocks of code.
    var markdownParts: [String] {
        ["## \(mark) Outlive: \(outcome.words)", markdownProse(summaryLine)]
            + failureParts + runParts + timingParts + soakParts + heapParts + leakParts + knownParts
            + equivalenceParts + noteParts + [planPart]
    }

    /// The mark of the outcome. Growth without a cause is a warning, even with exit code 0.
    private var mark: String { outcome == .clean && growthHeadline != nil ? Outcome.interrupted.mark : outcome.mark }

    private var failureParts: [String] {
        guard !failures.isEmpty else { return [] }
        return ["### \(counted(failures.count, "failure"))"]
            + failures.prefix(Self.shownRows).flatMap { failure -> [String] in
                let output = excerpt { $0.writeOutput(of: failure) }
                return ["**\(failure.code.words)**: \(markdownProse(failure.message))"]
                    + (output.isEmpty ? [] : [markdownFence(output)])
            }
    }

    /// The table of merged runs, in which no figure spans several runs.
    private var runParts: [String] {
        guard isMerged else { return [] }
        let table = RunsTable(self)
        let rows = table.rows.prefix(Self.shownRows).map { row in
            let outcome = row.shard.outcome
            return [markdownCode(row.shard.name), markdownProse(row.shard.machine.inWords, limit: 200)]
                + [row.shard.toolchain.map { markdownProse($0, limit: 40) } ?? "-"] + row.cells
                + [outcome == .clean ? outcome.words : "**\(outcome.words)**"]
        }
        let growth = growthInRuns().prefix(Self.shownRows).map { "- run \(markdownCode($0.name)): \($1)" }
        let figures = RunsTable.heading.map { $0.capitalizedFirst + ":" }
        return ["### \(runsInWords)"]
            + [markdownTable(["Run", "Machine", "Swift"] + figures + ["Ended"], rows)]
            + more(table.rows.count)
            + (growth.isEmpty ? [] : ["### Growth over the soaks", growth.joined(separator: "\n")])
    }

    private var timingParts: [String] {
        let rows = TimingTable(self).rows
        guard !rows.isEmpty else { return [] }
        let table = markdownTable(
            ["Time to ready"] + TimingTable.heading.map { $0 + ":" },
            rows.map { [$0.isPart ? "&nbsp;&nbsp;\($0.label)" : $0.label] + $0.cells })
        let verdict = comparison.map { comparison in
            "Reset is **\(comparison.speedup)**, \(comparison.confidence ?? "no interval under 6 pairs");"
                + " a reset instead of a relaunch \(comparison.saving)."
        }
        let gate = gateInWords.map { missesGate ? "**\($0.capitalizedFirst)**" : $0.capitalizedFirst }
        return ["### Timing", table] + [verdict, gate].compactMap { $0 }
    }

    private var soakParts: [String] {
        let soakTable = SoakTable(self)
        let rows = soakTable.rows
        guard !rows.isEmpty else { return [] }
        let table = markdownTable(
            ["Metric"] + soakTable.heading.dropLast().map { $0 + ":" } + ["conclusion"],
            rows.map { row in
                [row.label] + row.cells.dropLast() + [row.slope.grows ? "**grows**" : row.cells.last ?? ""]
            })
        let heading = "### Soak" + (soak.isEmpty ? "" : ": \(counted(soak.count, plan.round))")
        return [heading, table] + [SoakDistribution(soak)?.words].compactMap(\.self)
    }

    private var leakParts: [String] {
        let causes = causes
        let others = UncausedFindings(findings)
        let bounded = others.registered + others.heap.prefix(UncausedFindings.most)
        let left = others.heap.count - UncausedFindings.most
        var parts = ["### Leaks: \(leaksHeadline)"] + causeTable(causes)
        parts += causes.prefix(Self.shownInFull).map { cause in
            markdownDetails(cause.title, markdownFence(excerpt { $0.writeDetails(of: cause, runs: runs) }))
        }
        parts += survivorTable(bounded)
        if left > 0 { parts.append("… and \(counted(left, "type")) more, in the JSON report.") }
        return parts + libraryGrowth(others)
    }

    /// Returns a table with a row for each cause.
    private func causeTable(_ causes: [Cause]) -> [String] {
        guard !causes.isEmpty else { return [] }
        let failing = Set(failingFindings)
        let hasBytes = causes.contains { $0.bytesPerCycle > 0 }
        let rows = causes.prefix(Self.shownRows).map { cause -> [String] in
            let verdict = cause.verdict.rawValue
            let fails = cause.findings.contains(where: failing.contains)
            let each = Double(cause.bytesPerCycle)
            var row = [fails ? "**\(verdict)**" : verdict, markdownProse(cause.title, limit: 300)]
            row.append(markdownProse(cause.advice.joined(separator: " "), limit: 600))
            if isMerged { row.append("\(cause.leader.occurrences.count) of \(shards.count)") }
            if hasBytes { row.append(each > 0 ? Scale.bytes(each).text(each) : "-") }
            row.append(markdownCode(cause.location?.description ?? cause.leader.origin))
            row.append(markdownCode(cause.fingerprint))
            return row
        }
        let heading =
            ["Verdict", "Cause", "Fix"] + (isMerged ? ["Runs:"] : []) + (hasBytes ? ["Per cycle:"] : [])
            + ["Where", "Fingerprint"]
        return [markdownTable(heading, rows)] + more(causes.count)
    }

    /// Returns a table of findings without a cause.
    private func survivorTable(_ findings: [Finding]) -> [String] {
        guard !findings.isEmpty else { return [] }
        let rows = findings.prefix(Self.shownRows).map { finding -> [String] in
            let amount = finding.count > 0 ? finding.amountInWords : "-"
            let why = markdownProse(finding.hint(settled: finding.lateTime), limit: 300)
            return [
                finding.verdict.rawValue, markdownCode(finding.key.name), amount, markdownCode(finding.origin), why,
            ]
        }
        return [markdownTable(["Verdict", "No leak", "Amount:", "Where", "Why"], rows)] + more(findings.count)
    }

    /// Returns known growth of libraries, collapsed.
    private func libraryGrowth(_ others: UncausedFindings) -> [String] {
        guard !others.libraryGrowth.isEmpty else { return [] }
        let rows = others.libraryGrowth.prefix(Self.shownRows).map { finding in
            let reason = finding.libraryInWords(toolchain: toolchain) ?? ""
            return [
                markdownCode(finding.key.name), "\(finding.count)", finding.bytesInWords ?? "-",
                markdownCode(finding.origin), markdownProse(reason, limit: 300),
            ]
        }
        let table = markdownTable(["Type", "Alive:", "Bytes:", "Allocated at", "Why"], rows)
        return [
            markdownDetails(
                others.libraryGrowthInWords,
                ([table] + more(others.libraryGrowth.count)).joined(separator: "\n\n"))
        ]
    }

    /// The known leaks: accepted ones collapsed, and open those that need attention.
    private var knownParts: [String] {
        let known = KnownFindings(self)
        guard let headline = known.headline else { return [] }
        var parts = ["### \(headline)"]
        if !known.concerns.isEmpty {
            parts.append(
                known.concerns.prefix(Self.shownRows).map { concern in
                    let fails = concern.kind == .expired && failsByExpiredLeaks
                    let words = markdownProse("\(concern.message); accepted because: \(oneLine(concern.entry.reason))")
                    return "- \(fails ? "❌" : "⚠️") \(markdownCode(concern.place)) "
                        + "\(markdownCode(concern.entry.match.inWords)): \(words)"
                }.joined(separator: "\n"))
            parts += more(known.concerns.count)
        }
        guard !known.accepted.isEmpty else { return parts }
        let rows = known.accepted.prefix(Self.shownRows).map { cause -> [String] in
            let entry = cause.leader.known
            var row = [cause.verdict.rawValue, markdownProse(cause.title, limit: 300)]
            row.append(markdownProse(entry?.reason ?? "", limit: 300))
            row.append(markdownProse(entry?.owner ?? "-"))
            row.append(entry?.expires?.description ?? "never")
            row.append(markdownCode(cause.fingerprint))
            return row
        }
        let table = markdownTable(
            ["Verdict", "Cause", "Reason", "Owner", "Until", "Fingerprint"], rows)
        let summary =
            "\(counted(known.accepted.count, "known leak")), accepted by \(oneLine(known.review?.file ?? "a list"))"
        return parts + [markdownDetails(summary, ([table] + more(known.accepted.count)).joined(separator: "\n\n"))]
    }

    private var heapParts: [String] {
        guard let heap, !heap.cycles.isEmpty else { return [] }
        let rows = HeapTable(heap).rows.map { row in
            row.map { [$0.label] + $0.cells } ?? ["…"] + HeapTable.heading.map { _ in "" }
        }
        return ["### Heap: \(heap.inWords)", markdownTable(["After"] + HeapTable.heading.map { $0 + ":" }, rows)]
            + [heap.deinitialisedInWords.map { $0.capitalizedFirst + "." }].compactMap(\.self)
    }

    private var equivalenceParts: [String] {
        let verdict = fidelityVerdict
        var parts = verdict.map { ["### \($0.sentence.capitalizedFirst)", $0.basis.capitalizedFirst + "."] } ?? []
        if let verdict, fidelityMode == .report, !verdict.differing.isEmpty {
            parts[1] += " Differences are only reported, as requested."
        }
        let differences = (verdict?.differing ?? []).flatMap { check in
            (verdict?.differences[check] ?? []).map { (check: check, difference: $0) }
        }
        if !differences.isEmpty { parts += [differenceTable(differences)] + more(differences.count) }
        if !stateDifferences.isEmpty {
            if verdict == nil { parts.append("### State survived the reset") }
            parts.append("The probe output differs from that after a launch.")
            parts += stateDifferences.prefix(3).map { difference in
                markdownDetails(
                    "Probe output, \(difference.occurrencesInWords)",
                    markdownFence(excerpt { $0.writeDiff(difference) }, language: "diff"))
            }
        } else if probePrintedTheSame {
            if verdict == nil { parts.append("### State") }
            parts.append("The probe printed the same after every reset as after a launch.")
        }
        if let expected = verdict?.expected, !expected.isEmpty {
            parts.append(
                markdownDetails(
                    "\(counted(expected.count, "difference")) expected",
                    ([differenceTable(expected, reasons: true)]
                        + more(expected.count)).joined(separator: "\n\n")))
        }
        return parts
    }

    private func differenceTable(
        _ differences: [(check: FidelityCheck, difference: FidelityDifference)], reasons: Bool = false
    ) -> String {
        markdownTable(
            ["Check", "Subject", "At launch", "After the resets", "Since reset:"] + (reasons ? ["Why"] : []),
            differences.prefix(Self.shownRows).map { check, difference in
                let values = difference.values()
                return [
                    check.words, markdownCode(difference.subject), markdownCode(values.launched),
                    markdownCode(values.reset), "\(difference.firstCycle)",
                ] + (reasons ? [markdownProse(difference.reason ?? "", limit: 200)] : [])
            })
    }

    private var noteParts: [String] {
        notes.isEmpty
            ? [] : ["### Notes", notes.prefix(Self.shownRows).map { "- \(markdownProse($0))" }.joined(separator: "\n")]
    }

    /// The plan of the run and its surroundings.
    private var planPart: String {
        markdownDetails("Plan and machine", markdownFence(excerpt { $0.writeHeading(self) }))
    }

    private func more(_ count: Int) -> [String] {
        count > Self.shownRows ? ["… \(count - Self.shownRows) more in the JSON report."] : []
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
