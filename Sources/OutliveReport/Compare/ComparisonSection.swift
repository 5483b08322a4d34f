internal import OutliveModel

extension Page {
    /// How many leaks of each change, differences and runs are listed.
    private static let shown = 20

    private var arrow: String { style.unicode ? "→" : "->" }

    /// A comparison for people: leaks first, then state, then times, and the summary line last.
    mutating func write(_ comparison: ReportComparison) {
        paragraph("Outlive \(comparison.toolVersion): a report compared with an earlier one", indent: 0, ink: .strong)
        for (label, report) in [("then", comparison.old), ("now", comparison.new)] {
            field(label, "\(oneLine(report.name)), begun \(oneLine(report.startedAt)): \(report.outcome.words)")
        }
        writeFailures(comparison.failures)
        writeLeaks(comparison)
        writeDifferences(comparison)
        writeTimes(comparison)
        writeNotes(comparison.notes)
        blank()
        unlimited(comparison.summaryLine, comparison.outcome == .clean ? .goodStrong : .badStrong)
    }

    private mutating func writeLeaks(_ comparison: ReportComparison) {
        let leaks = ComparedLeaks(comparison)
        title("Leaks: \(leaks.inWords)", comparison.failingLeaks.isEmpty ? .goodStrong : .badStrong)
        let failing = Set(comparison.failingLeaks)
        for change in Change.allCases {
            let all = leaks.of(change)
            for leak in all.prefix(Self.shown) {
                write(leak, change.words, failing.contains(leak) ? .bad : change == .fixed ? .good : .plain)
            }
            writeMore(all.count, "\(change.words) leak")
        }
        if let rest = leaks.restInWords { line(indent: 2, Span("\(ellipsis) \(rest)", .faint)) }
        for leak in leaks.known.prefix(Self.shown) {
            write(leak, "known", .faint)
            paragraph(oneLine(leak.new?.known?.reason ?? ""), indent: 16, ink: .faint)
        }
        writeMore(leaks.known.count, "known leak")
    }

    private mutating func write(_ leak: ComparedLeak, _ label: String, _ ink: Ink) {
        let words = "\(leak.verdictInWords(arrow: arrow))  \(leak.brief(arrow: arrow))"
        let lines = wrapped(legible(words), to: style.width - 16)
        for (index, text) in lines.enumerated() {
            line(indent: 2, Span(padded(index == 0 ? label : "", 14), ink), Span(text))
        }
        paragraph(leak.place, indent: 16, ink: .faint)
    }

    private mutating func writeDifferences(_ comparison: ReportComparison) {
        guard !comparison.differences.isEmpty else { return }
        title(
            "Differences from a launch: \(comparison.differences.inWords)",
            comparison.failingDifferences.isEmpty ? .strong : .badStrong)
        let failing = Set(comparison.failingDifferences)
        for difference in comparison.differences.prefix(Self.shown) {
            let text = elided(legible(difference.inWords), to: style.width - 16, .middle, mark: ellipsis)
            line(
                indent: 2, Span(padded(difference.change.words, 14), failing.contains(difference) ? .bad : .plain),
                Span(text))
        }
        writeMore(comparison.differences.count, "difference")
    }

    private mutating func writeTimes(_ comparison: ReportComparison) {
        for runs in comparison.runs.prefix(Self.shown) {
            let table = ComparedTimes(runs, unicode: style.unicode)
            guard !table.times.isEmpty || !table.slopes.isEmpty else { continue }
            blank()
            if comparison.runs.count > 1 { paragraph(table.label, indent: 0, hanging: 2, ink: .faint) }
            if !table.times.isEmpty {
                row(["Times"] + ComparedTimes.heading, .strong)
                for time in table.times { row(["  " + time.label, time.then, time.now, time.change], time.ink) }
            }
            if !table.slopes.isEmpty {
                row(["Change per cycle", "then", "now", ""], .strong)
                for slope in table.slopes { row(["  " + slope.label, slope.then, slope.now, ""], slope.ink) }
            }
        }
        writeMore(comparison.runs.count, "run")
        if let gate = comparison.gateInWords {
            blank()
            paragraph(gate, indent: 0, ink: comparison.missesGate ? .bad : .good)
        }
    }

    private mutating func row(_ cells: [String], _ ink: Ink) {
        let widths = [23, 24, 16]
        let first = padded(cells[0], 17)
        let text = zip(cells.dropFirst(), widths).map { aligned($0, $1) }.joined()
        line(Span(first + text, ink))
    }

    private mutating func writeMore(_ count: Int, _ noun: String) {
        guard count > Self.shown else { return }
        line(indent: 2, Span("\(ellipsis) \(counted(count - Self.shown, "more \(noun)")) in the JSON report", .faint))
    }
}

extension ComparedTimes.Row {
    fileprivate var ink: Ink { isWorse ? .bad : .plain }
}
