internal import OutliveModel

/// The findings of a heat map, and the number of those it leaves out.
struct HeatRows {
    /// The findings with a row, by importance, known ones last.
    let shown: [Finding]
    private let inBothTiers: Set<Finding>
    private let sharedNames: Set<String>
    /// The number of findings that are known growth of libraries. Another part of the page lists them.
    let libraryGrowth: Int

    /// Selects the findings of a report that had live objects.
    init(_ findings: [Finding]) {
        let alive = findings.filter { $0.live.contains { $0 > 0 } }
        libraryGrowth = alive.count(where: \.isLibraryGrowth)
        let found = alive.filter { !$0.isLibraryGrowth }
        let registered = Set(found.filter { $0.tier == .registry }.compactMap(\.trail))
        let heap = Set(found.filter { $0.tier == .heap }.compactMap(\.trail))
        let distinct = found.filter { $0.tier == .registry || !($0.trail.map(registered.contains) ?? false) }
        inBothTiers = Set(found.filter { $0.tier == .registry && $0.trail.map(heap.contains) ?? false })
        shown = Self.ranked(distinct)
        sharedNames = Set(Dictionary(grouping: distinct, by: \.key.name).filter { $0.value.count > 1 }.keys)
    }

    func row(_ finding: Finding, cyclesPerColumn each: Int) -> HeatRow {
        let name = oneLine(finding.key.name)
        return HeatRow(
            finding, name: sharedNames.contains(finding.key.name) ? "\(name) at \(finding.origin)" : name,
            isInBothTiers: inBothTiers.contains(finding), cyclesPerColumn: each)
    }

    /// Returns the findings of causes in their order, then the others, and known ones last.
    private static func ranked(_ findings: [Finding]) -> [Finding] {
        let caused = causes(of: findings).flatMap(\.findings)
        let others = findings.filter { !$0.isLeakOrSuspect }
        return (caused + others).enumerated().map { index, finding in
            let isKnown = finding.known != nil || finding.verdict == .expected
            return (finding: finding, key: (isKnown ? 1 : 0, finding.verdict.rank, index))
        }.sorted { $0.key < $1.key }.map(\.finding)
    }
}

extension Finding {
    /// The fingerprint of a leak with a trace, which is the same in both tiers.
    fileprivate var trail: String? {
        isOfGrowth && trace != nil ? fingerprint : nil
    }
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
