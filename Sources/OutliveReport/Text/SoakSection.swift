internal import OutliveModel

extension Page {
    /// How what the process uses changed over many resets.
    mutating func writeSoak(_ report: Report) {
        guard !report.soak.isEmpty || !report.slopes.isEmpty else { return }
        blank()
        let heading =
            report.soak.isEmpty
            ? "Soak" : "Soak: \(counted(report.soak.count, report.plan.reset == nil ? "cycle" : "reset"))"
        row([heading] + (report.slopes.isEmpty ? [] : SoakTable.heading), .strong)
        for metric in SoakTable(report, unicode: style.unicode).rows {
            row(["  " + metric.label] + metric.cells, report.plan.ink(of: metric.slope))
        }
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

    private mutating func row(_ cells: [String], _ ink: Ink) {
        let widths = [10, 10, 12, 18, 11]
        let text = zip(cells.dropFirst(), widths).map { aligned($0, $1) }.joined()
        line(Span(padded(cells[0], 19) + text, ink))
    }
}

extension Plan {
    /// What growth means for the run.
    fileprivate func ink(of slope: Slope) -> Ink { slope.grows ? growth == .fail ? .bad : .warning : .plain }
}
