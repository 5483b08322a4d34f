internal import OutliveModel

/// How what the process uses changed over many resets, as rows of a table.
struct SoakTable {
    /// One metric.
    struct Row {
        var label: String
        var cells: [String]
        /// Whether growth is claimed.
        var grows: Bool
    }

    /// What the cells of a row are; the last is the conclusion in a word.
    static let heading = ["first", "last", "per reset", "95 % CI", ""]

    /// The metrics in the order of the report.
    let rows: [Row]

    /// Makes the table; without any row where nothing was watched.
    init(_ report: Report, unicode: Bool = true) {
        rows = report.slopes.map { slope in
            let values = report.soak.compactMap { $0.value(of: slope.metric) }
            let size = [slope.perCycle, slope.interval?.lower ?? 0, slope.interval?.upper ?? 0].map(abs).max() ?? 0
            let scale = slope.metric.scale(fitting: size, unicode: unicode)
            func absolute(_ value: Double?) -> String {
                value.map { slope.metric.scale(fitting: $0, unicode: unicode).text($0) } ?? "-"
            }
            let interval = slope.interval.map { "\(scale.number($0.lower)) to \(scale.number($0.upper))" }
            let cells = [
                absolute(values.first), absolute(values.last), scale.text(slope.perCycle, signed: true),
                interval ?? "too few", slope.conclusion,
            ]
            return Row(label: slope.metric.words, cells: cells, grows: slope.grows)
        }
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
