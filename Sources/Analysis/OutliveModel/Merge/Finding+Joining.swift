extension Finding {
    /// Returns the finding of a single run with an occurrence in that run.
    func occurring(in shard: String, fails: Bool) -> Finding {
        var finding = self
        finding.occurrences = [
            Occurrence(
                shard: shard, verdict: verdict, objects: count, bytes: bytes, retainedBytes: retainedBytes,
                fails: fails, isAccepted: known != nil)
        ]
        return finding
    }

    /// Joins two findings of a single run with the same fingerprint and adds up their objects and bytes.
    ///
    /// The numbers by generation and by cycle are added as well, unless one finding counts bytes and the other objects.
    func added(to other: Finding) -> Finding {
        var sum = joined(with: other)
        let objects = (occurrences + other.occurrences).reduce(0) { boundedSum($0, $1.objects) }
        sum.bytes = both(bytes, other.bytes, join: boundedSum)
        sum.retainedBytes = both(retainedBytes, other.retainedBytes, join: max)
        if sum.occurrences.count == 1 {
            sum.occurrences[0].objects = objects
            (sum.occurrences[0].bytes, sum.occurrences[0].retainedBytes) = (sum.bytes, sum.retainedBytes)
        }
        guard unit == other.unit else { return sum }
        sum.births = (births + other.births).byGeneration
        sum.live = sums(live, other.live)
        return sum
    }

    /// Joins two reports' findings of one leak: the worst verdict, and all else from the more detailed finding.
    ///
    /// The result is a known leak only if neither report fails because of it. A finding that belongs to a cause in one
    /// run belongs to it in the merged report, too; see `causes(of:)` for findings that lead in one run and not in
    /// another.
    package func joined(with other: Finding) -> Finding {
        var joined = isMoreDetailed(than: other) ? self : other
        joined.occurrences = (occurrences + other.occurrences).inOrder
        joined.known = failsUnaccepted || other.failsUnaccepted ? nil : both(known, other.known) { anyOf($0, $1) }
        joined.victimOf = both(victimOf, other.victimOf, join: min)
        joined.tests = both(tests, other.tests) { ($0 + $1).inOrder }
        joined.worker = worker == other.worker ? worker : nil
        joined.arms = both(arms, other.arms) { Set($0 + $1).sorted { $0.rawValue < $1.rawValue } }
        return joined
    }

    /// The finding with a fingerprint, and with each run and each test once.
    var withOrderedOccurrences: Finding {
        var finding = self
        finding.fingerprint = fingerprint ?? fingerprintOfSite
        finding.occurrences = occurrences.inOrder
        finding.tests = tests?.inOrder
        return finding
    }

    private var failsUnaccepted: Bool { known == nil && occurrences.contains(where: \.failsUnaccepted) }

    /// Returns `true` if this finding represents both: worse, with traces, or of more objects; further criteria break
    /// ties.
    private func isMoreDetailed(than other: Finding) -> Bool {
        let ranks = (verdict.rank, traces.isEmpty ? 1 : 0, -births.total, -(bytes ?? 0))
        let others = (other.verdict.rank, other.traces.isEmpty ? 1 : 0, -other.births.total, -(other.bytes ?? 0))
        if ranks != others { return ranks < others }
        if key != other.key { return key.comesBefore(other.key) }
        if live != other.live { return live.lexicographicallyPrecedes(other.live) }
        let (mine, theirs) = (bare, other.bare)
        return anyOf(mine, theirs) == mine
    }

    private var bare: Finding {
        var bare = self
        (bare.occurrences, bare.known, bare.victimOf, bare.arms, bare.worker) = ([], nil, nil, nil, nil)
        bare.tests = nil
        return bare
    }

    /// Returns `true` if it precedes another in a merged report: the registry first, then the order of a single report.
    func comesBefore(_ other: Finding) -> Bool {
        if tier != other.tier { return tier == .registry }
        if precedes(other) != other.precedes(self) { return precedes(other) }
        return identity < other.identity
    }
}

extension [Occurrence] {
    /// The occurrences in the order of their runs, each run once.
    fileprivate var inOrder: [Occurrence] { OutliveModel.joined(self, by: \.shard, in: <) { $0.joined(with: $1) } }
}

extension Occurrence {
    /// Joins two occurrences in one run, which differ if a list of known leaks was applied to one of them.
    fileprivate func joined(with other: Occurrence) -> Occurrence {
        Occurrence(
            shard: shard, verdict: verdict.rank <= other.verdict.rank ? verdict : other.verdict,
            objects: Swift.max(objects, other.objects), bytes: both(bytes, other.bytes, join: Swift.max),
            retainedBytes: both(retainedBytes, other.retainedBytes, join: Swift.max), fails: fails || other.fails,
            isAccepted: isAccepted && other.isAccepted)
    }
}
