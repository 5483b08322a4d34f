internal import OutliveModel
internal import OutliveSupport

/// The causes of merged runs by machine and day: where each was seen, and since when.
struct FleetHistory {
    /// The runs of a machine in the days of a column.
    struct Cell: Hashable {
        var runs = 0
        /// The number of runs that show the cause.
        var seen = 0
        /// The most objects of the cause, or bytes of a container, that a run left behind.
        var amount = 0
    }

    struct Row {
        let cause: Cause
        /// The cells by machine, then by column; `nil` if nothing ran on the machine in these days.
        let cells: [[Cell?]]

        var highest: Int { cells.joined().reduce(0) { max($0, $1?.amount ?? 0) } }
    }

    private static let maximumCauses = 12
    private static let maximumPlaces = 24
    private static let maximumColumns = 62

    /// The machines by name: their hosts where they are known.
    let places: [String]
    /// The days of each column, the oldest first.
    let columns: [ClosedRange<CalendarDay>]
    let rows: [Row]
    /// The number of machines and of causes that are left out.
    let otherPlaces, otherCauses: Int

    /// Creates the history, or returns `nil` if all runs were on one machine and one day, or if there is no cause.
    ///
    /// Of many machines, the ones with the most runs that show a cause are kept. Runs whose start is no date are left
    /// out.
    init?(_ causes: [Cause], in runs: [Shard]) {
        let dated = runs.filter(\.hasDay)
        let days = dated.compactMap(\.day)
        let seen = causes.prefix(Self.maximumCauses).map { cause in
            Dictionary(cause.leader.occurrences.map { ($0.shard, max($0.objects, 0)) }, uniquingKeysWith: max)
        }
        guard let first = days.min(), let last = days.max(), !seen.isEmpty else { return nil }
        let weights = Dictionary(
            dated.map { run in (run.place, seen.count { $0[run.id] != nil }) }, uniquingKeysWith: boundedSum)
        guard weights.count > 1 || first < last else { return nil }
        places = weights.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(Self.maximumPlaces).map(\.key)
            .sorted()
        otherPlaces = weights.count - places.count
        otherCauses = causes.count - seen.count
        let span = last.daysSince1970 - first.daysSince1970 + 1
        let width = (span + Self.maximumColumns - 1) / Self.maximumColumns
        columns = stride(from: 0, to: span, by: width).map { start in
            first.adding(days: start)...min(first.adding(days: start + width - 1), last)
        }
        let indices = Dictionary(places.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        let (rowCount, columnCount) = (places.count, columns.count)
        rows = zip(causes, seen).map { cause, amounts in
            var cells = [[Cell?]](repeating: [Cell?](repeating: nil, count: columnCount), count: rowCount)
            for run in dated {
                guard let row = indices[run.place], let day = run.day else { continue }
                let column = (day.daysSince1970 - first.daysSince1970) / width
                var cell = cells[row][column] ?? Cell()
                cell.runs += 1
                if let amount = amounts[run.id] {
                    cell.seen += 1
                    cell.amount = max(cell.amount, amount)
                }
                cells[row][column] = cell
            }
            return Row(cause: cause, cells: cells)
        }
    }
}

extension FleetHistory {
    /// Returns a column in words: `2026-01-05`, or `2026-01-05 to 2026-01-08`.
    func days(_ column: Int) -> String {
        let days = columns[column]
        return days.lowerBound == days.upperBound ? "\(days.lowerBound)" : "\(days.lowerBound) to \(days.upperBound)"
    }

    /// The machines that show a cause, each with the first and last days and its runs.
    func sightings(of row: Row) -> [(place: String, first: String, last: String, seen: Int, runs: Int, amount: Int)] {
        zip(places, row.cells).compactMap { place, cells in
            let seen = cells.indices.filter { (cells[$0]?.seen ?? 0) > 0 }
            guard let first = seen.first, let last = seen.last else { return nil }
            let all = cells.compactMap(\.self)
            return (
                place, "\(columns[first].lowerBound)", "\(columns[last].upperBound)", all.reduce(0) { $0 + $1.seen },
                all.reduce(0) { $0 + $1.runs }, all.reduce(0) { max($0, $1.amount) }
            )
        }
    }
}
