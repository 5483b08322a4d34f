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

    /// The accepted causes, then the accepted findings that are no leaks, each in the order of importance.
    ///
    /// Findings that no entry fits join the cause that the same entry accepts, because both have the same suspect
    /// reference: see `AcceptedReferences`.
    package var acceptedCauses: [Cause] {
        let known = findings.filter { $0.known != nil }
        let all = OutliveModel.causes(of: known)
        var joined = all.filter(\.fitsItsEntry)
        for cause in all where !cause.fitsItsEntry {
            if let index = joined.firstIndex(where: { $0.leader.known == cause.leader.known }) {
                joined[index].others += cause.findings
            } else {
                joined.append(cause)
            }
        }
        return joined + known.filter { !$0.isLeakOrSuspect }.map { Cause(leader: $0) }
    }
}

extension Cause {
    /// `true` if the entry that accepts a finding of the cause fits it.
    fileprivate var fitsItsEntry: Bool {
        findings.contains { finding in finding.known.map { $0.match.fits(finding) } ?? false }
    }
}
