internal import OutliveModel

extension Page {
    /// How what the process uses changed over many resets.
    mutating func writeSoak(_ report: Report) {
        guard !report.soak.isEmpty || !report.slopes.isEmpty else { return }
        blank()
        let heading = report.soak.isEmpty ? "Soak" : "Soak: \(counted(report.soak.count, "reset"))"
        row([heading] + (report.slopes.isEmpty ? [] : ["first", "last", "per reset", "95 % CI", ""]), .strong)
        for slope in report.slopes {
            let values = report.soak.compactMap { $0.value(of: slope.metric) }
            let size = [slope.perCycle, slope.interval?.lower ?? 0, slope.interval?.upper ?? 0].map(abs).max() ?? 0
            let scale = slope.metric.scale(fitting: size, unicode: style.unicode)
            func absolute(_ value: Double?) -> String {
                value.map { slope.metric.scale(fitting: $0, unicode: style.unicode).text($0) } ?? "-"
            }
            let interval = slope.interval.map { "\(scale.number($0.lower)) to \(scale.number($0.upper))" }
            row(
                [
                    "  " + slope.metric.words, absolute(values.first), absolute(values.last),
                    scale.text(slope.perCycle, signed: true), interval ?? "too few",
                    slope.conclusion,
                ], slope.grows ? .bad : .plain)
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

extension Slope {
    /// What the interval says, in a word: growth that is there but under the minimum effect is not claimed.
    fileprivate var conclusion: String {
        if grows { return "grows" }
        guard let interval else { return "unknown" }
        return interval.lower > 0 ? "negligible" : "no growth"
    }
}

extension Metric {
    fileprivate var words: String {
        switch self {
        case .resetSeconds: "reset time"
        case .residentBytes: "resident memory"
        case .liveComponents: "live components"
        case .threads: "threads"
        case .descriptors: "descriptors"
        }
    }

    fileprivate func scale(fitting value: Double, unicode: Bool) -> Scale {
        switch self {
        case .resetSeconds: .seconds(value, unicode: unicode)
        case .residentBytes: .bytes(value)
        case .liveComponents, .threads, .descriptors: .count
        }
    }
}
