/// The columns of the table, in order; the raw values are the heading.
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

/// One row: the columns that say something of it.
struct CSVRow {
    private var values: [CSVColumn: CSVCell]

    init(_ values: [CSVColumn: CSVCell?]) {
        self.values = values.compactMapValues { $0 }
    }

    /// A cell for every column.
    var cells: [CSVCell] { CSVColumn.allCases.map { values[$0] ?? .text("") } }
}

/// What stands in a cell.
enum CSVCell {
    case text(String)
    case count(Int)
    case number(Double)
    case flag(Bool)

    /// As it is written: numbers with all their digits, text in quotes where it has to be.
    var text: String {
        switch self {
        case .text(let text): Self.quoted(Self.harmless(printable(text)))
        case .count(let count): "\(count)"
        case .number(let number): number.isFinite ? "\(number)" : number.isNaN ? "NaN" : number > 0 ? "Inf" : "-Inf"
        case .flag(let flag): "\(flag)"
        }
    }

    /// A spreadsheet takes text that begins so for a formula, and would run it; an apostrophe says that it is text.
    private static func harmless(_ text: String) -> String {
        text.unicodeScalars.first.map { "=+-@\t\r".unicodeScalars.contains($0) } == true ? "'" + text : text
    }

    private static func quoted(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { ",\"\r\n".unicodeScalars.contains($0) }) else { return text }
        return "\"" + text.replacingScalars { $0 == "\"" ? "\"\"" : nil } + "\""
    }
}
