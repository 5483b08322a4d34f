internal import OutliveModel

struct HeapTable {
    static let heading = ["objects", "bytes", "deinitialised", "raw blocks", "raw bytes", "pause"]

    /// The maximum number of rows shown at the beginning and at the end.
    private static let first = 3
    private static let last = 5

    struct Row {
        var label: String
        var cells: [String]
    }

    /// The number of censuses and the depth of stacks: `Heap: 13 censuses, 16 frames of each allocation`.
    let title: String
    /// The rows in the order of the run, with `nil` for omitted rows.
    let rows: [Row?]
    /// The explanation of deinitialised objects, or `nil` if there are none.
    let note: String?

    /// Creates the table, or returns `nil` without a census.
    init?(_ report: Report, unicode: Bool = true) {
        guard let heap = report.heap, !heap.cycles.isEmpty else { return nil }
        let stacks = heap.frames == 0 ? "no stacks" : "\(counted(heap.frames, "frame")) of each allocation"
        title = "Heap: \(counted(heap.cycles.count, "census", "censuses")), \(stacks)"
        let rows: [Row?] = heap.cycles.map { cycle in
            Row(
                label: cycle.cycle == 0 ? "launch" : "cycle \(cycle.cycle)",
                cells: [
                    "\(cycle.objects)", bytesText(cycle.bytes), "\(cycle.deinitialised)", "\(cycle.rawBlocks)",
                    bytesText(cycle.rawBytes), timeText(cycle.pauseSeconds, unicode: unicode),
                ])
        }
        self.rows =
            rows.count > Self.first + Self.last + 1 ? rows.prefix(Self.first) + [nil] + rows.suffix(Self.last) : rows
        note =
            heap.cycles.contains { $0.deinitialised > 0 }
            ? "deinitialised: only unowned references keep the memory" : nil
    }
}
