internal import OutliveModel

extension Page {
    /// Writes the live objects in the heap at the end of each cycle.
    mutating func writeHeap(_ report: Report) {
        guard let heap = report.heap, !heap.cycles.isEmpty else { return }
        title("Heap: \(heap.inWords)")
        let rows = HeapTable(heap, unicode: style.unicode).rows.map { row in
            row.map { PageRow(cells: [$0.label] + $0.cells) } ?? PageRow(cells: [ellipsis], ink: .faint)
        }
        table(
            [PageRow(cells: [""] + HeapTable.heading, ink: .faint)] + rows, widths: [11, 10, 10, 15, 12, 11, 9],
            indent: 2)
        if let words = heap.deinitialisedInWords { paragraph(words, indent: 2, ink: .faint) }
    }
}
