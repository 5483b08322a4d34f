extension ReportComparison {
    /// The leaks that fail the comparison under its policy: not the known ones, nor suspects that fail no run.
    public var failingLeaks: [ComparedLeak] {
        leaks.filter { leak in
            guard let now = leak.new, now.known == nil, now.fails || now.verdict == .leak else { return false }
            return isFailing(leak.change)
        }
    }

    /// The differences between reset and launch that fail the comparison under its policy.
    public var failingDifferences: [ComparedDifference] {
        differences.filter { $0.fails && isFailing($0.change) }
    }

    /// The growth that fails the comparison under its policy.
    public var failingGrowth: [ComparedGrowth] { growth.filter { $0.fails && isFailing($0.change) } }

    /// The expired known leaks that fail the comparison under its policy.
    public var failingExpired: [ComparedExpiry] { expired.filter { isFailing($0.change) } }

    private func isFailing(_ change: Change) -> Bool {
        switch policy.failOn {
        case .new: change == .new || change == .worse
        case .leak: change != .fixed
        case .never: false
        }
    }

    /// Whether the reset is slower than the gate lets it be; a gate without an interval fails.
    public var missesGate: Bool {
        guard policy.maximumSlowdown != nil else { return false }
        return gatedTimes.isEmpty || gatedTimes.contains(where: missesGate)
    }

    /// The times that the gate is about: the resets of the pairs, and those of the soak where there are no pairs.
    public var gatedTimes: [TimeChange] {
        runs.compactMap { runs in
            runs.times.first { $0.subject == .reset } ?? runs.times.first { $0.subject == .soak }
        }
    }

    /// Whether a time is known to be more than the gate lets it be, or nothing is known.
    public func missesGate(_ time: TimeChange) -> Bool {
        guard let limit = policy.maximumSlowdown else { return false }
        guard let interval = time.interval else { return true }
        return interval.lower > limit
    }

    /// The exit code: where several hold, a failure comes before leaks, and leaks before an
    /// interrupt of the later run, and that before the gate.
    public var outcome: Outcome {
        if new.outcome == .failed || !failures.isEmpty { return .failed }
        let isClean = failingLeaks.isEmpty && failingDifferences.isEmpty && failingGrowth.isEmpty
        if !isClean || !failingExpired.isEmpty { return .notClean }
        if new.interrupted || new.outcome == .interrupted { return .interrupted }
        if missesGate { return .tooSlow }
        return .clean
    }
}
