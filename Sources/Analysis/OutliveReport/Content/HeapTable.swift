internal import OutliveModel

/// The censuses of a run, as rows of a table.
struct HeapTable {
    /// The headings of the cells.
    static let heading = ["objects", "bytes", "deinitialised", "raw blocks", "raw bytes", "pause"]

    /// The maximum number of rows shown at the beginning and at the end.
    private static let first = 3
    private static let last = 5

    struct Row {
        var label: String
        var cells: [String]
    }

    /// The rows in the order of the run, with `nil` for omitted rows.
    let rows: [Row?]

    /// Creates the table, which is empty without a census.
    init(_ summary: HeapSummary, unicode: Bool = true) {
        let cycles = summary.cycles
        func row(_ cycle: HeapCycle) -> Row {
            func bytes(_ value: Int) -> String { Scale.bytes(Double(value)).text(Double(value)) }
            let pause = Scale.seconds(cycle.pauseSeconds, unicode: unicode).text(cycle.pauseSeconds)
            return Row(
                label: cycle.cycle == 0 ? "launch" : "cycle \(cycle.cycle)",
                cells: [
                    "\(cycle.objects)", bytes(cycle.bytes), "\(cycle.deinitialised)", "\(cycle.rawBlocks)",
                    bytes(cycle.rawBytes), pause,
                ])
        }
        guard cycles.count > Self.first + Self.last + 1 else {
            rows = cycles.map(row)
            return
        }
        rows = cycles.prefix(Self.first).map(row) + [nil] + cycles.suffix(Self.last).map(row)
    }
}

extension HeapSummary {
    /// The number of censuses and the depth of stacks: `13 censuses, 16 frames of each allocation`.
    var inWords: String {
        let censuses = cycles.count == 1 ? "1 census" : "\(cycles.count) censuses"
        let stacks = frames == 0 ? "no stacks" : "\(counted(frames, "frame")) of each allocation"
        return "\(censuses), \(stacks)"
    }

    /// The explanation of deinitialised objects, or `nil` if there are none.
    var deinitialisedInWords: String? {
        guard cycles.contains(where: { $0.deinitialised > 0 }) else { return nil }
        return "deinitialised: only unowned references keep the memory"
    }
}
