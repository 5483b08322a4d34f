extension ReportComparison {
    /// What became of the leaks and suspects of a report.
    ///
    /// A finding is the same where its tier and fingerprint are. A fingerprint is of the trace, or without one of type and
    /// file; so what is left over goes by the latter where one of the two has no trace, as in a run without the heap tier.
    ///
    /// - Parameters:
    ///   - old: the earlier report, as a merged one.
    ///   - new: the later report, as a merged one.
    /// - Complexity: O(n log n) in the number of findings, and O(n^2) in those of one type and file.
    package static func leaks(from old: Report, to new: Report) -> [ComparedLeak] {
        let then = Dictionary(grouping: old.findings, by: \.identityOfSite)
        let now = Dictionary(grouping: new.findings, by: \.identityOfSite)
        let matches = Set(then.keys).union(now.keys).flatMap { matched(then[$0] ?? [], now[$0] ?? []) }
        return matches.compactMap { $0.compared(old, new) }.sorted { $0.comesBefore($1) }
    }

    /// What is one leak among the findings of one tier and site.
    private static func matched(_ old: [Finding], _ new: [Finding]) -> [LeakMatch] {
        var matches: [LeakMatch] = []
        for finding in old {
            matches.append(LeakMatch(old: [finding], new: new.filter { $0.identity == finding.identity }))
        }
        let before = Set(old.map(\.identity))
        matches += new.filter { !before.contains($0.identity) }.map { LeakMatch(old: [], new: [$0]) }
        // Beside each other first, so that what is told to be the same by its trace stays alone where it can.
        joinMatches(&matches) { $0.isOneSided && $1.isOneSided && $0.mayBe($1) }
        joinMatches(&matches) { ($0.isOneSided || $1.isOneSided) && $0.mayBe($1) }
        // What both reports have with and without traces, as runs with and without the heap tier do, is told once.
        joinMatches(&matches) { $0.isTraced != $1.isTraced }
        return matches
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
            LeakMatch(
                old: group.flatMap(\.old).sorted { $0.comesBefore($1) },
                new: group.flatMap(\.new).sorted { $0.comesBefore($1) })
        }
    }
}

/// Findings of two reports that are the same leak.
private struct LeakMatch {
    let old: [Finding]
    let new: [Finding]

    /// Whether only one report has it.
    var isOneSided: Bool { old.isEmpty != new.isEmpty }

    /// Whether anything of it has a trace.
    var isTraced: Bool { (old + new).contains { !$0.traces.isEmpty } }

    /// Whether nobody can tell it from another of the same site: one side of either has no trace to go by.
    func mayBe(_ other: LeakMatch) -> Bool {
        old.cannotBeTold(from: other.new) || other.old.cannotBeTold(from: new)
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
            change: change, tier: shown.tier, key: shown.key, fingerprint: shown.fingerprint ?? shown.fingerprintOfSite,
            culprit: shown.trace?.culprit?.name, old: before, new: after)
    }
}

extension SeenLeak {
    /// How bad it is: by its verdict first; what is accepted is better than what is not.
    fileprivate var rank: Int { verdict.rank * 2 + (known == nil ? 0 : 1) }
}

extension Finding {
    /// Its tier and site: what it is the same by where nobody knows what holds it.
    package var identityOfSite: Identity { Identity(tier: tier, fingerprint: fingerprintOfSite) }
}

extension [Finding] {
    /// Whether either has something without a trace, and both have something.
    fileprivate func cannotBeTold(from others: [Finding]) -> Bool {
        guard !isEmpty, !others.isEmpty else { return false }
        return contains(where: \.traces.isEmpty) || others.contains(where: \.traces.isEmpty)
    }

    /// What is said of all of them together; nil of none.
    fileprivate var seen: SeenLeak? {
        guard let worst = self.min(by: { $0.verdict.rank < $1.verdict.rank }) else { return nil }
        let pressing = filter { $0.verdict == worst.verdict }
        return SeenLeak(
            verdict: worst.verdict, objects: reduce(0) { boundedSum($0, $1.count) },
            fails: contains { finding in finding.known == nil && finding.occurrences.contains(where: \.failsUnaccepted)
            },
            known: pressing.allSatisfy { $0.known != nil } ? worst.known : nil,
            isVictim: allSatisfy { $0.victimOf != nil })
    }
}

extension Report {
    /// Whether a tier watched in any run.
    package func looked(in tier: Tier) -> Bool { tier == .registry ? watch == .watched : heap != nil }

    /// Whether it is not of all that was to be measured, so that what is missing from it may still be there.
    package var isPartial: Bool { interrupted || outcome == .failed }

    /// Whether it would have the findings of another report if they were there: by the runs that are like those that
    /// they were made in, where there are such.
    ///
    /// - Parameters:
    ///   - findings: those of one tier, that it does not have.
    ///   - other: the report that has them, as a merged one.
    fileprivate func looked(for findings: [Finding], of other: Report) -> Bool {
        guard let tier = findings.first?.tier, looked(in: tier) else { return false }
        let ids = Set(findings.flatMap(\.occurrences).map(\.shard))
        let runs = other.shards.filter { ids.contains($0.id) }
        let alike = shards.filter { shard in runs.contains { $0.isAlike(shard) } }
        return alike.isEmpty || alike.contains { $0.looked(in: tier) }
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

    /// What is said of it now, or was when it was last there.
    private var shown: SeenLeak { new ?? old ?? SeenLeak(verdict: .expected, objects: 0, fails: false) }
}

extension Change {
    /// The place in a report.
    package var rank: Int { Self.allCases.firstIndex(of: self)! }
}
