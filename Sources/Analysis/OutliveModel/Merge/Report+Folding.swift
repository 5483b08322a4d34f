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
        let blind = Set(shards.filter { $0.heapCycles == nil }.map(\.id))
        guard !blind.isEmpty, blind.count < shards.count else { return self }
        var traced: [Finding.Identity: Int] = [:]
        for (index, finding) in findings.enumerated() where finding.tier == .registry && !finding.traces.isEmpty {
            traced[finding.identityOfSite] = traced[finding.identityOfSite] ?? index
        }
        var report = self
        var folded: Set<Int> = []
        for (index, finding) in findings.enumerated() where finding.tier == .registry && finding.traces.isEmpty {
            guard let place = traced[finding.identityOfSite], !finding.occurrences.isEmpty,
                finding.occurrences.allSatisfy({ blind.contains($0.shard) })
            else { continue }
            report.findings[place] = report.findings[place].folding(finding)
            folded.insert(index)
        }
        guard !folded.isEmpty else { return self }
        report.findings = report.findings.enumerated().filter { !folded.contains($0.offset) }.map(\.element)
            .sorted { $0.comesBefore($1) }
        return report
    }
}

extension Finding {
    /// Joins both findings and keeps the traces of this one.
    fileprivate func folding(_ untraced: Finding) -> Finding {
        var sum = joined(with: untraced)
        (sum.traces, sum.fingerprint, sum.retainedBytes) = (traces, fingerprint, retainedBytes)
        return sum
    }
}
