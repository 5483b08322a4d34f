internal import OutliveModel

extension Page {
    /// Both arms, the ping, and how they compare.
    mutating func writeTiming(_ report: Report) {
        let table = TimingTable(report, unicode: style.unicode)
        guard !table.rows.isEmpty else { return }
        blank()
        row("Time to ready", TimingTable.heading, .strong)
        for arm in table.rows {
            row((arm.isPart ? "    " : "  ") + arm.label, arm.cells, arm.isPart ? .faint : .plain)
        }
        guard let comparison = report.comparison else { return }
        blank()
        line(
            indent: 2, Span("reset is "), Span(comparison.speedup, comparison.isFaster ? .goodStrong : .badStrong),
            Span(", \(comparison.confidence ?? "no interval under 6 pairs")"))
        paragraph("a reset instead of a relaunch \(comparison.saving)", indent: 2)
        if let gate = report.gateInWords {
            paragraph(gate, indent: 2, ink: report.missesGate ? .bad : .good)
        }
    }

    private mutating func row(_ label: String, _ cells: [String], _ ink: Ink = .plain) {
        let widths = [5, 11, 11, 11, 11, 10]
        let text = zip(cells, widths).map { aligned($0, $1) }.joined()
        line(Span(padded(label, 14) + text, ink))
    }
}
