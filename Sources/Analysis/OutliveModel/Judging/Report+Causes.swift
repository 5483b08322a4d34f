extension Report {
    /// The causes that fail the run, or may fail it, each once, most important first; all formats show these.
    ///
    /// Accepted findings and findings that need no fix belong to none.
    ///
    /// - Complexity: O(findings log findings).
    package var causes: [Cause] {
        OutliveModel.causes(of: findings.filter { $0.known == nil }).takingGrowth(of: self)
    }

    /// The stores and pools that are probably not full yet, and that no known leak accepts, most important first.
    package var fillingCauses: [Cause] {
        OutliveModel.causes(of: findings) { $0.known == nil && $0.verdict == .filling }
    }

    /// The causes that fail the run under its policy, most important first.
    package var failingCauses: [Cause] {
        let failing = Set(failingFindings)
        return (causes + fillingCauses).filter { $0.findings.contains(where: failing.contains) }
    }
}
