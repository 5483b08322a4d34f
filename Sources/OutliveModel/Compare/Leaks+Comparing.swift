extension ReportComparison {
    /// What became of the leaks and suspects of a report.
    ///
    /// A finding is the same where its tier and fingerprint are. A fingerprint is of the trace, or without one of type and
    /// file; so where one of the reports has no traces, as without the heap tier, what is left goes by the latter.
    ///
    /// - Parameters:
    ///   - old: the earlier report, as a merged one.
    ///   - new: the later report, as a merged one.
    /// - Complexity: O(n log n) in the number of findings.
    package static func leaks(from old: Report, to new: Report) -> [ComparedLeak] {
        let then = Dictionary(old.findings.map { ($0.identity, $0) }, uniquingKeysWith: { first, _ in first })
        let now = Dictionary(new.findings.map { ($0.identity, $0) }, uniquingKeysWith: { first, _ in first })
        var matches = new.findings.compactMap { finding in
            then[finding.identity].map { LeakMatch(old: [$0], new: [finding]) }
        }
        matches += matchedBySite(
            old.findings.filter { now[$0.identity] == nil }, new.findings.filter { then[$0.identity] == nil })
        return matches.compactMap { $0.compared(old, new) }.sorted { $0.comesBefore($1) }
    }

    /// What no fingerprint tells to be the same, by type and file where one side has no traces; the rest alone.
    private static func matchedBySite(_ old: [Finding], _ new: [Finding]) -> [LeakMatch] {
        let then = Dictionary(grouping: old) { Finding.Identity(tier: $0.tier, fingerprint: $0.fingerprintOfSite) }
        let now = Dictionary(grouping: new) { Finding.Identity(tier: $0.tier, fingerprint: $0.fingerprintOfSite) }
        return Set(then.keys).union(now.keys).flatMap { site -> [LeakMatch] in
            let (before, after) = (then[site] ?? [], now[site] ?? [])
            let isUntraced = before.allSatisfy(\.traces.isEmpty) || after.allSatisfy(\.traces.isEmpty)
            if !before.isEmpty, !after.isEmpty, isUntraced { return [LeakMatch(old: before, new: after)] }
            return before.map { LeakMatch(old: [$0], new: []) } + after.map { LeakMatch(old: [], new: [$0]) }
        }
    }
}

/// Findings of two reports that are the same leak.
private struct LeakMatch {
    let old: [Finding]
    let new: [Finding]

    /// Nil of what neither report complains of.
    func compared(_ then: Report, _ now: Report) -> ComparedLeak? {
        let (before, after) = (old.seen, new.seen)
        guard [before, after].contains(where: { $0?.verdict == .leak || $0?.verdict == .suspect }),
            let shown = new.first ?? old.first
        else { return nil }
        let change: Change
        switch (before, after) {
        case (nil, _): change = then.looked(in: shown.tier) ? .new : .notCompared
        case (_, nil): change = now.looked(in: shown.tier) ? .fixed : .notCompared
        case (let before?, let after?):
            let (was, isNow) = (before.verdict.rank, after.verdict.rank)
            change = isNow < was ? .worse : isNow > was ? .better : .unchanged
        }
        return ComparedLeak(
            change: change, tier: shown.tier, key: shown.key, fingerprint: shown.fingerprint ?? shown.fingerprintOfSite,
            culprit: shown.trace?.culprit?.name, old: before, new: after)
    }
}

extension [Finding] {
    /// What is said of all of them together; nil of none.
    fileprivate var seen: SeenLeak? {
        guard let worst = self.min(by: { $0.verdict.rank < $1.verdict.rank }) else { return nil }
        let pressing = filter { $0.verdict == worst.verdict }
        return SeenLeak(
            verdict: worst.verdict, objects: reduce(0) { boundedSum($0, $1.count) },
            fails: contains { finding in finding.known == nil && finding.occurrences.contains(where: \.failsUnaccepted) },
            known: pressing.allSatisfy { $0.known != nil } ? worst.known : nil,
            isVictim: allSatisfy { $0.victimOf != nil })
    }
}

extension Report {
    /// Whether a tier watched.
    package func looked(in tier: Tier) -> Bool { tier == .registry ? watch == .watched : heap != nil }
}

extension ComparedLeak {
    fileprivate func comesBefore(_ other: ComparedLeak) -> Bool {
        let ranks = (change.rank, tier == .registry ? 0 : 1, shown.verdict.rank, -shown.objects)
        let others = (
            other.change.rank, other.tier == .registry ? 0 : 1, other.shown.verdict.rank, -other.shown.objects
        )
        if ranks != others { return ranks < others }
        return key == other.key ? fingerprint < other.fingerprint : key.comesBefore(other.key)
    }

    /// What is said of it now, or was when it was last there.
    private var shown: SeenLeak { new ?? old ?? SeenLeak(verdict: .expected, objects: 0, fails: false) }
}

extension Change {
    /// The place in a report.
    package var rank: Int { Self.allCases.firstIndex(of: self)! }
}
