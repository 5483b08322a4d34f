internal import OutliveModel

/// How what the process uses changed over many cycles, as rows of a table.
struct SoakTable {
    /// One metric.
    struct Row {
        let slope: Slope
        let cells: [String]
        /// See `Plan.round`.
        let round: String

        var label: String { slope.metric.words }

        /// `54.8 MB at first, 55.1 MB at last: +5.41 kB per reset, 95 % CI 2.28 to 7.51`.
        var sentence: String {
            "\(cells[0]) at first, \(cells[1]) at last: \(cells[2]) per \(round), 95 % CI \(cells[3])"
        }
    }

    /// What the cells of a row are; the last is the conclusion in a word.
    let heading: [String]

    /// The metrics in the order of the report.
    let rows: [Row]

    /// Makes the table; without any row where nothing was watched.
    init(_ report: Report, unicode: Bool = true) {
        let round = report.plan.round
        heading = ["first", "last", "per \(round)", "95 % CI", ""]
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
            return Row(slope: slope, cells: cells, round: round)
        }
    }
}

extension Slope {
    /// What interval and course say, in a word: growth under the minimum effect, or that ends, is not claimed.
    fileprivate var conclusion: String {
        if grows { return "grows" }
        guard let interval else { return "unknown" }
        if rises {
            switch course {
            case .steps: return "steps"
            case .slowing: return "levels off"
            case .unclear: return "unknown"
            case .lasting, nil: return "grows"
            }
        }
        return interval.lower > 0 ? "negligible" : "no growth"
    }
}
