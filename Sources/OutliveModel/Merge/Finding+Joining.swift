extension Finding {
    /// What it is the same leak by, in whatever run: who saw it, and its fingerprint.
    package struct Identity: Hashable, Comparable, Sendable {
        var tier: Tier
        var fingerprint: String

        package static func < (first: Identity, second: Identity) -> Bool {
            first.tier == second.tier ? first.fingerprint < second.fingerprint : first.tier == .registry
        }
    }

    /// What it is the same leak by; a fingerprint is made where there is none.
    package var identity: Identity { Identity(tier: tier, fingerprint: fingerprint ?? fingerprintOfSite) }

    /// The finding of a single run as one that was made in that run alone.
    ///
    /// - Parameters:
    ///   - shard: the run.
    ///   - fails: whether it fails the run, where nothing is accepted.
    func occurring(in shard: String, fails: Bool) -> Finding {
        var finding = self
        finding.occurrences = [
            Occurrence(shard: shard, verdict: verdict, objects: count, fails: fails, isAccepted: known != nil)
        ]
        return finding
    }

    /// One of two of a single run that have one fingerprint: their objects are added up.
    func added(to other: Finding) -> Finding {
        var sum = joined(with: other)
        let objects = (occurrences + other.occurrences).reduce(0) { boundedSum($0, $1.objects) }
        if sum.occurrences.count == 1 { sum.occurrences[0].objects = objects }
        return sum
    }

    /// What two reports say of one leak: the verdict is the worst, and the rest that of the one that tells most.
    ///
    /// It is known only where no report says that it fails. A finding that belongs to a cause in one run belongs to it in the
    /// merged report, too; see `causes(of:)` for findings that lead in one run and not in another.
    func joined(with other: Finding) -> Finding {
        var joined = tellsMore(than: other) ? self : other
        joined.occurrences = (occurrences + other.occurrences).inOrder
        joined.known = failsUnaccepted || other.failsUnaccepted ? nil : both(known, other.known) { anyOf($0, $1) }
        joined.victimOf = both(victimOf, other.victimOf, join: min)
        return joined
    }

    /// The same, with each run once.
    var withOrderedOccurrences: Finding {
        var finding = self
        finding.fingerprint = fingerprint ?? fingerprintOfSite
        finding.occurrences = occurrences.inOrder
        return finding
    }

    /// Whether it made a run fail, and nobody has accepted it since.
    private var failsUnaccepted: Bool { known == nil && occurrences.contains(where: \.failsUnaccepted) }

    /// Whether it stands for both of two: worse, with traces, of more objects; what follows only decides between them.
    private func tellsMore(than other: Finding) -> Bool {
        let ranks = (verdict.rank, traces.isEmpty ? 1 : 0, -births.total, -(bytes ?? 0))
        let others = (other.verdict.rank, other.traces.isEmpty ? 1 : 0, -other.births.total, -(other.bytes ?? 0))
        if ranks != others { return ranks < others }
        if key != other.key { return key.comesBefore(other.key) }
        if live != other.live { return live.lexicographicallyPrecedes(other.live) }
        let (mine, theirs) = (bare, other.bare)
        return anyOf(mine, theirs) == mine
    }

    /// Without what depends on the runs that it was made in.
    private var bare: Finding {
        var bare = self
        (bare.occurrences, bare.known, bare.victimOf) = ([], nil, nil)
        return bare
    }

    /// The order of a merged report: the registry's first, each tier as in the report of a run.
    func comesBefore(_ other: Finding) -> Bool {
        if tier != other.tier { return tier == .registry }
        if precedes(other) != other.precedes(self) { return precedes(other) }
        return identity < other.identity
    }
}

extension [Birth] {
    /// How many objects they are.
    var total: Int { reduce(0) { boundedSum($0, $1.count) } }
}

extension [Occurrence] {
    /// Each run once, in the order of their ids.
    fileprivate var inOrder: [Occurrence] { OutliveModel.joined(self, by: \.shard, in: <) { $0.joined(with: $1) } }
}

extension Occurrence {
    /// What two reports say of one run: a list of known leaks that was applied to one of them may tell them apart.
    fileprivate func joined(with other: Occurrence) -> Occurrence {
        Occurrence(
            shard: shard, verdict: verdict.rank <= other.verdict.rank ? verdict : other.verdict,
            objects: Swift.max(objects, other.objects), fails: fails || other.fails,
            isAccepted: isAccepted && other.isAccepted)
    }
}
