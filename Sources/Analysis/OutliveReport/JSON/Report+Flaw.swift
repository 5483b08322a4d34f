internal import OutliveModel

extension Report {
    /// The first inconsistency that no run or merge could have written, or `nil` if there is none.
    ///
    /// - Complexity: O(n) in the number of findings, their occurrences and the runs.
    var flaw: String? {
        let ids = Set(shards.map(\.id))
        if ids.count < shards.count { return "two of its shards have one id" }
        for shard in shards where min(shard.fallbacks, shard.soakCycles, shard.heapCycles ?? 0) < 0 {
            return "a count of the shard \(oneLine(shard.id)) is negative"
        }
        if fallbacks < 0 { return ".fallbacks is negative" }
        for finding in findings {
            if finding.hasNegativeCount { return "a count of the finding \(oneLine(finding.key.name)) is negative" }
            if let stray = finding.occurrences.first(where: { !ids.contains($0.shard) }) {
                let name = oneLine(finding.key.name)
                return "the finding \(name) occurs in the shard \(oneLine(stray.shard)), which is missing"
            }
        }
        return nil
    }
}

extension Finding {
    fileprivate var hasNegativeCount: Bool {
        births.contains { $0.count < 0 } || live.contains { $0 < 0 } || warmup < 0 || (bytes ?? 0) < 0
            || (retainedBytes ?? 0) < 0 || occurrences.contains { $0.objects < 0 }
    }
}
