internal import OutliveModel

/// The findings of a heat map, and the number of those it leaves out.
struct HeatRows {
    /// The findings with a row, by importance, known ones last.
    let shown: [Finding]
    /// The shown findings that the heap tier found as well.
    private let inBothTiers: Set<Finding>
    /// The names that several shown findings have.
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

    /// Returns the row of a finding.
    func row(_ finding: Finding, cyclesPerColumn each: Int) -> HeatRow {
        let name = oneLine(finding.key.name)
        return HeatRow(
            finding, name: sharedNames.contains(finding.key.name) ? "\(name) at \(finding.origin)" : name,
            isInBothTiers: inBothTiers.contains(finding), cyclesPerColumn: each)
    }

    /// Returns the findings of causes in their order, then the others, and known ones last.
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
    /// The fingerprint of a leak with a trace, which is the same in both tiers.
    fileprivate var trail: String? {
        (verdict == .leak || verdict == .suspect) && trace != nil ? fingerprint : nil
    }
}
