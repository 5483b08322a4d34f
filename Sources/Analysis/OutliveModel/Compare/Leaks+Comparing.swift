extension ReportComparison {
    /// Compares the causes of two reports, and the survivors that belong to no cause.
    ///
    /// Two causes are the same if their fingerprints are equal, or else if they share the fingerprint of any finding,
    /// because another finding may lead. A fingerprint is made of the trace or, without one, of type and file. The
    /// remaining causes are therefore compared by type and file if one of the two has no trace, as in a run without the
    /// heap tier.
    ///
    /// - Complexity: O(n^2) in the number of causes.
    package static func leaks(from old: Report, to new: Report) -> [ComparedLeak] {
        var matches: [LeakMatch] = []
        let (then, now) = (old.survivingCauses, new.survivingCauses)
        let later = Dictionary(grouping: now, by: \.fingerprint)
        matches += then.map { LeakMatch(old: [$0], new: later[$0.fingerprint] ?? []) }
        let before = Set(then.map(\.fingerprint))
        matches += now.filter { !before.contains($0.fingerprint) }.map { LeakMatch(old: [], new: [$0]) }
        joinMatches(&matches) { $0.isOneSided && $1.isOneSided && $0.sharesFinding(with: $1) }
        // Pairs of one-sided matches come first, so that causes with equal traces stay separate where possible.
        joinMatches(&matches) { $0.isOneSided && $1.isOneSided && $0.mayBe($1) }
        joinMatches(&matches) { ($0.isOneSided || $1.isOneSided) && $0.mayBe($1) }
        // Joins causes that both reports have with and without traces, as runs with and without the heap tier do.
        joinMatches(&matches) { $0.isTraced != $1.isTraced && !$0.sites.isDisjoint(with: $1.sites) }
        return matches.compactMap { $0.compared(old, new) }.sorted { $0.comesBefore($1) }
    }

    /// Joins all matches that a chain of the relation connects, independently of their order.
    private static func joinMatches(_ matches: inout [LeakMatch], where isSame: (LeakMatch, LeakMatch) -> Bool) {
        var groups: [[LeakMatch]] = []
        for match in matches {
            let connected = groups.indices.filter { groups[$0].contains { isSame($0, match) } }
            let group = connected.flatMap { groups[$0] } + [match]
            for index in connected.reversed() { groups.remove(at: index) }
            groups.append(group)
        }
        matches = groups.map { group in
            group.count == 1 ? group[0] : LeakMatch(old: group.flatMap(\.old), new: group.flatMap(\.new))
        }
    }
}

extension Report {
    fileprivate var survivingCauses: [Cause] {
        // Objects that were released late are no survivors.
        OutliveModel.causes(of: findings)
            + findings.filter { !$0.isLeakOrSuspect && $0.verdict != .late }.map { Cause(leader: $0) }
    }
}

/// Causes of two reports that are considered the same.
private struct LeakMatch {
    let old: [Cause]
    let new: [Cause]
    let sites: Set<Finding.Identity>
    let isTraced: Bool

    init(old: [Cause], new: [Cause]) {
        self.old = old.sorted { $0.leader.comesBefore($1.leader) }
        self.new = new.sorted { $0.leader.comesBefore($1.leader) }
        sites = Set((old + new).flatMap(\.findings).map(\.identityOfSite))
        isTraced = (old + new).contains(where: \.isTraced)
    }

    var isOneSided: Bool { old.isEmpty != new.isEmpty }

    /// Returns `true` if a finding of one report is also a finding of the other.
    func sharesFinding(with other: LeakMatch) -> Bool {
        func names(_ causes: [Cause]) -> Set<Finding.Identity> { Set(causes.flatMap(\.findings).map(\.identity)) }
        return !names(old).isDisjoint(with: names(other.new)) || !names(other.old).isDisjoint(with: names(new))
    }

    /// Returns `true` if the matches share a site, and no traces distinguish a cause of one from a cause of the other.
    func mayBe(_ other: LeakMatch) -> Bool {
        guard !sites.isDisjoint(with: other.sites) else { return false }
        return old.isIndistinct(from: other.new) || other.old.isIndistinct(from: new)
    }

    /// Returns the compared leak, or `nil` if it is a leak or suspect in neither report.
    func compared(_ then: Report, _ now: Report) -> ComparedLeak? {
        let (before, after) = (old.seen, new.seen)
        guard [before, after].contains(where: { $0?.verdict == .leak || $0?.verdict == .suspect }),
            let shown = new.first ?? old.first
        else { return nil }
        let change: Change
        switch (before, after) {
        case (nil, _): change = then.couldContain(new, of: now) ? .new : .notCompared
        case (_, nil): change = now.couldContain(old, of: then) && !now.isPartial ? .fixed : .notCompared
        case (let before?, let after?):
            let (was, isNow) = (before.rank, after.rank)
            change = isNow < was ? .worse : isNow > was ? .better : .unchanged
        }
        return ComparedLeak(
            change: change, tier: shown.leader.tier, key: shown.leader.key, fingerprint: shown.fingerprint,
            culprit: shown.culprit?.name, tests: shown.leader.isOfTests ? shown.tests : nil, old: before, new: after)
    }
}

extension ReportedLeak {
    fileprivate var rank: Int { verdict.rank * 2 + (known == nil ? 0 : 1) }
}

extension Cause {
    fileprivate var isTraced: Bool { findings.contains { !$0.traces.isEmpty } }
}

extension [Cause] {
    /// Returns `true` if causes of the two lists share a site and one of them has no trace.
    fileprivate func isIndistinct(from others: [Cause]) -> Bool {
        contains { mine in
            let sites = Set(mine.findings.map(\.identityOfSite))
            return others.contains { other in
                (!mine.isTraced || !other.isTraced) && other.findings.contains { sites.contains($0.identityOfSite) }
            }
        }
    }

    /// The summary of all these causes in a report; `nil` if there are none.
    fileprivate var seen: ReportedLeak? {
        guard let worst = self.min(by: { $0.verdict.rank < $1.verdict.rank }) else { return nil }
        let pressing = filter { $0.verdict == worst.verdict }.flatMap(\.findings)
        return ReportedLeak(
            verdict: worst.verdict, objects: reduce(0) { boundedSum($0, $1.amountInUnit) },
            unit: worst.leader.unit, bytes: compactMap(\.bytes).reduce(nil) { boundedSum($0 ?? 0, $1) },
            fails: flatMap(\.findings).contains { finding in
                finding.known == nil && finding.occurrences.contains(where: \.failsUnaccepted)
            },
            known: pressing.allSatisfy { $0.known != nil } ? worst.leader.known : nil)
    }
}

extension Report {
    /// `true` if the report does not cover all planned measurements, so a leak that it lacks may still exist.
    package var isPartial: Bool { interrupted || outcome == .failed }

    /// Returns `true` if this report would contain causes of another report if they still existed.
    ///
    /// If this report has runs like those in which the causes were seen, only those decide. A run of some tests would
    /// contain only causes of a run of the same ones.
    fileprivate func couldContain(_ causes: [Cause], of other: Report) -> Bool {
        guard !plan.selectsTests || plan.launch == other.plan.launch else { return false }
        let findings = causes.flatMap(\.findings)
        return Tier.allCases.contains { tier in
            let seen = findings.filter { $0.tier == tier }
            guard !seen.isEmpty, watched(tier) else { return false }
            let ids = Set(seen.flatMap(\.occurrences).map(\.shard))
            let runs = other.shards.filter { ids.contains($0.id) }
            let alike = shards.filter { shard in runs.contains { $0.isAlike(shard) } }
            return alike.isEmpty || alike.contains { $0.watched(tier) }
        }
    }
}

extension Shard {
    /// Returns `true` if it ran the same command and work on the same machine, regardless of the active tiers.
    fileprivate func isAlike(_ other: Shard) -> Bool {
        machine == other.machine && plan.launch == other.plan.launch && plan.work == other.plan.work
    }
}

extension ComparedLeak {
    func comesBefore(_ other: ComparedLeak) -> Bool {
        let ranks = (change.rank, tier.rank, shown.verdict.rank, -shown.objects)
        let others = (other.change.rank, other.tier.rank, other.shown.verdict.rank, -other.shown.objects)
        if ranks != others { return ranks < others }
        return key == other.key ? fingerprint < other.fingerprint : key.comesBefore(other.key)
    }

    private var shown: ReportedLeak { new ?? old ?? ReportedLeak(verdict: .expected, objects: 0, fails: false) }
}
