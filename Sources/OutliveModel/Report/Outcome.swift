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

extension Report {
    /// The findings that make the run fail under its policy.
    public var failingFindings: [Finding] {
        findings.filter { finding in
            guard finding.known == nil else { return false }
            return switch plan.failOn {
            case .leak: finding.verdict == .leak
            case .suspect: finding.verdict == .leak || finding.verdict == .suspect
            case .never: false
            }
        }
    }

    /// Whether the lower bound of the speed-up is under the gate; a gate without an interval fails.
    public var missesGate: Bool {
        guard let gate = plan.minimumSpeedup else { return false }
        guard let lower = comparison?.interval?.lower else { return true }
        return lower < gate
    }

    /// Whether the state after the resets is not that after a launch, in a way that makes the run fail.
    public var stateSurvived: Bool {
        !stateDifferences.isEmpty || plan.fidelity == .fail && fidelity?.failing.isEmpty == false
    }

    /// What grew over the soak, in a way that makes the run fail.
    public var failingGrowth: [Slope] {
        plan.growth == .fail ? slopes.filter(\.grows) : []
    }

    /// The exit code: where several hold, a failure comes before leaks, and leaks before the gate.
    public var outcome: Outcome {
        if !failures.isEmpty { return .failed }
        if !failingFindings.isEmpty || failsByExpiredLeaks || stateSurvived || !failingGrowth.isEmpty {
            return .notClean
        }
        if interrupted { return .interrupted }
        if missesGate { return .tooSlow }
        return .clean
    }
}
