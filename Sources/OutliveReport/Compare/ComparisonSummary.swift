public import OutliveModel

extension ReportComparison {
    /// The comparison in one line.
    ///
    /// `leaks: 1 new, 1 unchanged; differences from a launch: 1 fixed; reset takes 1.38x as long, 95 % CI 1.30-1.45`
    public var summaryLine: String {
        if new.outcome == .failed || !failures.isEmpty {
            return "no result: the later run failed: \(oneLine(failures.first?.message ?? new.summary))"
        }
        var parts = ["leaks: \(ComparedLeaks(self).inWords)"]
        if !differences.isEmpty { parts.append("differences from a launch: \(differences.inWords)") }
        parts += gatedTimes.sorted { $0.ratio > $1.ratio }.prefix(1).map { time in
            let ends = time.ends.map { "95 % CI \($0)" } ?? "no interval"
            return "reset takes \(time.shortRatio) as long, \(ends)" + (gatedTimes.count > 1 ? " at most" : "")
        }
        if missesGate, let limit = policy.maximumSlowdown { parts.append("over the gate of \(decimal(limit))x") }
        return parts.joined(separator: "; ")
    }

    /// What the comparison comes to, in a few words.
    var verdict: String {
        switch outcome {
        case .failed: "the later run failed"
        case .notClean: policy.failOn == .leak ? "leaks" : "new leaks or differences"
        case .tooSlow: "slower"
        case .clean, .usage, .interrupted: "nothing new"
        }
    }

    /// What the gate asks for and whether that was reached; nil without a gate.
    var gateInWords: String? {
        guard let limit = policy.maximumSlowdown else { return nil }
        let reached =
            !missesGate
            ? "passed"
            : gatedTimes.isEmpty || gatedTimes.contains { $0.interval == nil }
                ? "cannot be told, and so missed" : "missed"
        return "gate: a reset must not be known to take more than \(decimal(limit))x as long: \(reached)"
    }
}
