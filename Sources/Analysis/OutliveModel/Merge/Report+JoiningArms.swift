extension Report {
    /// Joins the findings that several arms show, after `addMissingFingerprints()`.
    ///
    /// A joined finding has the worst verdict, and all else from the more detailed one.
    ///
    /// - Complexity: O(findings).
    package mutating func joinFindingsOfArms() {
        guard plan.arms != nil else { return }
        struct Place: Hashable {
            var identity: Finding.Identity
            var key: ComponentKey
            var unit: LiveUnit
        }
        var places: [Place: Int] = [:]
        var joined: [Finding] = []
        for finding in findings {
            let place = Place(identity: finding.identity, key: finding.key, unit: finding.unit)
            if let known = places[place], Set(joined[known].arms ?? []).isDisjoint(with: finding.arms ?? []) {
                joined[known] = joined[known].joined(with: finding)
            } else {
                places[place] = joined.count
                joined.append(finding)
            }
        }
        findings = joined.worstFirst
    }
}
