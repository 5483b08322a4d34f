internal import OutliveModel
internal import OutliveSupport

extension ReportComparison {
    /// The comparison in Markdown: the verdict, then tables. Unchanged, uncompared and known leaks are collapsed.
    var markdown: String {
        let title = ["## \(outcome.mark) Outlive: \(verdict)", markdownProse(summaryLine)]
        let tables = [failureParts, leakParts, differenceParts, complaintParts, allocationParts, timeParts, noteParts]
        return ([title] + tables + [[sources]]).joined().joined(separator: "\n\n")
    }

    private func table<Item>(_ heading: [String], _ items: [Item], cells: (Item) -> [String]) -> [String] {
        markdownTable(heading, items, limit: 50, cells: cells)
    }

    private var failureParts: [String] {
        guard !failures.isEmpty else { return [] }
        return ["### \(counted(failures.count, "failure"))"]
            + markdownList(failures, limit: 50) { "**\($0.code.words)**: \(markdownProse($0.message))" }
    }

    private var leakParts: [String] {
        let shown = openLeaks.filter { $0.change != .unchanged && $0.change != .notCompared }
        let closed =
            [Change.unchanged, .notCompared].map { change in (change.words, openLeaks.filter { $0.change == change }) }
            + [("known", knownLeaks)]
        return ["### Leaks: \(leaksDescription)"] + table(of: shown)
            + closed.filter { !$0.1.isEmpty }.map { markdownDetails("\($0.1.count) \($0.0)", table(of: $0.1)) }
    }

    private func table(of leaks: [ComparedLeak]) -> [String] {
        let failing = Set(failingLeaks)
        let hasReasons = leaks.contains { $0.new?.known != nil }
        let hasTests = leaks.contains { $0.tests?.isEmpty == false }
        var heading = ["", "Verdict", "Cause", "Leaks", "\(sides.then.capitalizedFirst):"]
        heading += ["\(sides.now.capitalizedFirst):", "Made at", "Fingerprint"]
        if hasTests { heading.append("In tests") }
        if hasReasons { heading.append("Accepted as") }
        return table(heading, leaks) { leak in
            var cells = [emphasised(leak.change, failing.contains(leak)), leak.verdict(), markdownCode(leak.name)]
            cells.append(markdownCode(leak.key.name))
            cells += [leak.old, leak.new].map { seen in seen.map { "\($0.objects)" } ?? "-" }
            cells += [markdownCode(leak.key.site.description), markdownCode(leak.fingerprint)]
            if hasTests { cells.append(markdownProse(leak.tests?.clause ?? "-", limit: 600)) }
            if hasReasons { cells.append(markdownProse(leak.new?.known?.reason ?? "", limit: 200)) }
            return cells
        }
    }

    private func emphasised(_ change: Change, _ isFailing: Bool) -> String {
        isFailing ? "**\(change.words)**" : change.words
    }

    private var differenceParts: [String] {
        guard !differences.isEmpty else { return [] }
        let failing = Set(failingDifferences)
        return ["### Differences from a launch: \(differences.counts)"]
            + table(["", "Check", "Subject"], differences) { difference in
                [
                    emphasised(difference.change, failing.contains(difference)), difference.check.words,
                    markdownCode(difference.subject),
                ]
            }
    }

    private var complaintParts: [String] {
        let failing = Set(failingGrowth)
        let rows = table(["", "Metric"], growth) { row in
            [emphasised(row.change, failing.contains(row)), row.metric.words]
        }
        let lines = markdownList(expired, limit: 50) { "\($0.change.words): \(markdownProse($0.description))" }
        return (rows.isEmpty ? [] : ["### Growth over the soaks"] + rows)
            + (lines.isEmpty ? [] : ["### Expired known leaks"] + lines)
    }

    private var allocationParts: [String] {
        (allocations ?? []).prefix(50).flatMap { allocations in
            let subject = allocations.subject().map { " of \($0)" } ?? ""
            return ["### Allocations\(markdownProse("\(subject): \(allocations.headline())"))"]
                + table(
                    ["", "Per \(allocations.unit.rawValue):", "Type", "In", "Called by", "Bytes:"], allocations.changes
                ) { change in
                    [
                        change.kind.rawValue, change.amount, markdownCode(change.type.description),
                        markdownCode(change.place), change.caller.map { markdownCode($0) } ?? "", change.bytesChange,
                    ]
                } + markdownList(allocations.remarks) { markdownProse($0) }
        } + markdownMore((allocations ?? []).count - 50)
    }

    private var timeParts: [String] {
        let tables = runs.prefix(50).flatMap { runs -> [String] in
            let table = ComparedTimes(runs, of: self)
            guard !table.rows.isEmpty else { return [] }
            let rows = table.rows.map { row in
                var cells = row.cells(hasRatio: true)
                let shown = row.change.isEmpty ? 1 : 2
                if row.isWorse { cells[shown] = "**\(cells[shown])**" }
                return [row.label] + cells
            }
            let heading = [""] + table.heading().map { "\($0.capitalizedFirst):" }
            return (self.runs.count > 1 ? [markdownProse(table.label) + ":"] : []) + [markdownTable(heading, rows)]
        }
        let gate = gateDescription.map { missesGate ? "**\($0.capitalizedFirst)**" : $0.capitalizedFirst }
        guard !tables.isEmpty || gate != nil else { return [] }
        return ["### Times"] + tables + markdownMore(runs.count - 50) + [gate].compactMap(\.self)
    }

    private var noteParts: [String] {
        remarks.isEmpty ? [] : ["### Notes"] + markdownList(remarks) { markdownProse($0) }
    }

    private var sources: String {
        let rows = reports.map { label, report in
            [
                label, markdownCode(report.build ?? report.name), markdownProse(report.startedAt, limit: 40),
                report.outcome.words,
                markdownProse(report.summary, limit: 300),
            ]
        }
        return markdownDetails("Compared reports", [markdownTable(["", "Report", "Begun", "Ended", "Summary"], rows)])
    }
}
