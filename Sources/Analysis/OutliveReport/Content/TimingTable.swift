internal import OutliveModel

/// The times of the arms, as rows of a table.
struct TimingTable {
    /// The row of an arm.
    struct Row {
        var label: String
        /// `true` if the arm is part of the one in the row above.
        var isPart = false
        var cells: [String]
    }

    /// The headings of the cells.
    static let heading = ["n", "median", "min", "max", "MAD", "outliers"]

    private(set) var rows: [Row] = []

    /// Creates the table, which is empty if nothing was measured.
    init(_ report: Report, unicode: Bool = true) {
        func cells(_ summary: Summary) -> [String] {
            let times = [summary.median, summary.minimum, summary.maximum, summary.medianAbsoluteDeviation]
            return ["\(summary.count)"] + times.map { Scale.seconds($0, unicode: unicode).text($0) }
                + ["\(summary.outliers)"]
        }
        if let comparison = report.comparison {
            rows = [
                Row(label: "relaunch", cells: cells(comparison.launch)),
                Row(label: "stop", isPart: true, cells: cells(comparison.launchStop)),
                Row(label: "start", isPart: true, cells: cells(comparison.launchStart)),
                Row(label: "reset", cells: cells(comparison.reset)),
            ]
        }
        if let ping = report.ping { rows.append(Row(label: "ping", cells: cells(ping))) }
    }
}

extension Report {
    /// The limit of the gate and the result, or `nil` without a gate.
    ///
    /// `gate: the interval's lower end must reach 1.5x: passed`
    var gateInWords: String? {
        guard !isMerged, let gate = plan.minimumSpeedup else { return nil }
        let end = comparison?.interval == nil ? "the interval" : "the interval's lower end"
        return "gate: \(end) must reach \(decimal(gate))x: \(missesGate ? "missed" : "passed")"
    }
}
