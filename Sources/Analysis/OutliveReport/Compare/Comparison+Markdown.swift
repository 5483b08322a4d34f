internal import OutliveModel

extension ReportComparison {
    private static let shownRows = 50

    /// The comparison in Markdown: the verdict, then tables. What did not change is collapsed.
    var markdown: String {
        var parts: [String] = ["## \(outcome.mark) Outlive: \(verdict)", markdownProse(summaryLine)]
        parts += failureParts
        parts += leakParts
        parts += differenceParts
        parts += complaintParts
        parts += timeParts
        parts += noteParts
        parts.append(sources)
        return parts.joined(separator: "\n\n")
    }

    private var failureParts: [String] {
        guard !failures.isEmpty else { return [] }
        let lines = failures.prefix(Self.shownRows).map { "- **\($0.code.words)**: \(markdownProse($0.message))" }
        return ["### \(counted(failures.count, "failure"))", lines.joined(separator: "\n")] + more(failures.count)
    }

    private var leakParts: [String] {
        let leaks = ComparedLeaks(self)
        let parts = ["### Leaks: \(leaks.inWords)"]
        let open = leaks.causes.filter { $0.change != .unchanged && $0.change != .notCompared }
        let closed = [Change.unchanged, .notCompared].compactMap { change -> String? in
            let all = leaks.of(change)
            return all.isEmpty ? nil : details("\(all.count) \(change.words)", all)
        }
        let known = leaks.known.isEmpty ? [] : [details("\(leaks.known.count) known", leaks.known)]
        return parts + (open.isEmpty ? [] : [table(of: open)] + more(open.count)) + closed + known
    }

    private func details(_ summary: String, _ leaks: [ComparedLeak]) -> String {
        markdownDetails(summary, ([table(of: leaks)] + more(leaks.count)).joined(separator: "\n\n"))
    }

    private func table(of leaks: [ComparedLeak]) -> String {
        let failing = Set(failingLeaks)
        let hasReasons = leaks.contains { $0.new?.known != nil }
        let rows = leaks.prefix(Self.shownRows).map { leak -> [String] in
            let change = leak.change.words
            let counts = [leak.old, leak.new].map { seen in seen.map { "\($0.objects)" } ?? "-" }
            var row: [String] = [failing.contains(leak) ? "**\(change)**" : change, leak.verdictInWords()]
            row.append(markdownCode(leak.name))
            row.append(markdownCode(leak.key.name))
            row += counts
            row.append(markdownCode(leak.key.site.description))
            row.append(markdownCode(leak.fingerprint))
            if hasReasons { row.append(markdownProse(leak.new?.known?.reason ?? "", limit: 200)) }
            return row
        }
        let heading = ["", "Verdict", "Cause", "Leaks", "Then:", "Now:", "Made at", "Fingerprint"]
        return markdownTable(heading + (hasReasons ? ["Accepted as"] : []), rows)
    }

    private var differenceParts: [String] {
        guard !differences.isEmpty else { return [] }
        let failing = Set(failingDifferences)
        let rows = differences.prefix(Self.shownRows).map { difference in
            let change = difference.change.words
            return [
                failing.contains(difference) ? "**\(change)**" : change, difference.check.words,
                markdownCode(difference.subject),
            ]
        }
        return [
            "### Differences from a launch: \(differences.inWords)", markdownTable(["", "Check", "Subject"], rows),
        ]
            + more(differences.count)
    }

    private var complaintParts: [String] {
        var parts: [String] = []
        if !growth.isEmpty {
            let failing = Set(failingGrowth)
            let rows = growth.map { row in
                [failing.contains(row) ? "**\(row.change.words)**" : row.change.words, row.metric.words]
            }
            parts += ["### Growth over the soaks", markdownTable(["", "Metric"], rows)]
        }
        if !expired.isEmpty {
            let lines = expired.prefix(Self.shownRows).map { "- \($0.change.words): \(markdownProse($0.inWords))" }
            parts += ["### Expired known leaks", lines.joined(separator: "\n")] + more(expired.count)
        }
        return parts
    }

    private var timeParts: [String] {
        let tables = runs.prefix(Self.shownRows).flatMap { runs -> [String] in
            let table = ComparedTimes(runs)
            guard !table.times.isEmpty || !table.slopes.isEmpty else { return [] }
            let times = table.times.map { [$0.label, $0.then, $0.now, $0.isWorse ? "**\($0.change)**" : $0.change] }
            let slopes = table.slopes.map { row in
                ["\(row.label), per cycle", row.then, row.isWorse ? "**\(row.now)**" : row.now, ""]
            }
            let heading = [""] + ComparedTimes.heading.map { "\($0.capitalizedFirst):" }
            return (self.runs.count > 1 ? [markdownProse(table.label) + ":"] : [])
                + [markdownTable(heading, times + slopes)]
        }
        let gate = gateInWords.map { missesGate ? "**\($0.capitalizedFirst)**" : $0.capitalizedFirst }
        guard !tables.isEmpty || gate != nil else { return [] }
        return ["### Times"] + tables + more(runs.count) + [gate].compactMap(\.self)
    }

    private var noteParts: [String] {
        notes.isEmpty ? [] : ["### Notes", notes.map { "- \(markdownProse($0))" }.joined(separator: "\n")]
    }

    private var sources: String {
        let rows = [("then", old), ("now", new)].map { label, report in
            [
                label, markdownCode(report.name), markdownProse(report.startedAt, limit: 40), report.outcome.words,
                markdownProse(report.summary, limit: 300),
            ]
        }
        return markdownDetails("Compared reports", markdownTable(["", "Report", "Begun", "Ended", "Summary"], rows))
    }

    private func more(_ count: Int) -> [String] {
        count > Self.shownRows ? ["… \(count - Self.shownRows) more in the JSON report."] : []
    }
}
