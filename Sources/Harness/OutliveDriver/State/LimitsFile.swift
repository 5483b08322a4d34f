/// The file `limits` of a process: a table with columns named in its first line.
struct LimitsFile {
    /// The soft and the hard limit with their unit, by name.
    let limits: [String: String]

    /// Parses the text of the file; `nil` if its first line names other columns.
    init?(_ text: String) {
        let rows = text.rows
        // By column position, because a name has spaces and a unit may be missing.
        guard let heading = rows.first.map(String.init), let soft = heading.firstRange(of: "Soft Limit") else {
            return nil
        }
        let width = heading.utf8.distance(from: heading.startIndex, to: soft.lowerBound)
        limits = Dictionary(
            rows.dropFirst().map { row in
                let name = row.utf8.prefix(width)
                let values = row.utf8.dropFirst(width)
                return (
                    Substring(name).fields().joined(separator: " "), Substring(values).fields().joined(separator: " ")
                )
            },
            uniquingKeysWith: { first, _ in first })
    }
}
