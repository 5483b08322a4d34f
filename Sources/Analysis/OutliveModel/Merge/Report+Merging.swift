extension Report {
    /// Converts the report of a single run to a merged report; a merged report stays merged.
    ///
    /// The samples, the soak and the censuses are reduced to their results, so that the size does not grow with the
    /// run.
    package func asMerged(summary: String) -> Report {
        guard shards.isEmpty else { return normalised }
        var report = self
        report.addMissingFingerprints()
        let shard = Shard(of: report, id: report.runID, outcome: report.outcome, summary: summary)
        let failing = Set(report.findings.filter(report.plan.isFailed(by:)))
        report.shards = [shard]
        report.findings = joined(
            report.findings.map { $0.occurring(in: shard.id, fails: failing.contains($0)) }, by: \.identity, in: <
        ) { $0.added(to: $1) }
        report.notes.append(MergeNote.noRawData.rawValue)
        return report.normalised
    }

    /// Merges two reports: each run and each leak counts once, and no figure mixes two runs.
    ///
    /// Merging is associative, commutative and idempotent, so reports can be merged repeatedly and in any order. The
    /// report of a single run becomes a merged one with an empty summary; see `asMerged(summary:)`.
    ///
    /// - Complexity: O(n log n) in the number of runs, findings and their occurrences.
    package func merged(with other: Report) -> Report {
        var (report, other) = (asMerged(summary: ""), other.asMerged(summary: ""))
        report.toolVersion = laterVersion(report.toolVersion, other.toolVersion)
        report.startedAt = min(report.startedAt, other.startedAt)
        report.shards += other.shards
        report.findings += other.findings
        report.components += other.components
        report.stateDifferences += other.stateDifferences
        report.failures += other.failures
        report.notes += other.notes
        report.heap = both(report.heap, other.heap) { $0.joined(with: $1) }
        report.fidelity = both(report.fidelity, other.fidelity) { $0.joined(with: $1) }
        report.unshownResets = both(report.unshownResets, other.unshownResets) { $0 + $1 }
        report.known = both(report.known, other.known) { $0.joined(with: $1) }
        report.interrupted = report.interrupted || other.interrupted
        return report.normalised
    }

    /// The merged report in its canonical form: each entry once and in order.
    private var normalised: Report {
        var report = self
        (report.samples, report.soak, report.slopes, report.comparison, report.ping) = ([], [], [], nil, nil)
        report.seconds = nil
        (report.host, report.stuckTasks, report.memory, report.tests) = (nil, nil, nil, nil)
        (report.pollution, report.allocations, report.course) = (nil, nil, nil)
        (report.budget, report.testBudgets) = (nil, nil)
        report.shards = joined(shards, by: \.id, in: <) { $0.joined(with: $1) }
        report.format = report.shards.contains { $0.plan.arms != nil } ? 2 : 1
        report.findings = joined(findings.map(\.withOrderedOccurrences), by: \.identity, in: <) { $0.joined(with: $1) }
        report.heap = heap.map { $0.joined(with: $0) }
        report.fidelity = fidelity.map { $0.joined(with: $0) }
        report.unshownResets = unshownResets.map { Set($0).sorted { $0.rawValue < $1.rawValue } }
        report.known = known.map { $0.joined(with: $0) }
        var notes = Set(self.notes)
        report.components = limited(
            joined(components, by: \.self, in: { $0.comesBefore($1) }) { key, _ in key }, .components, &notes)
        report.stateDifferences = limited(
            joined(
                stateDifferences, by: { [$0.arm?.rawValue ?? "", $0.expected, $0.actual] },
                in: { $0.lexicographicallyPrecedes($1) }, join: { $0.joined(with: $1) }), .stateDifferences, &notes)
        for index in report.fidelity?.results.indices ?? 0..<0 {
            let differences = report.fidelity?.results[index].differences ?? []
            report.fidelity?.results[index].differences = limited(differences, .subjects, &notes)
        }
        report.failures = limited(
            joined(
                failures, by: { [$0.code.rawValue, $0.message] }, in: { $0.lexicographicallyPrecedes($1) },
                join: { anyOf($0, $1) }), .failures, &notes)
        let own = MergeNote.allCases.map(\.rawValue)
        let others = limited(notes.subtracting(own).sorted(), .notes, &notes)
        report.notes = own.filter(notes.contains) + others
        return report.withDerivedValues
    }

    private var withDerivedValues: Report {
        guard let first = shards.first else { return self }
        var report = self
        (report.machine, report.plan, report.isolation) = (first.machine, first.plan, first.isolation)
        report.watch = shards.map(\.watch).max { $0.rank < $1.rank } ?? .off
        report.fallbacks = shards.reduce(0) { boundedSum($0, $1.fallbacks) }
        report.toolchain = shards.allSatisfy { $0.toolchain == first.toolchain } ? first.toolchain : nil
        report.findings.sort { $0.comesBefore($1) }
        return report
    }

    private var runID: String {
        var bare = self
        bare.known = nil
        for index in bare.findings.indices { bare.findings[index].known = nil }
        return hexadecimal((try? contentDigest(of: bare)) ?? 0)
    }
}

/// The notes of a merged report on omitted data; the raw values are the texts.
private enum MergeNote: String, CaseIterable {
    case noRawData = "The raw samples, the cycles of the soaks and the censuses are in the reports of the single runs."
    case components = "Of the components, the first 2000 by name are kept."
    case stateDifferences = "Of the differences in what the probe prints, 20 are kept."
    case subjects = "Of what differs in a check of fidelity, the first 200 subjects are kept."
    case failures = "Of the failures, 100 are kept; how each run ended is with the runs."
    case notes = "Of the notes of the runs, 200 are kept."

    /// The maximum number of entries kept in a collection that leaks and runs do not limit.
    fileprivate var maximum: Int {
        switch self {
        case .noRawData: 0
        case .components: 2_000
        case .stateDifferences: 20
        case .failures: 100
        case .notes, .subjects: 200
        }
    }
}

/// Returns the first entries, and adds a note if there are more.
///
/// The selection depends only on the keys, and therefore not on the order of merging.
private func limited<Entry>(_ entries: [Entry], _ note: MergeNote, _ notes: inout Set<String>) -> [Entry] {
    guard entries.count > note.maximum else { return entries }
    notes.insert(note.rawValue)
    return Array(entries.prefix(note.maximum))
}

extension Report {
    /// The merged report with each leak once, even if only some runs recorded its leak trace.
    ///
    /// A registry leak is identified by type and file without the heap tier, and by its leak trace with it. A merged
    /// report contains both forms, because merging must be associative. Here the untraced form joins the first traced
    /// one, with the objects of all runs together. It stays separate if any of its runs used the heap tier, because
    /// there it is a different leak.
    ///
    /// - Complexity: O(n log n) in the number of findings and their occurrences.
    package var foldingUntraced: Report {
        let blind = Set(shards.filter { !$0.watched(.heap) }.map(\.id))
        guard !blind.isEmpty, blind.count < shards.count else { return self }
        var traced: [Finding.Identity: Int] = [:]
        for (index, finding) in findings.enumerated() where finding.tier == .registry && !finding.traces.isEmpty {
            traced[finding.identityOfSite] = traced[finding.identityOfSite] ?? index
        }
        var report = self
        var folded: Set<Int> = []
        for (index, finding) in findings.enumerated() where finding.tier == .registry && finding.traces.isEmpty {
            guard let known = traced[finding.identityOfSite], !finding.occurrences.isEmpty,
                finding.occurrences.allSatisfy({ blind.contains($0.shard) })
            else { continue }
            report.findings[known] = report.findings[known].folding(finding)
            folded.insert(index)
        }
        guard !folded.isEmpty else { return self }
        report.findings = report.findings.enumerated().filter { !folded.contains($0.offset) }.map(\.element)
            .sorted { $0.comesBefore($1) }
        return report
    }
}

extension Finding {
    fileprivate func folding(_ untraced: Finding) -> Finding {
        var sum = joined(with: untraced)
        (sum.traces, sum.fingerprint, sum.retainedBytes) = (traces, fingerprint, retainedBytes)
        return sum
    }
}
