internal import OutliveModel

/// The change of the process's resource use over many cycles, as rows of a table.
struct SoakTable {
    /// The row of a metric.
    struct Row {
        let slope: Slope
        let cells: [String]
        /// The noun of a round: see `Plan.round`.
        let round: String

        var label: String { slope.metric.words }

        /// The row as a sentence: `54.8 MB at first, 55.1 MB at last: +5.41 kB per reset, 95 % CI 2.28 to 7.51`.
        var sentence: String {
            "\(cells[0]) at first, \(cells[1]) at last: \(cells[2]) per \(round), 95 % CI \(cells[3])"
        }
    }

    /// The headings of the cells. The last cell is the conclusion in a word.
    let heading: [String]

    let rows: [Row]

    /// Creates the table, which is empty if nothing was watched.
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
    /// The conclusion from the interval and the course. Growth below the minimum effect, or that ends, is not claimed.
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
