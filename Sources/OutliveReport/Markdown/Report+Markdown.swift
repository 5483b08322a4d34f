internal import OutliveModel

extension Report {
    /// How many rows of a table, and how many findings in full, are shown.
    private static let shownRows = 100
    private static let shownInFull = 20

    /// The report in parts that are each whole: headings, tables, blocks of code.
    var markdownParts: [String] {
        ["## \(outcome.mark) Outlive: \(outcome.words)", markdownProse(summaryLine)]
            + failureParts + runParts + timingParts + soakParts + heapParts + leakParts + knownParts
            + equivalenceParts + noteParts + [planPart]
    }

    private var failureParts: [String] {
        guard !failures.isEmpty else { return [] }
        return ["### \(counted(failures.count, "failure"))"]
            + failures.prefix(Self.shownRows).flatMap { failure -> [String] in
                let output = excerpt { $0.writeOutput(of: failure) }
                return ["**\(failure.code.words)**: \(markdownProse(failure.message))"]
                    + (output.isEmpty ? [] : [markdownFence(output)])
            }
    }

    /// The runs of a merged report: no figure is of more than one.
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
        let parts = ["### Leaks: \(leaksHeadline)"]
        guard !findings.isEmpty else { return parts }
        let heap = HeapFindings(findings)
        let registered = findings.filter { $0.tier == .registry && $0.known == nil }
        let victims = Victims(findings)
        let full = registeredCauses.filter { $0.verdict != .late && $0.verdict != .expected }.prefix(Self.shownInFull)
        return parts + findingTable(registered, place: "Registered at")
            + findingTable(heap.inFull + heap.further + heap.brief, place: "Allocated at")
            + [heap.othersInWords.map { "… \($0), in the JSON report." }].compactMap(\.self)
            + (full + heap.inFull).map { finding in
                markdownDetails(
                    finding.brief, markdownFence(excerpt { $0.write(finding, victims.of(finding), runs: runs) }))
            } + knownGrowth(heap)
    }

    /// The findings of one tier as a table, without bytes where none are known.
    private func findingTable(_ findings: [Finding], place: String) -> [String] {
        guard let first = findings.first else { return [] }
        let isHeap = first.tier == .heap
        let isTraced = findings.contains { $0.causeInWords != nil }
        let failing = Set(failingFindings)
        let rows = findings.prefix(Self.shownRows).map { finding in
            let verdict = finding.verdict.rawValue
            return [
                failing.contains(finding) ? "**\(verdict)**" : verdict, markdownCode(finding.key.name),
                finding.count > 0 ? "\(finding.count)" : "-",
            ] + (isMerged ? ["\(finding.occurrences.count) of \(shards.count)"] : [])
                + (isHeap ? [finding.bytesInWords ?? "-"] : []) + [markdownCode(finding.origin)]
                + (isTraced ? [finding.holder.map { markdownCode($0) } ?? finding.causeInWords ?? "-"] : [])
        }
        let heading =
            ["Verdict", isHeap ? "Type" : "Component", "Alive:"] + (isMerged ? ["Runs:"] : [])
            + (isHeap ? ["Bytes:"] : []) + [place]
            + (isTraced ? ["Held by"] : [])
        return [markdownTable(heading, rows)] + more(findings.count)
    }

    /// Closed, as it is nobody's fault.
    private func knownGrowth(_ heap: HeapFindings) -> [String] {
        guard !heap.known.isEmpty else { return [] }
        let rows = heap.known.prefix(Self.shownRows).map { finding in
            let reason = finding.libraryInWords(toolchain: toolchain) ?? ""
            return [
                markdownCode(finding.key.name), "\(finding.count)", finding.bytesInWords ?? "-",
                markdownCode(finding.origin), markdownProse(reason, limit: 300),
            ]
        }
        let table = markdownTable(["Type", "Alive:", "Bytes:", "Allocated at", "Why"], rows)
        return [
            markdownDetails(heap.knownInWords, ([table] + more(heap.known.count)).joined(separator: "\n\n"))
        ]
    }

    /// What is accepted, closed; and open what needs somebody's attention.
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
        let rows = known.accepted.prefix(Self.shownRows).map { finding in
            [
                finding.verdict.rawValue, markdownCode(finding.key.name), finding.count > 0 ? "\(finding.count)" : "-",
                finding.holder.map { markdownCode($0) } ?? finding.causeInWords ?? "-",
                markdownProse(finding.known?.reason ?? "", limit: 300), markdownProse(finding.known?.owner ?? "-"),
                finding.known?.expires?.description ?? "never", markdownCode(finding.fingerprint ?? "-"),
            ]
        }
        let table = markdownTable(
            ["Verdict", "What", "Alive:", "Held by", "Why it is accepted", "Owner", "Until", "Fingerprint"], rows)
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
            parts[1] += " Differences are reported only, as asked."
        }
        let differences = (verdict?.differing ?? []).flatMap { check in
            (verdict?.differences[check] ?? []).map { (check: check, difference: $0) }
        }
        if !differences.isEmpty { parts += [differenceTable(differences)] + more(differences.count) }
        if !stateDifferences.isEmpty {
            if verdict == nil { parts.append("### State survived the reset") }
            parts.append("The probe prints something else than after a launch.")
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

    /// What was measured, how, and where.
    private var planPart: String {
        markdownDetails("What was measured, and where", markdownFence(excerpt { $0.writeHeading(self) }))
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
