extension ReportComparison {
    /// The leaks that fail the comparison under its policy, without known leaks and suspects that fail no run.
    package var failingLeaks: [ComparedLeak] {
        leaks.filter { leak in
            guard let now = leak.new, now.known == nil, now.fails || now.verdict == .leak else { return false }
            return isFailing(leak.change)
        }
    }

    /// The differences between reset and launch that fail the comparison under its policy.
    package var failingDifferences: [ComparedDifference] {
        differences.filter { $0.fails && isFailing($0.change) }
    }

    /// The growth that fails the comparison under its policy.
    package var failingGrowth: [ComparedGrowth] { growth.filter { $0.fails && isFailing($0.change) } }

    /// The expired known leaks that fail the comparison under its policy.
    package var failingExpired: [ComparedExpiry] { expired.filter { isFailing($0.change) } }

    private func isFailing(_ change: Change) -> Bool {
        switch policy.failOn {
        case .new: change == .new || change == .worse
        case .leak: change != .fixed
        case .never: false
        }
    }

    /// `true` if a reset is slower than the gate allows, or if no time can be compared with it.
    package var missesGate: Bool {
        guard policy.maximumSlowdown != nil else { return false }
        return gatedTimes.isEmpty || gatedTimes.contains(where: missesGate)
    }

    /// The times that the gate applies to: the resets of the pairs, or those of the soak if there are no pairs.
    package var gatedTimes: [TimeChange] {
        runs.compactMap { runs in
            runs.times.first { $0.subject == .reset } ?? runs.times.first { $0.subject == .soak }
        }
    }

    /// Returns `true` if a time exceeds the gate beyond doubt, or has no interval to judge it by.
    package func missesGate(_ time: TimeChange) -> Bool {
        guard let limit = policy.maximumSlowdown else { return false }
        guard let interval = time.interval else { return true }
        return interval.lower > limit
    }

    /// The outcome of the comparison.
    ///
    /// A failure takes precedence over leaks, leaks over an interrupt of the later run, and an interrupt over the gate.
    package var outcome: Outcome {
        if new.outcome == .failed || !failures.isEmpty { return .failed }
        let isClean = failingLeaks.isEmpty && failingDifferences.isEmpty && failingGrowth.isEmpty
        if !isClean || !failingExpired.isEmpty { return .notClean }
        if new.interrupted || new.outcome == .interrupted { return .interrupted }
        if missesGate { return .tooSlow }
        return .clean
    }
}
