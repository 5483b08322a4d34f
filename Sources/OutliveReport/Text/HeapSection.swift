internal import OutliveModel

extension Page {
    /// What was alive in the heap at the end of each cycle.
    mutating func writeHeap(_ report: Report) {
        guard let heap = report.heap, !heap.cycles.isEmpty else { return }
        title("Heap: \(heap.inWords)")
        heapRow([""] + HeapTable.heading, .faint)
        for row in HeapTable(heap, unicode: style.unicode).rows {
            if let row { heapRow([row.label] + row.cells) } else { line(indent: 2, Span(ellipsis, .faint)) }
        }
        if let words = heap.deinitialisedInWords { paragraph(words, indent: 2, ink: .faint) }
    }

    private mutating func heapRow(_ cells: [String], _ ink: Ink = .plain) {
        let widths = [10, 10, 15, 12, 11, 9]
        let text = zip(cells.dropFirst(), widths).map { aligned($0, $1) }.joined()
        line(indent: 2, Span(padded(cells[0], 11) + text, ink))
    }
}
