/// The arms of findings: a leak that several arms show is one finding.
extension Report {
    /// The findings in the process of the soak.
    package var subjectFindings: [Finding] { findings.filter(isOfSubject) }

    /// Returns `true` if the process of the soak shows a finding.
    package func isOfSubject(_ finding: Finding) -> Bool { finding.isShown(by: plan.subjectArm) }
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

    /// Returns the finding attributed to one arm, or unchanged for `nil`.
    package func labelled(_ arm: Arm?) -> Finding {
        var labelled = self
        labelled.arms = arm.map { [$0] }
        return labelled
    }
}
