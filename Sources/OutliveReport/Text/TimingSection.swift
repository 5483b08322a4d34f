internal import OutliveModel

extension Page {
    /// Both arms, the ping, and how they compare.
    mutating func writeTiming(_ report: Report) {
        guard report.comparison != nil || report.ping != nil else { return }
        blank()
        row("Time to ready", ["n", "median", "min", "max", "MAD", "outliers"], .strong)
        if let comparison = report.comparison {
            row("  relaunch", cells(comparison.launch))
            row("    stop", cells(comparison.launchStop), .faint)
            row("    start", cells(comparison.launchStart), .faint)
            row("  reset", cells(comparison.reset))
        }
        if let ping = report.ping { row("  ping", cells(ping)) }
        guard let comparison = report.comparison else { return }
        blank()
        line(
            indent: 2, Span("reset is "), Span(comparison.speedup, comparison.isFaster ? .goodStrong : .badStrong),
            Span(", \(comparison.confidence ?? "no interval under 6 pairs")"))
        paragraph("a reset instead of a relaunch \(comparison.saving)", indent: 2)
        if let gate = report.plan.minimumSpeedup {
            let missed = report.missesGate
            let end = comparison.interval == nil ? "the interval" : "the interval's lower end"
            paragraph(
                "gate: \(end) must reach \(decimal(gate))x: \(missed ? "missed" : "passed")", indent: 2,
                ink: missed ? .bad : .good)
        }
    }

    private mutating func row(_ label: String, _ cells: [String], _ ink: Ink = .plain) {
        let widths = [5, 11, 11, 11, 11, 10]
        let text = zip(cells, widths).map { aligned($0, $1) }.joined()
        line(Span(padded(label, 14) + text, ink))
    }

    private func cells(_ summary: Summary) -> [String] {
        let times = [summary.median, summary.minimum, summary.maximum, summary.medianAbsoluteDeviation]
        return ["\(summary.count)"] + times.map { Scale.seconds($0, unicode: style.unicode).text($0) }
            + ["\(summary.outliers)"]
    }
}
