internal import OutliveModel

/// The times of each arm beyond their middle, and the processor time, as rows of a table.
struct DistributionTable {
    private static let percents = [25, 75, 90, 95, 99]

    /// The headings of the cells that some row has.
    let heading: [String]
    let rows: [(label: String, cells: [String])]

    /// Creates the table of a run, or returns `nil` if it has no comparison, or no samples as a merged report.
    ///
    /// A percentile is stated from the number of samples on with which it is not the greatest.
    init?(_ run: Shard, _ samples: [Sample], unicode: Bool = true) {
        let arms: [(name: String, cells: [String?])] = (run.comparison?.arms ?? []).compactMap { times in
            let own = samples.filter { $0.arm == times.arm && !$0.warmup && $0.pair != nil }
            guard !own.isEmpty else { return nil }
            let sorted = own.map(\.seconds).sorted()
            let interval = times.total.interval.map { interval in
                let scale = Scale.seconds(interval.upper, unicode: unicode)
                return "\(scale.number(interval.lower)) to \(scale.text(interval.upper))"
            }
            let parts = Self.percents.map { percentile($0, ofSorted: sorted) }
            let processor = Quartiles(own.compactMap(\.processorSeconds))?.median
            return (
                times.arm.words, [interval] + (parts + [processor]).map { $0.map { timeText($0, unicode: unicode) } }
            )
        }
        let names = ["median, 95 % CI"] + Self.percents.map { "p\($0)" } + ["processor"]
        let used = names.indices.filter { index in arms.contains { $0.cells[index] != nil } }
        guard !used.isEmpty else { return nil }
        heading = used.map { names[$0] }
        rows = arms.map { arm in (arm.name, used.map { arm.cells[$0] ?? "-" }) }
    }
}
