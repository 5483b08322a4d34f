internal import OutliveModel

/// The live objects of a finding by cycle, divided into cells.
struct HeatRow {
    /// Consecutive cycles that ended with the same number of live objects, or one column of a plot with more cycles.
    struct Cell: Hashable {
        /// The cycles of the process, counted from 1.
        var cycles: ClosedRange<Int>
        /// The maximum number of live objects after any of the cycles.
        var count: Int
        var isWarmup: Bool
    }

    /// The maximum number of columns. The narrowest page shows them 4 pixels wide.
    static let mostColumns = 80

    let finding: Finding
    /// The name of the finding, with its site if others have the same name.
    let name: String
    /// `true` if the registry and the heap tier both found it.
    let isInBothTiers: Bool
    let cells: [Cell]

    /// Divides the cycles of a finding into cells, merging equal neighbours.
    ///
    /// - Parameters:
    ///   - name: The name of the row, or `nil` for that of the finding.
    ///   - isInBothTiers: `true` if the registry and the heap tier both found it.
    ///   - cyclesPerColumn: The number of cycles in a column. The last column may have fewer.
    init(_ finding: Finding, name: String? = nil, isInBothTiers: Bool = false, cyclesPerColumn each: Int) {
        self.finding = finding
        self.name = name ?? oneLine(finding.key.name)
        self.isInBothTiers = isInBothTiers
        let warmup = min(max(finding.warmup, 0), finding.live.count)
        // Warm-up cycles have columns of their own, to keep them apart from measured ones.
        let starts = stride(from: 0, to: finding.live.count, by: each).flatMap { start in
            start < warmup && warmup < min(start + each, finding.live.count) ? [start, warmup] : [start]
        }
        var cells: [Cell] = []
        for (start, end) in zip(starts, starts.dropFirst() + [finding.live.count]) {
            let cell = Cell(
                cycles: (start + 1)...end, count: max(finding.live[start..<end].max() ?? 0, 0),
                isWarmup: start < warmup)
            if let last = cells.last, last.count == cell.count, last.isWarmup == cell.isWarmup {
                cells[cells.count - 1].cycles = last.cycles.lowerBound...end
            } else {
                cells.append(cell)
            }
        }
        self.cells = cells
    }

    /// `true` if the finding needs no fix now.
    var isKnown: Bool { finding.known != nil || finding.verdict == .expected }

    /// The verdict: `leak`, `leak in both tiers`, `known leak`, `expected`.
    var verdict: String {
        (finding.known == nil ? "" : "known ") + finding.verdict.rawValue + (isInBothTiers ? " in both tiers" : "")
    }

    /// The number of live objects after the warm-up, at most, and at the end.
    var course: (afterWarmup: Int, most: Int, last: Int) {
        let warmup = min(max(finding.warmup, 0), finding.live.count)
        return (
            max(finding.live.prefix(warmup).last ?? 0, 0), max(finding.live.max() ?? 0, 0),
            max(finding.live.last ?? 0, 0)
        )
    }
}

extension HeatRow.Cell {
    /// Returns the cell in words: `cycles 3-9: 4 alive, warm-up`.
    ///
    /// - Parameter isBinned: `true` if a column has several cycles, whose counts may differ: `at most 4 alive`.
    func words(isBinned: Bool) -> String {
        let cycles =
            cycles.count == 1 ? "cycle \(cycles.lowerBound)" : "cycles \(cycles.lowerBound)-\(cycles.upperBound)"
        return "\(cycles): \(isBinned && self.cycles.count > 1 ? "at most " : "")\(count) alive"
            + (isWarmup ? ", warm-up" : "")
    }
}
