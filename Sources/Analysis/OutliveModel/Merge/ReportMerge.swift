/// A merge of many reports that merges each with as many others as it contains itself.
///
/// Merging one by one would copy the growing result for each report.
///
/// - Complexity: O(n log n) in the size of the reports for all of them.
package struct ReportMerge {
    /// At index `i`, the merge of `2^i` reports, or `nil`.
    private var parts: [Report?] = []

    package init() {}

    /// The merge of all added reports, or `nil` if there is none.
    package var result: Report? {
        parts.reduce(nil) { merged, part in both(merged, part) { $0.merged(with: $1) } }
    }

    package mutating func add(_ report: Report) {
        var merged = report
        for index in parts.indices {
            guard let part = parts[index] else {
                parts[index] = merged
                return
            }
            merged = part.merged(with: merged)
            parts[index] = nil
        }
        parts.append(merged)
    }
}
