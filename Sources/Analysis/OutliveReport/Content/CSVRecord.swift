/// Returns a record in UTF-8, including its line end, as RFC 4180 defines it.
func csvRecord(_ cells: [CSVCell]) -> [UInt8] { Array((cells.map(\.text).joined(separator: ",") + "\r\n").utf8) }

enum CSVCell {
    case text(String)
    case count(Int)
    case number(Double)
    case flag(Bool)

    /// The cell as it is written: numbers with all digits, text in quotes if it needs them.
    var text: String {
        switch self {
        case .text(let text): Self.quoted(Self.harmless(printable(text)))
        case .count(let count): "\(count)"
        case .number(let number): number.isFinite ? "\(number)" : number.isNaN ? "NaN" : number > 0 ? "Inf" : "-Inf"
        case .flag(let flag): "\(flag)"
        }
    }

    /// Returns text that a spreadsheet does not run as a formula, by putting an apostrophe before it where needed.
    private static func harmless(_ text: String) -> String {
        guard let first = text.unicodeScalars.first, text.unicodeScalars.count > 1 else { return text }
        return "=+-@\t\r".unicodeScalars.contains(first) ? "'" + text : text
    }

    private static func quoted(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { ",\"\r\n".unicodeScalars.contains($0) }) else { return text }
        return "\"" + text.replacingScalars { $0 == "\"" ? "\"\"" : nil } + "\""
    }
}
