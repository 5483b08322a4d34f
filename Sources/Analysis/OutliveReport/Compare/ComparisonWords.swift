package import OutliveModel
internal import OutliveSupport

extension ReportComparison {
    /// The names of the two sides: of builds their own.
    var sides: (then: String, now: String) { control == nil ? ("then", "now") : (oneLine(old.name), oneLine(new.name)) }

    /// The compared reports with their labels, and the control last.
    var reports: [(label: String, report: ComparedReport)] {
        [(sides.then, old), (sides.now, new)] + (control.map { [(oneLine($0.report.name), $0.report)] } ?? [])
    }

    /// The title in a line without its version.
    var title: String {
        control == nil
            ? "a report compared with an earlier one" : "build \(sides.now) compared with build \(sides.then)"
    }

    /// The heading of the section of a page.
    var heading: String {
        control == nil ? "Changes since \(oneLine(old.name))" : "Changes from build \(sides.then) to build \(sides.now)"
    }

    /// The comparison in one line.
    ///
    /// `leaks: 1 new, 1 unchanged; differences from a launch: 1 fixed; reset takes 1.38x as long, 95 % CI 1.30-1.45`
    package var summaryLine: String {
        if new.outcome == .failed || !failures.isEmpty {
            let run = control == nil ? "the later run" : "a run"
            return "no result: \(run) failed: \(oneLine(failures.first?.message ?? new.summary))"
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
        parts += control == nil ? timesDescription : differencesDescription
        if missesGate, let limit = policy.maximumSlowdown {
            parts.append(
                gateObstacle.map { "the gate of \(decimal(limit))x cannot be judged: \($0)" }
                    ?? "over the gate of \(decimal(limit))x")
        }
        if new.interrupted { parts.append("the later run was interrupted") }
        return parts.joined(separator: "; ")
    }

    /// The slowest of the times that a gate applies to.
    private var timesDescription: [String] {
        gatedTimes.sorted { $0.ratio > $1.ratio }.prefix(1).map { time in
            let ends = time.ends.map { "95 % CI \($0)" } ?? "no interval"
            let arms = Set(gatedTimes.map(\.subject))
            guard arms.count > 1 else {
                let subject = time.subject == .work ? "work" : "reset"
                return "\(subject) takes \(gatedTimes.count > 1 ? "at most " : "")\(time.shortRatio) as long, \(ends)"
            }
            return "\(time.subjectWords) takes \(time.shortRatio) as long, \(ends), the most of \(arms.count) arms"
        }
    }

    /// The times and levels in which two builds differ.
    private var differencesDescription: [String] {
        let times = differingTimes.map { "\($0.subjectWords) \($0.shortRatio), 95 % CI \($0.ends ?? "-")" }
        let levels = differingLevels.map { level in
            let texts = [level.old, level.new].map { level.metric.scale(fitting: $0, unicode: false).text($0) }
            return "\(level.metric.words) \(texts[0]) -> \(texts[1])"
        }
        let all = times + levels
        return all.isEmpty ? ["no difference in times and resources beyond the control's"] : all
    }

    /// The notes, after what the control shows if there is one.
    var remarks: [String] { [controlRemark].compactMap(\.self) + notes }

    private var controlRemark: String? {
        guard let control else { return nil }
        let refuted = [
            control.refuted > 0 ? counted(control.refuted, "change") : nil,
            control.refutedAllocations > 0
                ? counted(control.refutedAllocations, "changed site") + " of allocations" : nil,
        ].compactMap(\.self)
        let kept =
            refuted.isEmpty
            ? ""
            : " \(refuted.joined(separator: " and ").capitalizedFirst) that only one of its runs showed are left out."
        return
            "The control is build \(sides.then) again: a time, a level or a change counts only if build \(sides.now) "
            + "differs from both runs of build \(sides.then), and by more than these two differ.\(kept)"
    }

    var verdict: String {
        switch outcome {
        case .failed: control == nil ? "the later run failed" : "a run failed"
        case .notClean: uncleanVerdict
        case .interrupted: control == nil ? "the later run was interrupted" : "interrupted"
        case .tooSlow: gateObstacle == nil ? "slower" : "times cannot be compared"
        case .clean, .usage: differs ? "no new leaks, and other differences" : "nothing new"
        }
    }

    /// `true` if two builds differ in times, levels or allocations.
    private var differs: Bool {
        guard control != nil else { return false }
        return !differingTimes.isEmpty || !differingLevels.isEmpty
            || allocations?.contains { !$0.changes.isEmpty } == true
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
        return
            "gate: \(control == nil ? "a reset" : "no time") must \(control == nil ? "not " : "")be known to take more than \(decimal(limit))x as long: \(reached)"
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
