internal import OutliveModel

extension Page {
    /// Writes the change of the process's resource use over many resets.
    mutating func writeSoak(_ report: Report) {
        guard !report.soak.isEmpty || !report.slopes.isEmpty else { return }
        blank()
        let heading =
            report.soak.isEmpty
            ? "Soak" : "Soak: \(counted(report.soak.count, report.plan.round))"
        let table = SoakTable(report, unicode: style.unicode)
        let rows = table.rows.map { metric in
            PageRow(cells: ["  " + metric.label] + metric.cells, ink: report.plan.ink(of: metric.slope))
        }
        self.table(
            [PageRow(cells: [heading] + (report.slopes.isEmpty ? [] : table.heading), ink: .strong)] + rows,
            widths: [19, 10, 10, 12, 18, 11])
        if let distribution = SoakDistribution(report.soak, unicode: style.unicode) {
            paragraph(distribution.words, indent: 2)
        }
        let fallbacks = report.soak.count { $0.fellBack }
        if fallbacks > 0 {
            paragraph(
                "\(counted(fallbacks, "reset")) failed and fell back to a relaunch, which starts a new process",
                indent: 2, ink: .warning)
        }
    }
}

extension Plan {
    fileprivate func ink(of slope: Slope) -> Ink { slope.grows ? growth == .fail ? .bad : .warning : .plain }
}
