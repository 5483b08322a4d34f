extension Plan {
    /// Returns `true` if a finding fails the run when nothing is accepted.
    func isFailed(by finding: Finding) -> Bool {
        switch failOn {
        case .leak: finding.verdict == .leak
        case .suspect: finding.isOfGrowth
        case .never: false
        }
    }
}

extension Report {
    /// The findings that fail the run under its policy, or that failed any of the merged runs.
    package var failingFindings: [Finding] {
        findings.filter { finding in
            guard finding.known == nil else { return false }
            return shards.isEmpty ? plan.isFailed(by: finding) : finding.occurrences.contains(where: \.failsUnaccepted)
        }
    }

    /// `true` if the run failed before a cycle, a reset or a test succeeded. A merged report has measured something.
    package var measuredNothing: Bool {
        guard !failures.isEmpty, shards.isEmpty, findings.isEmpty, tests == nil, listed == nil else { return false }
        // Relaunches are only compared with resets.
        let measured = samples.contains { !$0.fellBack && (plan.reset == nil || $0.stopSeconds == nil) }
        return !measured && soak.allSatisfy(\.fellBack) && heap?.cycles.contains { $0.cycle > 0 } != true
    }

    /// `true` if the lower bound of a run's speed-up is below the gate, or if there is no interval.
    package var missesGate: Bool { runs.contains(where: \.missesGate) }
    /// `true` if the state after the resets differs from that after a launch in a way that fails the run.
    package var stateSurvived: Bool { runs.contains(where: \.stateSurvived) }
    /// The growth over the soaks that fails the run.
    package var failingGrowth: [Slope] { runs.flatMap(\.failingGrowth) }

    /// `true` if the known leaks fail the run: an entry has expired, and the policy lets leaks fail the run.
    package var failsByExpiredLeaks: Bool {
        known?.expired.isEmpty == false && runs.contains { $0.plan.failOn != .never }
    }

    /// The outcome of the run, or the worst outcome of all merged runs.
    ///
    /// A failure takes precedence over leaks, leaks over an interrupt, and an interrupt over the gate.
    package var outcome: Outcome {
        let expiry: [Outcome] = failsByExpiredLeaks ? [.notClean] : []
        guard shards.isEmpty else { return .worst(of: shards.map { outcome(of: $0) } + expiry) }
        var outcomes = expiry
        if !failures.isEmpty { outcomes.append(.failed) }
        if !failingFindings.isEmpty || stateSurvived || !failingGrowth.isEmpty || failsByStuckTasks
            || tests?.someFailed == true || failsByPollution || failsByBudget
        {
            outcomes.append(.notClean)
        }
        if interrupted { outcomes.append(.interrupted) }
        if missesGate { outcomes.append(.tooSlow) }
        return .worst(of: outcomes)
    }

    /// Returns the outcome of a run under the current acceptance, which may differ from the one during the run.
    private func outcome(of shard: Shard) -> Outcome {
        let leaks = failingFindings.contains { $0.occurrences.contains { $0.shard == shard.id && $0.failsUnaccepted } }
        if leaks { return .worst(of: [.notClean, shard.outcome]) }
        guard shard.outcome == .notClean, !shard.stateSurvived, shard.failingGrowth.isEmpty,
            shard.failingStuckTasks == nil, shard.failingPollution == nil, shard.failingBudget == nil,
            shard.tests?.someFailed != true
        else { return shard.outcome }
        return shard.wasInterrupted ? .interrupted : shard.missesGate ? .tooSlow : .clean
    }
}
