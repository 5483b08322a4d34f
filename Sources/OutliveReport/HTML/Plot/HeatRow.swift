internal import OutliveModel

/// The live objects of one finding, cycle by cycle, in as many cells as fit beside each other.
struct HeatRow {
    /// One or more cycles in a row that ended with as many objects alive.
    struct Cell: Hashable {
        /// Cycles of the process, counted from 1.
        var cycles: ClosedRange<Int>
        /// The most that were alive after any of them.
        var count: Int
        var isWarmup: Bool
    }

    /// How many columns there are at most: the narrowest page shows them 4 pixels wide.
    static let mostColumns = 80

    let finding: Finding
    /// The name of the finding, and its site where others have the same name.
    let name: String
    /// Whether registry and heap tier both saw it.
    let isInBothTiers: Bool
    let cells: [Cell]

    /// Divides the cycles of a finding into cells; neighbours that are alike are one.
    ///
    /// - Parameters:
    ///   - name: nil for the name of the finding.
    ///   - isInBothTiers: whether registry and heap tier both saw it.
    ///   - cyclesPerColumn: 1, or more where not all cycles fit; the last of them may be fewer.
    init(_ finding: Finding, name: String? = nil, isInBothTiers: Bool = false, cyclesPerColumn each: Int) {
        self.finding = finding
        self.name = name ?? oneLine(finding.key.name)
        self.isInBothTiers = isInBothTiers
        let warmup = min(max(finding.warmup, 0), finding.live.count)
        // Warm-up has columns of its own, or none could be told from what is measured.
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

    /// Whether it stands apart: nobody has to mend it now.
    var isKnown: Bool { finding.known != nil || finding.verdict == .expected }

    /// What is said of it: `leak`, `leak in both tiers`, `known leak`, `expected`.
    var verdict: String {
        (finding.known == nil ? "" : "known ") + finding.verdict.rawValue + (isInBothTiers ? " in both tiers" : "")
    }

    /// How many are alive after the warm-up, at most, and at the end.
    var course: (afterWarmup: Int, most: Int, last: Int) {
        let warmup = min(max(finding.warmup, 0), finding.live.count)
        return (
            max(finding.live.prefix(warmup).last ?? 0, 0), max(finding.live.max() ?? 0, 0),
            max(finding.live.last ?? 0, 0)
        )
    }
}

extension HeatRow.Cell {
    /// `cycles 3-9: 4 alive, warm-up`; of several `at most` where they were not all alike.
    func words(isBinned: Bool) -> String {
        let cycles =
            cycles.count == 1 ? "cycle \(cycles.lowerBound)" : "cycles \(cycles.lowerBound)-\(cycles.upperBound)"
        return "\(cycles): \(isBinned && self.cycles.count > 1 ? "at most " : "")\(count) alive"
            + (isWarmup ? ", warm-up" : "")
    }
}
