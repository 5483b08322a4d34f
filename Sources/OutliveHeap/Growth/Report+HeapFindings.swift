public import OutliveModel

extension Report {
    /// Brings the heap tier's findings into their last form, after `symbolicate()`.
    ///
    /// Each gets file and line of its allocation site; those that turn out to have type and line in common become one; what
    /// is known to grow by design becomes `expected`; the order is that of a report, worst verdict first, within a verdict
    /// the registry's before the heap's.
    public mutating func settleHeapFindings() {
        let registered = findings.filter { $0.tier != .heap }
        let heap = settledHeapFindings(findings.filter { $0.tier == .heap })
        findings = Verdict.allCases.flatMap { verdict in
            (registered + heap).filter { $0.verdict == verdict }
        }
    }
}

/// The heap tier's findings in their last form, worst first; see `Report.settleHeapFindings()`.
///
/// - Parameter findings: those of one process, symbolicated.
public func settledHeapFindings(_ findings: [Finding]) -> [Finding] {
    struct Place: Hashable {
        var type: String
        var site: RegistrationSite
        /// Many objects, and one that grows, are two matters.
        var unit: LiveUnit
    }
    var merged: [Place: Finding] = [:]
    for finding in findings.lazy.map(\.settled) {
        // Two columns of a line are one place to look at.
        var key = Place(type: finding.key.type, site: finding.key.site, unit: finding.unit)
        key.site.column = 0
        if merged[key]?.merge(finding) == nil { merged[key] = finding }
    }
    let known = merged.values.filter { $0.verdict == .expected }
    let modules = OwnModules(seenIn: findings)
    return merged.values.map { finding in
        guard let keeper = known.first(where: finding.isKept) else { return finding }
        var finding = finding
        (finding.verdict, finding.key.lifetime, finding.library) = (.expected, keeper.key.lifetime, keeper.library)
        return finding
    }
    .sorted { $0.precedesInHeap($1, modules) }
}
