internal import OutliveModel

extension TextPage {
    /// Writes the changes of allocations from the first arm to each other one.
    mutating func writeChangesBetweenArms(_ report: Report) {
        for comparison in report.allocationsBetweenArms { write(comparison) }
    }

    /// Writes the changes of allocations of a unit of work: the sums, the changed sites, and remarks.
    mutating func write(_ comparison: AllocationComparison) {
        let subject = comparison.subject(arrow: arrow).map { " of \($0)" } ?? ""
        title("Allocations\(subject): \(comparison.headline(arrow: arrow))")
        let shown = comparison.changes.prefix(AllocationComparison.briefCount)
        for change in shown {
            paragraph(change.line(of: comparison.unit), indent: 2, hanging: 2)
        }
        writeMore(comparison.changes.count - shown.count, "site")
        for remark in comparison.remarks { paragraph(remark, indent: 2, hanging: 2, ink: .faint) }
    }
}
