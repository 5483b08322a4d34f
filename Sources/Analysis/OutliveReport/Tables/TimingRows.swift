internal import OutliveModel

/// The headings of the cells of `Shard.timingRows(unicode:)`.
let timingHeading = ["n", "median", "min", "max", "MAD", "outliers"]

extension Shard {
    /// Returns the times of the arms and the parts of an arm below it as rows of a table; none if nothing was measured.
    func timingRows(unicode: Bool = true) -> [(label: String, cells: [String], isPart: Bool)] {
        var rows: [(label: String, cells: [String], isPart: Bool)] = []
        func add(_ label: String, _ summary: Summary?, isPart: Bool = false) {
            guard let summary else { return }
            let times = [summary.median, summary.minimum, summary.maximum, summary.medianAbsoluteDeviation]
            let cells = ["\(summary.count)"] + times.map { timeText($0, unicode: unicode) } + ["\(summary.outliers)"]
            rows.append((label, cells, isPart))
        }
        for arm in comparison?.arms ?? [] {
            add(arm.arm.words, arm.total)
            add("stop", arm.stop, isPart: true)
            add("start", arm.start, isPart: true)
        }
        add("ping", ping)
        return rows
    }
}
