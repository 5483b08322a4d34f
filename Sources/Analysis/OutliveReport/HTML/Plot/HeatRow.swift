internal import OutliveModel

extension [Finding] {
    /// The findings of causes in their order, then the others, and known ones last.
    var ranked: [Finding] {
        let caused = causes(of: self).flatMap(\.findings)
        let others = filter { !$0.isLeakOrSuspect }
        return (caused + others).enumerated().map { index, finding in
            let isKnown = finding.known != nil || finding.verdict == .expected
            return (finding: finding, key: (isKnown ? 1 : 0, finding.verdict.rank, index))
        }.sorted { $0.key < $1.key }.map(\.finding)
    }
}

extension Finding {
    /// The fingerprint of a leak with a trace, which is the same in both tiers.
    var trail: String? { isOfGrowth && trace != nil ? fingerprint : nil }
}

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
    static let maximumColumns = 80

    let finding: Finding
    /// The name of the finding, with its site if others have the same name.
    let name: String
    let isInBothTiers: Bool
    let cells: [Cell]

    /// Divides the cycles of a finding into cells, merging equal neighbours.
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

    /// `true` if the numbers are bytes of a growing container.
    var isOfBytes: Bool { finding.unit == .bytes }

    /// Returns a number of the row with its unit: `3 alive`, `storage of 2.88 kB`.
    func amount(_ count: Int) -> String { finding.unit.description(of: count) }

    /// The verdict: `leak`, `leak in both tiers`, `known leak`, `expected`.
    var verdict: String {
        (finding.known == nil ? "" : "known ") + finding.verdict.rawValue + (isInBothTiers ? " in both tiers" : "")
    }

    /// The number of live objects after the warm-up, at most, and at the end.
    var course: (afterWarmup: Int, maximum: Int, last: Int) {
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
    /// - Parameters:
    ///   - isBinned: `true` if a column has several cycles, whose counts may differ: `at maximum 4 alive`.
    ///   - unit: The unit of the counts.
    func words(isBinned: Bool, unit: LiveUnit = .objects) -> String {
        let cycles =
            cycles.count == 1 ? "cycle \(cycles.lowerBound)" : "cycles \(cycles.lowerBound)-\(cycles.upperBound)"
        return "\(cycles): \(isBinned && self.cycles.count > 1 ? "at most " : "")\(unit.description(of: count))"
            + (isWarmup ? ", warm-up" : "")
    }
}
