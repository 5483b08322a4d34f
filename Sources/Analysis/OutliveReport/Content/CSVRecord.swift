/// Returns a record in UTF-8, including its line end, as RFC 4180 defines it.
func csvRecord(_ cells: [String]) -> [UInt8] { Array((cells.joined(separator: ",") + "\r\n").utf8) }

/// Returns text as a cell, in quotes if it needs them.
///
/// A spreadsheet does not run it as a formula, because an apostrophe is put before it where needed.
func csvCell(_ text: String) -> String {
    var text = printable(text)
    let scalars = text.unicodeScalars
    if scalars.count > 1, let first = scalars.first, "=+-@\t\r".unicodeScalars.contains(first) { text = "'" + text }
    guard text.unicodeScalars.contains(where: { ",\"\r\n".unicodeScalars.contains($0) }) else { return text }
    return "\"" + text.replacingScalars { $0 == "\"" ? "\"\"" : nil } + "\""
}

/// Returns a number as a cell, with all digits.
func csvCell(_ number: Double) -> String {
    number.isFinite ? "\(number)" : number.isNaN ? "NaN" : number > 0 ? "Inf" : "-Inf"
}
