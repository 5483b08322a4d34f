/// Judges the generation reports of one process: every key that outlived a reset, worst first.
///
/// A key is a name, type and registration site. Names that are made up anew for every object (`Request 17`)
/// would hide growth, as each has a row of its own that never grows; so the names of one type and site are also
/// judged together, and when only the whole grows, the whole is reported, under the type's name.
///
/// - Parameters:
///   - reports: the reports of one process, in order of generation.
///   - warmup: how many of the first reports are warm-up.
/// - Returns: the findings: leaks, suspects, retained, late, expected; within a verdict the most objects first.
/// - Complexity: O(reports × keys).
public func findings(in reports: [GenerationReport], warmup: Int) -> [Finding] {
    var histories: [ComponentKey: History] = [:]
    for (cycle, report) in reports.enumerated() {
        for survivor in report.survivors {
            histories[survivor.key, default: History(cycles: reports.count)].add(survivor, cycle: cycle)
        }
        for late in report.late {
            histories[late.key, default: History(cycles: reports.count)].add(late)
        }
    }
    var found = histories.compactMap { key, history in history.finding(key: key, warmup: warmup) }
    found += grownTogether(histories, besides: found, warmup: warmup)
    return found.sorted { $0.precedes($1) }
}

/// Findings for types and sites whose many names grow together although none of them grows alone.
private func grownTogether(_ histories: [ComponentKey: History], besides found: [Finding], warmup: Int) -> [Finding] {
    var groups: [ComponentKey: [ComponentKey]] = [:]
    for key in histories.keys where key.lifetime == .untilReset {
        groups[ComponentKey(name: key.type, type: key.type, site: key.site), default: []].append(key)
    }
    let leaking = Set(found.lazy.filter { $0.verdict == .leak }.map(\.key))
    return groups.compactMap { group, members in
        guard members.count > 1, leaking.isDisjoint(with: members) else { return nil }
        let whole = members.map { histories[$0]! }.reduce(into: History(cycles: 0)) { $0.merge($1) }
        guard let finding = whole.finding(key: group, warmup: warmup), finding.verdict == .leak else { return nil }
        return finding
    }
}

/// What the reports say of one key, cycle by cycle.
private struct History {
    var live: [Int]
    var births: [Birth] = []
    var backtrace = Backtrace()
    var retainCount: Int?
    var lateSeconds: Double?

    init(cycles: Int) {
        live = Array(repeating: 0, count: cycles)
    }

    mutating func add(_ survivor: Survivor, cycle: Int) {
        live[cycle] += survivor.count
        backtrace = survivor.backtrace
        retainCount = survivor.retainCount
        // Only what the last report says is alive at the end.
        births = cycle == live.count - 1 ? survivor.births : []
    }

    mutating func add(_ late: LateFree) {
        lateSeconds = max(lateSeconds ?? 0, late.seconds)
    }

    mutating func merge(_ other: History) {
        if live.count < other.live.count { live += Array(repeating: 0, count: other.live.count - live.count) }
        for (cycle, count) in other.live.enumerated() { live[cycle] += count }
        var byGeneration = Dictionary(uniqueKeysWithValues: births.map { ($0.generation, $0.count) })
        for birth in other.births { byGeneration[birth.generation, default: 0] += birth.count }
        births = byGeneration.map { Birth(generation: $0.key, count: $0.value) }.sorted { $0.generation < $1.generation }
        if backtrace.frames.isEmpty { backtrace = other.backtrace }
        if let seconds = other.lateSeconds { lateSeconds = max(lateSeconds ?? 0, seconds) }
    }

    func finding(key: ComponentKey, warmup: Int) -> Finding? {
        let series = LiveSeries(counts: live, warmup: warmup, freedLate: lateSeconds != nil)
        guard let verdict = series.verdict(lifetime: key.lifetime) else { return nil }
        return Finding(
            verdict: verdict, key: key, births: births, live: live, warmup: series.warmup, lateSeconds: lateSeconds,
            retainCount: retainCount, backtrace: backtrace)
    }
}

extension Finding {
    /// The order of a report: by verdict, then the most objects, then by name and site, so that it is stable.
    fileprivate func precedes(_ other: Finding) -> Bool {
        if verdict != other.verdict { return verdict.rank < other.verdict.rank }
        if count != other.count { return count > other.count }
        return (key.name, key.site.description, key.site.column) < (other.key.name, other.key.site.description, other.key.site.column)
    }
}

extension Verdict {
    /// The place in a report, worst first.
    fileprivate var rank: Int { Self.allCases.firstIndex(of: self)! }
}
