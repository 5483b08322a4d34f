package import OutliveModel

/// An output format of a comparison, by its name on the command line.
package enum ComparisonFormat: String, CaseIterable, Sendable {
    case text
    case json
    case markdown

    /// Returns the comparison in this format.
    package func bytes(for comparison: ReportComparison, style: TextStyle = TextStyle()) throws -> [UInt8] {
        switch self {
        case .text: TextPage.bytes(style) { $0.write(comparison) }
        case .json:
            try jsonDocument(
                JSONDocument(value: comparison, outcome: comparison.outcome, summary: comparison.summaryLine))
        case .markdown: Array((comparison.markdown + "\n").utf8)
        }
    }
}

extension ComparedReport {
    package init(_ report: Report, name: String) {
        self.init(
            name: name, toolVersion: report.toolVersion, startedAt: report.startedAt, outcome: report.outcome,
            interrupted: report.interrupted, summary: report.summaryLine)
    }
}

extension TextPage {
    /// The maximum number of leaks of each change, of differences and of runs in a list.
    private static let shown = 20

    /// Writes a comparison: leaks, then state, then times, and the summary line last.
    mutating func write(_ comparison: ReportComparison) {
        paragraph("Outlive \(comparison.toolVersion): \(comparison.title)", indent: 0, ink: .strong)
        for (label, report) in comparison.reports {
            let name = oneLine(report.build ?? report.name)
            field(label, "\(name), begun \(oneLine(report.startedAt)): \(report.outcome.words)")
        }
        writeFailures(comparison.failures)
        writeLeaks(comparison)
        writeDifferences(comparison)
        writeComplaints(comparison)
        for allocations in (comparison.allocations ?? []).prefix(Self.shown) { write(allocations) }
        writeMore((comparison.allocations ?? []).count - Self.shown, "test")
        writeTimes(comparison)
        writeNotes(comparison.remarks)
        blank()
        unlimited(comparison.summaryLine, comparison.outcome == .clean ? .goodStrong : .badStrong)
    }

    private mutating func writeLeaks(_ comparison: ReportComparison) {
        title("Leaks: \(comparison.leaksDescription)", comparison.failingLeaks.isEmpty ? .goodStrong : .badStrong)
        let failing = Set(comparison.failingLeaks)
        let (open, known) = (comparison.openLeaks, comparison.knownLeaks)
        for change in Change.allCases {
            let all = open.filter { $0.change == change }
            for leak in all.prefix(Self.shown) {
                write(leak, change.words, failing.contains(leak) ? .bad : change == .fixed ? .good : .plain)
            }
            writeMore(all.count - Self.shown, "\(change.words) leak")
        }
        for leak in known.prefix(Self.shown) {
            write(leak, "known", .faint)
            paragraph(oneLine(leak.new?.known?.reason ?? ""), indent: 16, ink: .faint)
        }
        writeMore(known.count - Self.shown, "known leak")
    }

    private mutating func write(_ leak: ComparedLeak, _ label: String, _ ink: Ink) {
        field(label, "\(leak.verdict(arrow: arrow))  \(leak.brief(arrow: arrow))", gap: 14, labelInk: ink)
        paragraph(leak.place, indent: 16, ink: .faint)
        if let tests = leak.tests?.clause { paragraph(tests, indent: 16, hanging: 2, ink: .faint) }
    }

    private mutating func writeDifferences(_ comparison: ReportComparison) {
        guard !comparison.differences.isEmpty else { return }
        title(
            "Differences from a launch: \(comparison.differences.counts)",
            comparison.failingDifferences.isEmpty ? .strong : .badStrong)
        let failing = Set(comparison.failingDifferences)
        for difference in comparison.differences.prefix(Self.shown) {
            let text = elided(legible(difference.description), to: style.width - 16, .middle, mark: ellipsis)
            line(
                indent: 2, Span(padded(difference.change.words, 14), failing.contains(difference) ? .bad : .plain),
                Span(text))
        }
        writeMore(comparison.differences.count - Self.shown, "difference")
    }

    private mutating func writeTimes(_ comparison: ReportComparison) {
        for runs in comparison.runs.prefix(Self.shown) {
            let table = ComparedTimes(runs, of: comparison, unicode: style.unicode)
            let parts = [("Times", table.times), ("Level", table.levels), ("Change per cycle", table.slopes)]
                .filter { !$0.1.isEmpty }
            for (index, (name, rows)) in parts.enumerated() {
                blank()
                if index == 0, comparison.runs.count > 1 { paragraph(table.label, indent: 0, hanging: 2, ink: .faint) }
                let hasRatio = name == "Times"
                write(
                    [([name] + table.heading(hasRatio: hasRatio), .strong)]
                        + rows.map { (["  " + $0.label] + $0.cells(hasRatio: hasRatio), $0.isWorse ? .bad : .plain) })
            }
        }
        writeMore(comparison.runs.count - Self.shown, "run")
        if let gate = comparison.gateDescription {
            blank()
            paragraph(gate, indent: 0, ink: comparison.missesGate ? .bad : .good)
        }
    }

    /// Writes a table with columns as wide as their cells, or each cell on its own line if the table does not fit.
    private mutating func write(_ rows: [(cells: [String], ink: Ink)]) {
        guard let heading = rows.first?.cells else { return }
        let widths = heading.indices.map { column in
            rows.map { columns(of: $0.cells[column]) }.max() ?? 0
        }
        guard widths.reduce(2 * (widths.count - 1), +) <= style.width else {
            line(Span(heading[0], .strong))
            for row in rows.dropFirst() {
                line(Span(row.cells[0], row.ink))
                for (name, cell) in zip(heading, row.cells).dropFirst() where !cell.isEmpty {
                    paragraph("\(name): \(cell)", indent: 4, ink: row.ink)
                }
            }
            return
        }
        for row in rows {
            let cells = zip(row.cells, widths).dropFirst().map { "  " + aligned($0, $1) }
            line(Span(padded(row.cells[0], widths[0]) + cells.joined(), row.ink))
        }
    }

    private mutating func writeComplaints(_ comparison: ReportComparison) {
        if !comparison.growth.isEmpty {
            title("Growth over the soaks", comparison.failingGrowth.isEmpty ? .strong : .badStrong)
            let failing = Set(comparison.failingGrowth)
            for growth in comparison.growth {
                let ink: Ink = failing.contains(growth) ? .bad : .plain
                field(growth.change.words, growth.metric.words, gap: 14, labelInk: ink)
            }
        }
        guard !comparison.expired.isEmpty else { return }
        title("Expired known leaks", comparison.failingExpired.isEmpty ? .strong : .badStrong)
        for expiry in comparison.expired.prefix(Self.shown) {
            paragraph("\(expiry.change.words): \(expiry.description)", indent: 2, hanging: 2)
        }
        writeMore(comparison.expired.count - Self.shown, "expired known leak")
    }
}
