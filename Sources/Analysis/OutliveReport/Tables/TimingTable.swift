internal import OutliveModel

/// The times of the arms, as rows of a table.
struct TimingTable {
    struct Row {
        var label: String
        /// `true` if the arm is part of the one in the row above.
        var isPart = false
        var cells: [String]
    }

    static let heading = ["n", "median", "min", "max", "MAD", "outliers"]

    private(set) var rows: [Row] = []

    /// Creates the table of a run, which is empty if nothing was measured.
    init(_ run: Shard, unicode: Bool = true) {
        func row(_ label: String, _ summary: Summary, isPart: Bool = false) -> Row {
            let times = [summary.median, summary.minimum, summary.maximum, summary.medianAbsoluteDeviation]
            return Row(
                label: label, isPart: isPart,
                cells: ["\(summary.count)"] + times.map { timeText($0, unicode: unicode) } + ["\(summary.outliers)"])
        }
        for arm in run.comparison?.arms ?? [] {
            rows.append(row(arm.arm.words, arm.total))
            if let stop = arm.stop { rows.append(row("stop", stop, isPart: true)) }
            if let start = arm.start { rows.append(row("start", start, isPart: true)) }
        }
        if let ping = run.ping { rows.append(row("ping", ping)) }
    }
}
