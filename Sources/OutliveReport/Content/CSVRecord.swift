/// One record of comma-separated values, by RFC 4180.
struct CSVRecord {
    var cells: [CSVCell]

    /// The record in UTF-8, with its line end.
    var bytes: [UInt8] { Array((cells.map(\.text).joined(separator: ",") + "\r\n").utf8) }
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
        guard let first = text.unicodeScalars.first, text.unicodeScalars.count > 1 else { return text }
        return "=+-@\t\r".unicodeScalars.contains(first) ? "'" + text : text
    }

    private static func quoted(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { ",\"\r\n".unicodeScalars.contains($0) }) else { return text }
        return "\"" + text.replacingScalars { $0 == "\"" ? "\"\"" : nil } + "\""
    }
}
