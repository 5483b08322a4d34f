/// The columns of the table, in order. Their raw values form the heading.
enum CSVColumn: String, CaseIterable {
    case row, shard, machine, arm, order, pair, cycle, warmup
    case seconds
    case stopSeconds = "stop_seconds"
    case startSeconds = "start_seconds"
    case fellBack = "fell_back"
    case outlier
    case residentBytes = "resident_bytes"
    case threads, descriptors
    case liveComponents = "live_components"
    case count
    case minimum = "minimum_seconds"
    case median = "median_seconds"
    case maximum = "maximum_seconds"
    case deviation = "mad_seconds"
    case outliers
}

/// A row of the table. Columns without a value stay empty.
struct MeasurementRow {
    private var values: [CSVColumn: CSVCell]

    init(_ values: [CSVColumn: CSVCell?]) {
        self.values = values.compactMapValues { $0 }
    }

    var record: CSVRecord { CSVRecord(cells: CSVColumn.allCases.map { values[$0] ?? .text("") }) }
}
