internal import OutliveModel

/// The runs of a merged report as rows of a table, in which no figure spans several runs.
struct RunsTable {
    /// The row of a run.
    struct Row {
        let shard: Shard
        /// The index of its machine in `machines`.
        let machine: Int
        /// The times of relaunch and reset, and their ratio.
        let cells: [String]
    }

    /// The headings of the cells.
    static let heading = ["relaunch", "reset", "reset is, 95 % CI"]

    /// The machines, in the order of their first rows.
    let machines: [Machine]
    /// The runs, worst first, then by start.
    let rows: [Row]

    /// Creates the table, which is empty for the report of a single run.
    init(_ report: Report, unicode: Bool = true) {
        func time(_ summary: Summary?) -> String {
            summary.map { Scale.seconds($0.median, unicode: unicode).text($0.median) } ?? "-"
        }
        let shards = report.shards.sorted { first, second in
            if first.outcome != second.outcome { return first.outcome.isWorse(than: second.outcome) }
            return (first.startedAt, first.id) < (second.startedAt, second.id)
        }
        var places: [Machine: Int] = [:]
        var machines: [Machine] = []
        rows = shards.map { shard in
            let place = places[shard.machine] ?? machines.count
            if place == machines.count { machines.append(shard.machine) }
            places[shard.machine] = place
            return Row(
                shard: shard, machine: place,
                cells: [time(shard.comparison?.launch), time(shard.comparison?.reset), shard.speedupInWords])
        }
        self.machines = machines
    }
}

extension Report {
    /// Returns the growth over the soaks, a sentence for each run and metric: `threads +1.00 per reset, 95 % CI ...`.
    func growthInRuns(unicode: Bool = true) -> [(shard: Shard, sentence: String)] {
        shards.flatMap { shard in
            SoakTable(shard.figures, unicode: unicode).rows.filter(\.slope.grows).map { row in
                let cycle = shard.plan.round
                return (shard, "\(row.label) \(row.cells[2]) per \(cycle), 95 % CI \(row.cells[3])")
            }
        }
    }

    /// The number of runs and machines: `3 runs on 2 machines`.
    var runsInWords: String {
        let machines = Set(shards.map(\.machine)).count
        return "\(counted(shards.count, "run")) on \(counted(machines, "machine"))"
    }
}
