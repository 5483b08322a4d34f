extension ReportComparison {
    /// What became of the causes of a report, and of what else survived.
    ///
    /// A cause is the same where its fingerprint is, or else where one of its findings has the fingerprint of one of the
    /// other's, as another finding may lead. A fingerprint is of the trace, or without one of type and file; so what is left
    /// over goes by the latter where one of the two has no trace, as in a run without the heap tier.
    ///
    /// - Parameters:
    ///   - old: the earlier report, as a merged one.
    ///   - new: the later report, as a merged one.
    /// - Complexity: O(n^2) in the number of causes.
    package static func leaks(from old: Report, to new: Report) -> [ComparedLeak] {
        var matches: [LeakMatch] = []
        let (then, now) = (old.survivingCauses, new.survivingCauses)
        let later = Dictionary(grouping: now, by: \.fingerprint)
        matches += then.map { LeakMatch(old: [$0], new: later[$0.fingerprint] ?? []) }
        let before = Set(then.map(\.fingerprint))
        matches += now.filter { !before.contains($0.fingerprint) }.map { LeakMatch(old: [], new: [$0]) }
        joinMatches(&matches) { $0.isOneSided && $1.isOneSided && $0.sharesFinding(with: $1) }
        // Beside each other first, so that what is the same by its trace stays alone where it can.
        joinMatches(&matches) { $0.isOneSided && $1.isOneSided && $0.mayBe($1) }
        joinMatches(&matches) { ($0.isOneSided || $1.isOneSided) && $0.mayBe($1) }
        // What both reports have with and without traces, as runs with and without the heap tier do, is one.
        joinMatches(&matches) { $0.isTraced != $1.isTraced && !$0.sites.isDisjoint(with: $1.sites) }
        return matches.compactMap { $0.compared(old, new) }.sorted { $0.comesBefore($1) }
    }

    /// Makes one of all that a chain of the relation connects, in whatever order they are.
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
    /// The causes, accepted ones included, and each finding that belongs to none.
    fileprivate var survivingCauses: [Cause] {
        OutliveModel.causes(of: findings) + findings.filter { !$0.isComplaint }.map { Cause(leader: $0) }
    }
}

/// Causes of two reports that are the same.
private struct LeakMatch {
    let old: [Cause]
    let new: [Cause]
    /// Tier and site of all findings.
    let sites: Set<Finding.Identity>
    /// Whether any finding has a trace.
    let isTraced: Bool

    init(old: [Cause], new: [Cause]) {
        self.old = old.sorted { $0.leader.comesBefore($1.leader) }
        self.new = new.sorted { $0.leader.comesBefore($1.leader) }
        sites = Set((old + new).flatMap(\.findings).map(\.identityOfSite))
        isTraced = (old + new).contains(where: \.isTraced)
    }

    /// Whether only one report has it.
    var isOneSided: Bool { old.isEmpty != new.isEmpty }

    /// Whether a finding of the one report is a finding of the other one.
    func sharesFinding(with other: LeakMatch) -> Bool {
        func names(_ causes: [Cause]) -> Set<Finding.Identity> { Set(causes.flatMap(\.findings).map(\.identity)) }
        return !names(old).isDisjoint(with: names(other.new)) || !names(other.old).isDisjoint(with: names(new))
    }

    /// Whether it cannot be distinguished from another one: one side of either has no trace to go by.
    func mayBe(_ other: LeakMatch) -> Bool {
        guard !sites.isDisjoint(with: other.sites) else { return false }
        return old.cannotBeTold(from: other.new) || other.old.cannotBeTold(from: new)
    }

    /// Nil of what neither report complains of.
    func compared(_ then: Report, _ now: Report) -> ComparedLeak? {
        let (before, after) = (old.seen, new.seen)
        guard [before, after].contains(where: { $0?.verdict == .leak || $0?.verdict == .suspect }),
            let shown = new.first ?? old.first
        else { return nil }
        let change: Change
        switch (before, after) {
        case (nil, _): change = then.looked(for: new, of: now) ? .new : .notCompared
        case (_, nil): change = now.looked(for: old, of: then) && !now.isPartial ? .fixed : .notCompared
        case (let before?, let after?):
            let (was, isNow) = (before.rank, after.rank)
            change = isNow < was ? .worse : isNow > was ? .better : .unchanged
        }
        return ComparedLeak(
            change: change, tier: shown.leader.tier, key: shown.leader.key, fingerprint: shown.fingerprint,
            culprit: shown.culprit?.name, old: before, new: after)
    }
}

extension SeenLeak {
    /// How bad it is: by its verdict first; what is accepted is better than what is not.
    fileprivate var rank: Int { verdict.rank * 2 + (known == nil ? 0 : 1) }
}

extension Finding {
    /// Tier and site: what a finding is the same by where its holder is not known.
    package var identityOfSite: Identity { Identity(tier: tier, fingerprint: fingerprintOfSite) }
}

extension Cause {
    fileprivate var isTraced: Bool { findings.contains { !$0.traces.isEmpty } }
}

extension [Cause] {
    /// Whether a cause of the one and a cause of the other share a site, and one of them has no trace.
    fileprivate func cannotBeTold(from others: [Cause]) -> Bool {
        contains { mine in
            let sites = Set(mine.findings.map(\.identityOfSite))
            return others.contains { other in
                (!mine.isTraced || !other.isTraced) && other.findings.contains { sites.contains($0.identityOfSite) }
            }
        }
    }

    /// What a report has of all of them together; nil of none.
    fileprivate var seen: SeenLeak? {
        guard let worst = self.min(by: { $0.verdict.rank < $1.verdict.rank }) else { return nil }
        let pressing = filter { $0.verdict == worst.verdict }.flatMap(\.findings)
        return SeenLeak(
            verdict: worst.verdict, objects: reduce(0) { boundedSum($0, $1.leader.count) }, unit: worst.leader.unit,
            fails: flatMap(\.findings).contains { finding in
                finding.known == nil && finding.occurrences.contains(where: \.failsUnaccepted)
            },
            known: pressing.allSatisfy { $0.known != nil } ? worst.leader.known : nil)
    }
}

extension Report {
    /// Whether a tier watched in any run.
    package func looked(in tier: Tier) -> Bool { tier == .registry ? watch == .watched : heap != nil }

    /// Whether it is not of all that was to be measured, so that what is missing from it may still be there.
    package var isPartial: Bool { interrupted || outcome == .failed }

    /// Whether it would have causes of another report if they were there: by the runs that are like those that they were
    /// seen in, where there are such.
    ///
    /// - Parameters:
    ///   - causes: those that it does not have.
    ///   - other: the report that has them, as a merged one.
    fileprivate func looked(for causes: [Cause], of other: Report) -> Bool {
        let findings = causes.flatMap(\.findings)
        return Tier.allCases.contains { tier in
            let seen = findings.filter { $0.tier == tier }
            guard !seen.isEmpty, looked(in: tier) else { return false }
            let ids = Set(seen.flatMap(\.occurrences).map(\.shard))
            let runs = other.shards.filter { ids.contains($0.id) }
            let alike = shards.filter { shard in runs.contains { $0.isAlike(shard) } }
            return alike.isEmpty || alike.contains { $0.looked(in: tier) }
        }
    }
}

extension Shard {
    fileprivate func looked(in tier: Tier) -> Bool { tier == .registry ? watch == .watched : heapCycles != nil }

    /// Whether it ran the same thing on the same machine, whatever was watched for.
    fileprivate func isAlike(_ other: Shard) -> Bool {
        machine == other.machine && plan.launch == other.plan.launch && plan.work == other.plan.work
    }
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

    /// What the later report has of it, or else the earlier one.
    private var shown: SeenLeak { new ?? old ?? SeenLeak(verdict: .expected, objects: 0, fails: false) }
}

extension Change {
    /// The place in a report.
    package var rank: Int { Self.allCases.firstIndex(of: self)! }
}
