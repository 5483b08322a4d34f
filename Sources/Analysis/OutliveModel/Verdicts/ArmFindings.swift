/// The arms of findings: a leak that several arms show is one finding.
extension Report {
    /// The findings in the process of the soak.
    package var subjectFindings: [Finding] { findings.filter(isOfSubject) }

    /// Returns `true` if the process of the soak shows a finding.
    package func isOfSubject(_ finding: Finding) -> Bool { finding.isShown(by: plan.subjectArm) }

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

extension Finding {
    /// Returns `true` if the measured process of an arm shows the finding, as does the only one of a run of one trigger.
    package func isShown(by arm: Arm?) -> Bool {
        guard worker == nil else { return false }
        guard let arms else { return true }
        return arm.map(arms.contains) ?? false
    }

    /// Returns the finding, labelled with the program of a worker.
    package func labelled(worker: String) -> Finding {
        var labelled = self
        labelled.worker = worker
        return labelled
    }

    /// Returns the finding as that of one arm, or unchanged for `nil`.
    package func labelled(_ arm: Arm?) -> Finding {
        var labelled = self
        labelled.arms = arm.map { [$0] }
        return labelled
    }
}
