package import OutliveModel

extension Report {
    /// Brings the findings of the heap tier into their final form, after `symbolicate()`.
    ///
    /// Each finding gets the file and line of its allocation site. Findings with equal type and line are merged, and
    /// known growth becomes `expected`. Findings are sorted by verdict, worst first, and within a verdict those of the
    /// registry come first.
    package mutating func settleHeapFindings() {
        let registered = findings.filter { $0.tier != .heap }
        let heap = settledHeapFindings(findings.filter { $0.tier == .heap })
        findings = Verdict.allCases.flatMap { verdict in
            (registered + heap).filter { $0.verdict == verdict }
        }
    }
}

/// Returns the findings of the heap tier in their final form, worst first; see `Report.settleHeapFindings()`.
///
/// - Parameter findings: The symbolicated findings of one process.
package func settledHeapFindings(_ findings: [Finding]) -> [Finding] {
    struct Place: Hashable {
        var type: String
        var site: RegistrationSite
        /// Growth in number and growth of one object are separate findings.
        var unit: LiveUnit
    }
    var merged: [Place: Finding] = [:]
    for finding in findings.lazy.map(\.settled) {
        // Two columns of a line are the same site.
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
