internal import OutliveModel

/// The findings that a heat map shows, and those that it does not.
struct HeatRows {
    /// The findings that have a row, what fails first, what is known last.
    let shown: [Finding]
    /// Those of them that the heap tier saw as well.
    private let seenTwice: Set<Finding>
    /// The names that more than one of them has.
    private let sharedNames: Set<String>
    /// Growth that is by design of a library: on every run the same, and told of with its reason elsewhere.
    let libraryGrowth: Int

    /// Chooses among the findings of a report those that anything was alive of.
    init(_ findings: [Finding]) {
        let alive = findings.filter { $0.live.contains { $0 > 0 } }
        libraryGrowth = alive.count(where: \.isLibraryGrowth)
        let found = alive.filter { !$0.isLibraryGrowth }
        let registered = Set(found.filter { $0.tier == .registry }.compactMap(\.trail))
        let heap = Set(found.filter { $0.tier == .heap }.compactMap(\.trail))
        let distinct = found.filter { $0.tier == .registry || !($0.trail.map(registered.contains) ?? false) }
        seenTwice = Set(found.filter { $0.tier == .registry && $0.trail.map(heap.contains) ?? false })
        shown = Self.ranked(distinct)
        sharedNames = Set(Dictionary(grouping: distinct, by: \.key.name).filter { $0.value.count > 1 }.keys)
    }

    /// The row of a finding.
    func row(_ finding: Finding, cyclesPerColumn each: Int) -> HeatRow {
        let name = oneLine(finding.key.name)
        return HeatRow(
            finding, name: sharedNames.contains(finding.key.name) ? "\(name) at \(finding.origin)" : name,
            isInBothTiers: seenTwice.contains(finding), cyclesPerColumn: each)
    }

    /// The findings of causes in their order, then the others; what is known comes last.
    private static func ranked(_ findings: [Finding]) -> [Finding] {
        let caused = causes(of: findings).flatMap(\.findings)
        let others = findings.filter { !$0.isComplaint }
        return (caused + others).enumerated().map { index, finding in
            let isKnown = finding.known != nil || finding.verdict == .expected
            return (finding: finding, key: (isKnown ? 1 : 0, finding.verdict.rank, index))
        }.sorted { $0.key < $1.key }.map(\.finding)
    }
}

extension Finding {
    fileprivate var isLibraryGrowth: Bool { tier == .heap && verdict == .expected && known == nil }

    /// What is the same in both tiers where they saw the same: only a trace says so.
    fileprivate var trail: String? {
        (verdict == .leak || verdict == .suspect) && trace != nil ? fingerprint : nil
    }
}
