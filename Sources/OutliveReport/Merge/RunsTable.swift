internal import OutliveModel

/// The runs of a merged report as rows of a table, each with its own figures: none is of several runs.
struct RunsTable {
    /// One run.
    struct Row {
        let shard: Shard
        /// The index of its machine in `machines`.
        let machine: Int
        /// Relaunch, reset, and how they compare.
        let cells: [String]
    }

    /// What the cells of a row are.
    static let heading = ["relaunch", "reset", "reset is, 95 % CI"]

    /// The machines, in the order in which the rows name them.
    let machines: [Machine]
    /// The runs, the worst first, then by when they began.
    let rows: [Row]

    /// Makes the table; without any row for the report of a single run.
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
    /// What grew over the soaks, a sentence for each run and metric: `run 6f1c3a42: resident memory +12.1 kB per reset`.
    func growthInRuns(unicode: Bool = true) -> [(shard: Shard, sentence: String)] {
        shards.flatMap { shard in
            SoakTable(shard.figures, unicode: unicode).rows.filter(\.slope.grows).map { row in
                let cycle = shard.plan.round
                return (shard, "\(row.label) \(row.cells[2]) per \(cycle), 95 % CI \(row.cells[3])")
            }
        }
    }

    /// `3 runs on 2 machines`.
    var runsInWords: String {
        let machines = Set(shards.map(\.machine)).count
        return "\(counted(shards.count, "run")) on \(counted(machines, "machine"))"
    }
}
