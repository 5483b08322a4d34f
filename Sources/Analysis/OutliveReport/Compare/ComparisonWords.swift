package import OutliveModel

extension ReportComparison {
    /// The comparison in one line.
    ///
    /// `leaks: 1 new, 1 unchanged; differences from a launch: 1 fixed; reset takes 1.38x as long, 95 % CI 1.30-1.45`
    package var summaryLine: String {
        if new.outcome == .failed || !failures.isEmpty {
            return "no result: the later run failed: \(oneLine(failures.first?.message ?? new.summary))"
        }
        var parts = ["leaks: \(leaksDescription)"]
        if !differences.isEmpty { parts.append("differences from a launch: \(differences.counts)") }
        if !growth.isEmpty {
            parts.append("growth: \(growth.map { "\($0.metric.words) \($0.change.words)" }.joined(separator: ", "))")
        }
        if !expired.isEmpty {
            let count = failingExpired.count
            parts.append("\(counted(expired.count, "known leak")) expired" + (count > 0 ? ", \(count) failing" : ""))
        }
        parts += (allocations ?? []).prefix(1).filter { $0.unit != .test }.map { $0.headline(arrow: "->") }
        parts += gatedTimes.sorted { $0.ratio > $1.ratio }.prefix(1).map { time in
            let ends = time.ends.map { "95 % CI \($0)" } ?? "no interval"
            let arms = Set(gatedTimes.map(\.subject))
            guard arms.count > 1 else {
                return "reset takes \(gatedTimes.count > 1 ? "at most " : "")\(time.shortRatio) as long, \(ends)"
            }
            return "\(time.subjectWords) takes \(time.shortRatio) as long, \(ends), the most of \(arms.count) arms"
        }
        if missesGate, let limit = policy.maximumSlowdown {
            parts.append(
                gateObstacle.map { "the gate of \(decimal(limit))x cannot be judged: \($0)" }
                    ?? "over the gate of \(decimal(limit))x")
        }
        if new.interrupted { parts.append("the later run was interrupted") }
        return parts.joined(separator: "; ")
    }

    var verdict: String {
        switch outcome {
        case .failed: "the later run failed"
        case .notClean: uncleanVerdict
        case .interrupted: "the later run was interrupted"
        case .tooSlow: gateObstacle == nil ? "slower" : "times cannot be compared"
        case .clean, .usage: "nothing new"
        }
    }

    private var uncleanVerdict: String {
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

    var gateDescription: String? {
        guard let limit = policy.maximumSlowdown else { return nil }
        let reached =
            !missesGate ? "passed" : gateObstacle.map { "cannot be judged, and so missed: \($0)" } ?? "missed"
        return "gate: a reset must not be known to take more than \(decimal(limit))x as long: \(reached)"
    }
}

extension ComparedExpiry {
    /// The entry, its last day and its reason: `known leak App.Feed App/Feed.swift, expired 2026-01-31: its reason`.
    var description: String {
        let match = [entry.match.type, entry.match.site, entry.match.culprit, entry.match.fingerprint]
        let day = entry.expires.map { ", expired \($0)" } ?? ""
        return oneLine("known leak \(match.compactMap(\.self).joined(separator: " "))\(day): \(entry.reason)")
    }
}

extension ReportComparison {
    /// The causes that the later report accepts as known leaks.
    var knownLeaks: [ComparedLeak] { leaks.filter { $0.new?.known != nil } }
    /// The causes that no entry accepts.
    var openLeaks: [ComparedLeak] { leaks.filter { $0.new?.known == nil } }

    /// The number of causes by change: `1 new, 2 unchanged, 1 fixed, 1 known`, or `none`.
    var leaksDescription: String {
        let known = knownLeaks.count
        return Change.counts(openLeaks.map(\.change), besides: known == 0 ? [] : ["\(known) known"])
    }
}

extension Change {
    var words: String { self == .notCompared ? "not compared" : rawValue }

    /// Returns the number of changes by kind: `1 new, 2 unchanged`, or `none`.
    fileprivate static func counts(_ changes: [Change], besides: [String] = []) -> String {
        let parts =
            allCases.compactMap { change in
                let count = changes.count { $0 == change }
                return count > 0 ? "\(count) \(change.words)" : nil
            } + besides
        return parts.isEmpty ? "none" : parts.joined(separator: ", ")
    }
}

extension ComparedLeak {
    /// Returns the verdict: `leak`, or `suspect → leak` if it changed.
    func verdict(arrow: String = "→") -> String {
        if let old, let new, old.verdict == new.verdict, old.known != nil, new.known == nil {
            return "\(new.verdict.rawValue) (no longer accepted)"
        }
        guard let old, let new, old.verdict != new.verdict else { return (new ?? old)?.verdict.rawValue ?? "" }
        return "\(old.verdict.rawValue) \(arrow) \(new.verdict.rawValue)"
    }

    /// The name of the suspect reference, or else of the leaked type.
    var name: String { oneLine(culprit ?? key.name) }

    /// Returns the number of live objects: `72 alive`, or `3 → 72 alive` if both reports have the cause.
    private func amounts(arrow: String = "→") -> String {
        switch (old, new) {
        case (let old?, let new?):
            "\(old.unit == .bytes ? bytesText(old.objects) : "\(old.objects)") \(arrow) \(new.amount)"
        case (let old?, nil): "\(old.amount) then"
        default: new?.amount ?? "0 alive"
        }
    }

    /// Returns the cause in one line: `Session.onEvent keeps session: 3 → 72 alive`.
    func brief(arrow: String = "→") -> String {
        let leaked = "\(oneLine(key.name)): \(amounts(arrow: arrow))"
        guard let culprit else { return leaked }
        if culprit == "over-retain" { return "over-retain of \(leaked)" }
        return "\(name) \((new ?? old)?.unit == .bytes ? "grows:" : "keeps") \(leaked)"
    }

    /// The site and the fingerprint: `registered at NoteService/SessionStore.swift:88, fingerprint 6f1c3a`.
    var place: String {
        "\(tier.made) at \(oneLine(key.site.description)), fingerprint \(oneLine(fingerprint))"
    }
}

extension ReportedLeak {
    /// The amount with its unit: `72 alive`, `3 blocks`, `storage of 4.6 kB`.
    var amount: String { unit.description(of: objects) }
}

extension ComparedDifference {
    /// The check and its subject: `open descriptors: file /var/log/app.log`.
    var description: String { check.words + (subject.isEmpty ? "" : ": \(oneLine(subject))") }
}

extension [ComparedDifference] {
    /// The number of differences by change: `1 new, 2 unchanged`, or `none`.
    var counts: String { Change.counts(map(\.change)) }
}
