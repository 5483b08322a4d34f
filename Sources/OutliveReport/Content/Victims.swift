internal import OutliveModel

/// The findings that go with others: what only leaking objects hold is free when these are.
struct Victims {
    private struct Name: Hashable {
        var tier: Tier
        var fingerprint: String
    }

    private let byLeader: [Finding: [Finding]]
    private let all: Set<Finding>

    /// Finds out which accepted findings go with which: those, too, that are accepted as they have the culprit of another.
    init(accepted: [Finding]) {
        self.init(
            accepted.map { finding in
                guard finding.victimOf == nil, let entry = finding.known, !entry.match.fits(finding) else {
                    return finding
                }
                var mate = finding
                let leader = accepted.first { other in
                    other.tier == finding.tier && other.victimOf == nil && other.known == entry
                        && entry.match.fits(other)
                }
                mate.victimOf = leader?.fingerprint
                return mate
            })
    }

    /// Finds out which findings go with which.
    init(_ findings: [Finding]) {
        var leaders: [Name: Finding] = [:]
        for finding in findings where finding.victimOf == nil {
            guard let fingerprint = finding.fingerprint else { continue }
            // Of several that have one fingerprint the first, so that a victim is told of once.
            let name = Name(tier: finding.tier, fingerprint: fingerprint)
            if leaders[name] == nil { leaders[name] = finding }
        }
        byLeader = findings.reduce(into: [:]) { victims, finding in
            guard let fingerprint = finding.victimOf,
                let leader = leaders[Name(tier: finding.tier, fingerprint: fingerprint)]
            else { return }
            victims[leader, default: []].append(finding)
        }
        all = Set(byLeader.values.joined())
    }

    /// Those that go with a finding, in the order of the report.
    func of(_ finding: Finding) -> [Finding] { byLeader[finding] ?? [] }

    /// Whether a finding goes with another one that is in the report.
    func contains(_ finding: Finding) -> Bool { all.contains(finding) }
}
