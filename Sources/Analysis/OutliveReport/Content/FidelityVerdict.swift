internal import OutliveModel

/// The comparison of the state after the resets with that after a launch, in the terms of all formats.
struct FidelityVerdict {
    /// The checks that were made, in the order of `FidelityCheck`.
    let compared: [FidelityCheck]
    /// The checks that found undeclared differences.
    let differing: [FidelityCheck]
    /// The undeclared differences by check, without those of the probe if the report has them as texts.
    let differences: [FidelityCheck: [FidelityDifference]]
    /// The declared differences, in the order of their checks.
    let expected: [(check: FidelityCheck, difference: FidelityDifference)]
    /// The number of resets and launches: `compared after 72 resets with 3 fresh launches`.
    let basis: String

    /// Creates the verdict.
    ///
    /// - Parameter probeDiffers: `true` if the probe printed something else at any time in the run.
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

    /// The verdict in a sentence: `reset is equivalent to relaunch: 14 of 14 checks`.
    var sentence: String {
        let verdict =
            differing.isEmpty
            ? "reset is equivalent to relaunch: \(compared.count) of \(counted(compared.count, "check"))"
            : "reset differs from relaunch in \(differing.count) of \(counted(compared.count, "check"))"
        return verdict + (expected.isEmpty ? "" : ", \(counted(expected.count, "difference")) expected")
    }
}

extension Report {
    /// The verdict on fidelity, or `nil` if nothing was compared.
    var fidelityVerdict: FidelityVerdict? {
        guard let fidelity else { return nil }
        let verdict = FidelityVerdict(fidelity, probeDiffers: !stateDifferences.isEmpty)
        return verdict.compared.isEmpty ? nil : verdict
    }

    /// `true` if the probe is known to have printed the same after every reset as after a launch.
    var probePrintedTheSame: Bool {
        guard stateDifferences.isEmpty else { return false }
        if let verdict = fidelityVerdict, verdict.compared.contains(.probe) {
            return !verdict.differing.contains(.probe)
        }
        let isProbed = isMerged ? shards.allSatisfy { $0.plan.probe != nil } : plan.probe != nil
        return isProbed && measuredResets && failures.isEmpty
    }

    /// The effect of undeclared differences. A merged report derives it from its runs.
    var fidelityMode: FidelityMode {
        guard isMerged else { return plan.fidelity }
        return stateSurvived ? .fail : .report
    }

    /// Returns `true` if differences of a check fail the run. Those of the probe always do.
    func fails(_ check: FidelityCheck) -> Bool {
        fidelityMode == .fail || check == .probe && !stateDifferences.isEmpty
    }
}
