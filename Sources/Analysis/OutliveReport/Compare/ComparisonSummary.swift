package import OutliveModel

extension ReportComparison {
    /// The comparison in one line.
    ///
    /// `leaks: 1 new, 1 unchanged; differences from a launch: 1 fixed; reset takes 1.38x as long, 95 % CI 1.30-1.45`
    package var summaryLine: String {
        if new.outcome == .failed || !failures.isEmpty {
            return "no result: the later run failed: \(oneLine(failures.first?.message ?? new.summary))"
        }
        var parts = ["leaks: \(ComparedLeaks(self).inWords)"]
        if !differences.isEmpty { parts.append("differences from a launch: \(differences.inWords)") }
        if !growth.isEmpty { parts.append("growth: \(growth.map(\.inWords).joined(separator: ", "))") }
        if !expired.isEmpty {
            let count = failingExpired.count
            parts.append("\(counted(expired.count, "known leak")) expired" + (count > 0 ? ", \(count) failing" : ""))
        }
        parts += gatedTimes.sorted { $0.ratio > $1.ratio }.prefix(1).map { time in
            let ends = time.ends.map { "95 % CI \($0)" } ?? "no interval"
            return "reset takes \(gatedTimes.count > 1 ? "at most " : "")\(time.shortRatio) as long, \(ends)"
        }
        if missesGate, let limit = policy.maximumSlowdown {
            parts.append(
                gateObstacle.map { "the gate of \(decimal(limit))x cannot be judged: \($0)" }
                    ?? "over the gate of \(decimal(limit))x")
        }
        if new.interrupted { parts.append("the later run was interrupted") }
        return parts.joined(separator: "; ")
    }

    /// The verdict in a few words.
    var verdict: String {
        switch outcome {
        case .failed: "the later run failed"
        case .notClean: notCleanInWords
        case .interrupted: "the later run was interrupted"
        case .tooSlow: gateObstacle == nil ? "slower" : "times cannot be compared"
        case .clean, .usage: "nothing new"
        }
    }

    private var notCleanInWords: String {
        guard failingLeaks.isEmpty, failingDifferences.isEmpty else {
            return policy.failOn == .leak ? "leaks" : "new leaks or differences"
        }
        return failingGrowth.isEmpty ? "known leaks have expired" : "growth"
    }

    /// The reason why the gate cannot be judged, or `nil` if it can be, or if there is no gate.
    private var gateObstacle: String? {
        guard let limit = policy.maximumSlowdown else { return nil }
        if gatedTimes.contains(where: { ($0.interval?.lower ?? 0) > limit }) { return nil }
        if gatedTimes.contains(where: { $0.interval == nil }) {
            return "a change has no interval, because a report is merged or has too few samples"
        }
        guard gatedTimes.isEmpty else { return nil }
        if let reason = runs.lazy.compactMap(\.apart).first { return reason }
        let hasPair = runs.contains { $0.old != nil && $0.new != nil }
        return hasPair ? "no reset was timed in both" : "no two runs are of the same machine and plan"
    }

    /// The limit of the gate and the result, or `nil` without a gate.
    var gateInWords: String? {
        guard let limit = policy.maximumSlowdown else { return nil }
        let reached =
            !missesGate ? "passed" : gateObstacle.map { "cannot be judged, and so missed: \($0)" } ?? "missed"
        return "gate: a reset must not be known to take more than \(decimal(limit))x as long: \(reached)"
    }
}

extension ComparedGrowth {
    /// The metric and its change: `resident memory new`.
    var inWords: String { "\(metric.words) \(change.words)" }
}

extension ComparedExpiry {
    /// The entry, its last day and its reason: `known leak App.Feed App/Feed.swift, expired 2026-01-31: its reason`.
    var inWords: String {
        let match = [entry.match.type, entry.match.site, entry.match.culprit, entry.match.fingerprint]
        let day = entry.expires.map { ", expired \($0)" } ?? ""
        return oneLine("known leak \(match.compactMap(\.self).joined(separator: " "))\(day): \(entry.reason)")
    }
}
