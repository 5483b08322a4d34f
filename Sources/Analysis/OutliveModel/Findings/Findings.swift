/// Judges the generation reports of one process: every key that outlived a reset, worst first.
///
/// A key is a name, type and registration site. Names that are unique to each object (`Request 17`) would hide growth,
/// because the row of a single name never grows. The names of one type and site are therefore also judged together. If
/// only the whole grows, it is reported in their place under the name of the type.
///
/// - Parameter toTheEnd: See `LiveSeries.verdict(lifetime:toTheEnd:)`.
/// - Complexity: O(reports × keys).
package func findings(in reports: [GenerationReport], warmup: Int, toTheEnd: Bool = true) -> [Finding] {
    var histories: [ComponentKey: History] = [:]
    for (cycle, report) in reports.enumerated() {
        for survivor in report.survivors {
            histories[survivor.key, default: History(cycles: reports.count)].add(survivor, cycle: cycle)
        }
        for late in report.late {
            histories[late.key, default: History(cycles: reports.count)].add(late)
        }
    }
    var found: [Finding] = []
    let ordered = histories.sorted { $0.key.precedes($1.key) }
    let alike = Dictionary(grouping: ordered) { key, _ in
        key.lifetime == .untilReset ? ComponentKey(name: key.type, type: key.type, site: key.site) : key
    }
    for (whole, members) in alike {
        let alone = members.compactMap { $0.value.finding(key: $0.key, warmup: warmup, toTheEnd: toTheEnd) }
        let grown = grownTogether(
            members.map(\.value), as: whole, besides: alone, warmup: warmup, toTheEnd: toTheEnd)
        if let grown {
            found.append(grown)
        } else {
            found += alone
        }
    }
    return found.sorted { $0.precedes($1) }
}

/// Returns the leak of all names of one type and site together, if none of them grows alone.
private func grownTogether(
    _ members: [History], as whole: ComponentKey, besides alone: [Finding], warmup: Int, toTheEnd: Bool
) -> Finding? {
    guard members.count > 1, !alone.contains(where: { $0.verdict == .leak }) else { return nil }
    // `sorted` is stable in practice, so the result among equally new histories does not vary.
    let merged = members.sorted { $0.newest > $1.newest }.reduce(into: History(cycles: 0)) { $0.merge($1) }
    return merged.finding(key: whole, warmup: warmup, toTheEnd: toTheEnd).flatMap { $0.verdict == .leak ? $0 : nil }
}

/// The reports on one key, cycle by cycle.
private struct History {
    var live: [Int]
    var births: [Birth] = []
    var backtrace = Backtrace()
    var retainCount: Int?
    var lateSeconds: Double?

    /// The generation of the youngest object alive at the end; 0 if there is none.
    var newest: Int { births.last?.generation ?? 0 }

    init(cycles: Int) {
        live = Array(repeating: 0, count: cycles)
    }

    mutating func add(_ survivor: Survivor, cycle: Int) {
        live[cycle] = boundedSum(live[cycle], survivor.count)
        backtrace = survivor.backtrace
        retainCount = survivor.retainCount
        // Only objects in the last report are alive at the end.
        births = cycle == live.count - 1 ? survivor.births : []
    }

    mutating func add(_ late: LateFree) {
        lateSeconds = max(lateSeconds ?? 0, late.seconds)
    }

    mutating func merge(_ other: History) {
        live = sums(live, other.live)
        births = (births + other.births).byGeneration
        // The first history belongs to the newest object.
        if backtrace.frames.isEmpty {
            backtrace = other.backtrace
            retainCount = other.retainCount
        }
        if let seconds = other.lateSeconds { lateSeconds = max(lateSeconds ?? 0, seconds) }
    }

    func finding(key: ComponentKey, warmup: Int, toTheEnd: Bool) -> Finding? {
        let series = LiveSeries(counts: live, warmup: warmup, freedLate: lateSeconds != nil)
        guard let verdict = series.verdict(lifetime: key.lifetime, toTheEnd: toTheEnd) else { return nil }
        return Finding(
            verdict: verdict, key: key, births: births, live: live, warmup: series.warmup, lateSeconds: lateSeconds,
            retainCount: retainCount, backtrace: backtrace)
    }
}

/// Returns the sums of two series by cycle; one that is shorter continues with 0.
func sums(_ first: [Int], _ second: [Int]) -> [Int] {
    (0..<max(first.count, second.count)).map { cycle in
        boundedSum(cycle < first.count ? first[cycle] : 0, cycle < second.count ? second[cycle] : 0)
    }
}

extension [Birth] {
    /// The births with each generation once, in order.
    var byGeneration: [Birth] {
        Dictionary(map { ($0.generation, $0.count) }, uniquingKeysWith: boundedSum)
            .map { Birth(generation: $0.key, count: $0.value) }.sorted { $0.generation < $1.generation }
    }
}

extension Finding {
    /// Returns `true` if it precedes another finding: by verdict, then most objects, then by name and site for
    /// stability.
    func precedes(_ other: Finding) -> Bool {
        if verdict != other.verdict { return verdict.rank < other.verdict.rank }
        if count != other.count { return count > other.count }
        return key.precedes(other.key)
    }
}

extension CaseIterable where Self: Equatable, AllCases == [Self] {
    /// The position among all cases, in the order of a report.
    package var rank: Int { Self.allCases.firstIndex(of: self)! }
}

/// Judges several processes that replaced one another: every key that outlived a reset in any of them.
///
/// Growth is measurable only within one process. Each process is therefore judged by itself, and each key keeps its
/// worst verdict. One exception: `suspect` means that a process had too few cycles, and yields to the verdict
/// `retained` of a process with more cycles.
///
/// - Complexity: O(reports × keys).
package func findings(inEach processRuns: [[GenerationReport]], warmup: Int) -> [Finding] {
    let judged = processRuns.enumerated().sorted { ($1.element.count, $0.offset) < ($0.element.count, $1.offset) }
        .map { findings(in: $0.element, warmup: warmup) }
    var worst: [ComponentKey: Finding] = [:]
    // The process with the most cycles comes first and decides, unless another has a worse verdict.
    for finding in judged.joined() {
        guard let known = worst[finding.key] else {
            worst[finding.key] = finding
            continue
        }
        let resolved = finding.verdict == .suspect && known.verdict == .retained
        if !resolved && finding.verdict.rank < known.verdict.rank { worst[finding.key] = finding }
    }
    return worst.values.sorted { $0.precedes($1) }
}
