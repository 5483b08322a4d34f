internal import OutliveModel

/// How the state after the resets compares with that after a launch, as every format says it.
struct FidelityVerdict {
    /// The checks that were made, in the order of `FidelityCheck`.
    let compared: [FidelityCheck]
    /// Those of them that found what nobody declared.
    let differing: [FidelityCheck]
    /// The differences that nobody declared, by check; not the probe's where the report has them as texts.
    let differences: [FidelityCheck: [FidelityDifference]]
    /// The differences that were declared, in the order of their checks.
    let expected: [(check: FidelityCheck, difference: FidelityDifference)]
    /// `compared after 72 resets with 3 fresh launches`.
    let basis: String

    /// Makes the verdict; the probe that printed something else counts whenever in the run that was.
    init(_ fidelity: Fidelity, probeDiffers: Bool) {
        let made = Set(fidelity.results.map(\.check))
        let failing = Set(fidelity.failing.map(\.check))
        compared = FidelityCheck.allCases.filter { made.contains($0) || $0 == .probe && probeDiffers }
        differing = compared.filter { failing.contains($0) || $0 == .probe && probeDiffers }
        differences = fidelity.failing.reduce(into: [:]) { all, result in
            if result.check == .probe, probeDiffers { return }
            all[result.check, default: []] += result.differences.filter { $0.reason == nil }
        }
        expected = fidelity.results.flatMap { result in
            result.differences.filter { $0.reason != nil }.map { (result.check, $0) }
        }
        let launches = fidelity.launches == 1 ? "1 fresh launch" : "\(fidelity.launches) fresh launches"
        basis = "compared after \(counted(fidelity.resets, "reset")) with \(launches)"
    }

    /// `reset is equivalent to relaunch: 14 of 14 checks`, or `reset differs from relaunch in 2 of 14 checks`.
    var sentence: String {
        let verdict =
            differing.isEmpty
            ? "reset is equivalent to relaunch: \(compared.count) of \(counted(compared.count, "check"))"
            : "reset differs from relaunch in \(differing.count) of \(counted(compared.count, "check"))"
        return verdict + (expected.isEmpty ? "" : ", \(counted(expected.count, "difference")) expected")
    }
}

extension Report {
    /// What is to be said of fidelity; nil where nothing was compared.
    var fidelityVerdict: FidelityVerdict? {
        guard let fidelity else { return nil }
        let verdict = FidelityVerdict(fidelity, probeDiffers: !stateDifferences.isEmpty)
        return verdict.compared.isEmpty ? nil : verdict
    }

    /// Whether the probe printed the same after every reset as after a launch, as far as the run can tell.
    var probePrintedTheSame: Bool {
        guard stateDifferences.isEmpty else { return false }
        if let verdict = fidelityVerdict, verdict.compared.contains(.probe) {
            return !verdict.differing.contains(.probe)
        }
        let isProbed = isMerged ? shards.allSatisfy { $0.plan.probe != nil } : plan.probe != nil
        return isProbed && measuredResets && failures.isEmpty
    }

    /// What a difference that a check found led to; a merged report has it from its runs.
    var fidelityMode: FidelityMode {
        guard isMerged else { return plan.fidelity }
        return stateSurvived ? .fail : .report
    }

    /// Whether a difference that a check found makes the run fail: the probe's always does.
    func fails(_ check: FidelityCheck) -> Bool {
        fidelityMode == .fail || check == .probe && !stateDifferences.isEmpty
    }
}
