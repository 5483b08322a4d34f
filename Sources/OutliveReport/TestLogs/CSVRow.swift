/// One record of comma-separated values, by RFC 4180.
struct CSVRow {
    /// The fields, as they are.
    let fields: [String]

    /// The record in UTF-8, with its line end.
    var bytes: [UInt8] {
        Array((fields.map(Self.quoted).joined(separator: ",") + "\r\n").utf8)
    }

    /// A field, in quotes where it has a mark of the format in it.
    private static func quoted(_ field: String) -> String {
        let needsQuotes = field.utf8.contains { $0 == 0x22 || $0 == 0x2C || $0 == 0x0D || $0 == 0x0A }
        guard needsQuotes else { return field }
        return "\"" + field.replacingScalars { $0 == "\"" ? "\"\"" : nil } + "\""
    }
}
