/// How a run ends: the exit code, and why.
public enum Outcome: Int32, Codable, Hashable, Sendable {
    /// Nothing to complain of.
    case clean = 0
    /// Something leaked, a known leak has expired, state survived the reset, or grew over a soak that had to be flat.
    case notClean = 1
    /// The speed-up's lower bound is under the gate.
    case tooSlow = 2
    /// The application or the harness failed.
    case failed = 3
    /// The command line or configuration cannot be used.
    case usage = 64
    /// The run was stopped by an interrupt before it was over.
    case interrupted = 130
}

extension Outcome {
    /// The outcomes that a run can have, the worst first: a failure says that nothing else may be known.
    private static let ranking: [Outcome] = [.usage, .failed, .notClean, .interrupted, .tooSlow, .clean]

    /// Whether it comes before another one where several hold.
    public func isWorse(than other: Outcome) -> Bool {
        self != other && Self.ranking.first { $0 == self || $0 == other } == self
    }

    /// The worst of several; clean where there are none.
    public static func worst(of outcomes: some Sequence<Outcome>) -> Outcome {
        outcomes.reduce(.clean) { $1.isWorse(than: $0) ? $1 : $0 }
    }
}

extension Plan {
    /// Whether the lower bound of a speed-up is under the gate; a gate without an interval fails.
    func isMissed(by comparison: Comparison?) -> Bool {
        guard let minimumSpeedup else { return false }
        guard let lower = comparison?.interval?.lower else { return true }
        return lower < minimumSpeedup
    }

    /// Whether a finding fails the run, where nothing is accepted.
    func isFailed(by finding: Finding) -> Bool {
        switch failOn {
        case .leak: finding.verdict == .leak
        case .suspect: finding.verdict == .leak || finding.verdict == .suspect
        case .never: false
        }
    }
}

extension Report {
    /// The findings that make the run fail under its policy; of a merged report those that made one of the runs fail.
    public var failingFindings: [Finding] {
        findings.filter { finding in
            guard finding.known == nil else { return false }
            return isMerged ? finding.occurrences.contains(where: \.failsUnaccepted) : plan.isFailed(by: finding)
        }
    }

    /// Whether the lower bound of the speed-up is under the gate; a gate without an interval fails.
    public var missesGate: Bool {
        isMerged ? shards.contains(where: \.missesGate) : plan.isMissed(by: comparison)
    }

    /// Whether the state after the resets is not that after a launch, in a way that makes the run fail.
    public var stateSurvived: Bool {
        if isMerged { return shards.contains(where: \.stateSurvived) }
        return !stateDifferences.isEmpty || plan.fidelity == .fail && fidelity?.failing.isEmpty == false
    }

    /// What grew over the soak, in a way that makes the run fail.
    public var failingGrowth: [Slope] {
        isMerged ? shards.flatMap(\.failingGrowth) : plan.growth == .fail ? slopes.filter(\.grows) : []
    }

    /// The exit code: where several hold, a failure comes before leaks, and leaks before the gate; of a merged report the
    /// worst of its runs.
    public var outcome: Outcome {
        if isMerged {
            return .worst(of: shards.map { outcome(of: $0) } + (failsByExpiredLeaks ? [.notClean] : []))
        }
        if !failures.isEmpty { return .failed }
        if !failingFindings.isEmpty || failsByExpiredLeaks || stateSurvived || !failingGrowth.isEmpty {
            return .notClean
        }
        if interrupted { return .interrupted }
        if missesGate { return .tooSlow }
        return .clean
    }

    /// How a run ended by what is accepted now: leaks that made it fail may be known, and those that were may not be.
    private func outcome(of shard: Shard) -> Outcome {
        let leaks = failingFindings.contains { $0.occurrences.contains { $0.shard == shard.id && $0.failsUnaccepted } }
        if leaks { return .worst(of: [.notClean, shard.outcome]) }
        guard shard.outcome == .notClean, !shard.stateSurvived, shard.failingGrowth.isEmpty else {
            return shard.outcome
        }
        return shard.missesGate ? .tooSlow : .clean
    }
}
