internal import OutliveModel

/// A row of the table that Apple's `heap` prints: `COUNT BYTES AVG CLASS_NAME  TYPE  BINARY`.
struct HeapListingLine {
    var count: Int
    var bytes: Int
    var type: String
    /// The image that declares the class, or `nil` if it is not printed.
    var binary: String?

    /// `true` for the heading of the table.
    static func isHeading(_ line: Bytes) -> Bool {
        line.firstIndex(of: "COUNT") != nil && line.firstIndex(of: "BYTES") != nil
            && line.firstIndex(of: "CLASS_NAME") != nil
    }

    /// Reads a row; `nil` for a line of another form.
    init?(_ line: Bytes) {
        let words = String(decoding: line, as: UTF8.self)
        let head = words.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: true)
        guard head.count == 4, let count = Int(head[0]), let bytes = Self.bytes(head[1]), Double(head[2]) != nil,
            (0...1 << 50).contains(count), (0...1 << 50).contains(bytes)
        else {
            return nil
        }
        // Columns are separated by two blanks or more; the name of a class may contain one.
        let columns = head[3].split(separator: "  ", omittingEmptySubsequences: true).map { String($0).trimmed }
        (self.count, self.bytes, type) = (count, bytes, columns[0])
        binary = columns.count > 2 ? columns[2] : nil
    }

    /// Returns the number of `12345`, `12.3K` or `1.2M`.
    private static func bytes(_ text: Substring) -> Int? {
        if let number = Int(text) { return number }
        guard text.dropLast().allSatisfy({ $0.isNumber || $0 == "." }), let size = sizeParts(text), size.unit > 1,
            size.number < 1e9
        else { return nil }
        return Int(size.number * size.unit)
    }
}
