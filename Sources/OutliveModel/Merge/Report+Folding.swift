extension Report {
    /// A merged report with each leak told once, though some runs could see what holds it and others could not.
    ///
    /// Without the heap tier a leak of the registry is known by type and file, with it by what holds it: a merged report has
    /// both, as merging has to be a join. Here the former is told with the first of the latter, the objects of all runs
    /// together. It stays alone where any run that it was made in had the heap tier: there it is another leak.
    ///
    /// - Complexity: O(n log n) in the number of findings and their occurrences.
    public var foldingUntraced: Report {
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
    /// What is said of both, with what is known of its holder.
    fileprivate func folding(_ untraced: Finding) -> Finding {
        var sum = joined(with: untraced)
        (sum.traces, sum.fingerprint, sum.retainedBytes) = (traces, fingerprint, retainedBytes)
        return sum
    }
}
