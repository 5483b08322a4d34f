internal import OutliveModel

/// The times of the arms, as rows of a table.
struct TimingTable {
    static let heading = ["n", "median", "min", "max", "MAD", "outliers"]

    /// The arms, and the parts of an arm below it.
    private(set) var rows: [(label: String, cells: [String], isPart: Bool)] = []

    /// Creates the table of a run, which is empty if nothing was measured.
    init(_ run: Shard, unicode: Bool = true) {
        func add(_ label: String, _ summary: Summary?, isPart: Bool = false) {
            guard let summary else { return }
            let times = [summary.median, summary.minimum, summary.maximum, summary.medianAbsoluteDeviation]
            let cells = ["\(summary.count)"] + times.map { timeText($0, unicode: unicode) } + ["\(summary.outliers)"]
            rows.append((label, cells, isPart))
        }
        for arm in run.comparison?.arms ?? [] {
            add(arm.arm.words, arm.total)
            add("stop", arm.stop, isPart: true)
            add("start", arm.start, isPart: true)
        }
        add("ping", run.ping)
    }
}
