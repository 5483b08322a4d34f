internal import OutliveModel

extension Page {
    /// Writes the times of both arms, the ping, and the comparison.
    mutating func writeTiming(_ report: Report) {
        let table = TimingTable(report, unicode: style.unicode)
        guard !table.rows.isEmpty else { return }
        blank()
        let rows = table.rows.map { arm in
            PageRow(
                cells: [(arm.isPart ? "    " : "  ") + arm.label] + arm.cells, ink: arm.isPart ? .faint : .plain)
        }
        self.table(
            [PageRow(cells: ["Time to ready"] + TimingTable.heading, ink: .strong)] + rows,
            widths: [14, 5, 11, 11, 11, 11, 10])
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
}
