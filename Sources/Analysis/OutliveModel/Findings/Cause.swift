internal import OutliveSupport

/// A cause of leaks: the reference to cut, the fix, and everything that leaks with it.
package struct Cause: Hashable, Sendable {
    /// The finding that represents the cause; its trace names the suspect reference.
    package var leader: Finding
    /// The other findings that the same fix resolves, in the order of the report.
    package var others: [Finding]
    /// The growth of threads and descriptors in step with the objects: as many more for each of them.
    package var inStep: [Slope] = []

    package init(leader: Finding, others: [Finding] = []) {
        self.leader = leader
        self.others = others
    }

    package var findings: [Finding] { [leader] + others }
    package var verdict: Verdict { findings.lazy.map(\.verdict).min { $0.rank < $1.rank } ?? leader.verdict }
    /// The suspect reference of the leading finding; `nil` if none was found.
    package var culprit: Suspect? { leader.trace?.culprit }
    package var name: String { culprit?.name ?? leader.key.name }
    package var location: SourceLine? { culprit?.location }

    /// The program of the workers that show the cause, or `nil` if the measured process shows it, too.
    package var worker: String? {
        findings.allSatisfy { $0.worker == leader.worker } ? leader.worker : nil
    }

    /// What shows whether a store fills or leaks.
    package static let wayToFill =
        "Give each cycle more work (a greater --work-repeat), or run more cycles: a bound ends the growth."

    /// The fix, in a sentence, or for a store that fills the way to see that it does.
    package var hint: String {
        if verdict == .filling { return leader.wayToFill }
        if let growth = leader.library {
            return "Trigger it less often: \(growth.reason); this growth is known, but larger than expected."
        }
        guard let culprit else { return "Find what refers to it, and release it." }
        return culprit.hint
    }

    /// The identifier of the cause across runs and machines.
    package var fingerprint: String { leader.fingerprint ?? leader.fingerprintOfSite }

    /// The number of objects that the title counts: of the leading finding, and of findings with its type and fingerprint
    /// from other lines, which a merge adds to it.
    package var objects: Int { sum(\.count) }

    /// The amount that the title counts, in the unit of the leading finding; see `objects`.
    package var amountInUnit: Int { sum(\.amountInUnit) }

    private func sum(_ amount: (Finding) -> Int) -> Int {
        others.reduce(amount(leader)) { sum, other in
            let isSame = other.identity == leader.identity && other.key.type == leader.key.type
            return isSame && other.unit == leader.unit ? boundedSum(sum, amount(other)) : sum
        }
    }

    /// The leaking objects: one row for each type and allocation site, the leading finding's rows first.
    ///
    /// An object that both tiers found is in one row.
    package var leaked: [LeakedType] {
        findings.map(LeakedType.init).combined(by: \.key) { row, other in
            row.objects = max(row.objects, other.objects)
            row.bytes = max(row.bytes, other.bytes)
        }
    }

    /// The bytes of everything that leaks, in a merged report in all runs; `nil` if no bytes are known.
    package var bytes: Int? {
        let runs = Dictionary(
            grouping: findings.flatMap { finding in finding.occurrences.map { (finding, $0) } }, by: \.1.shard)
        let sizes = runs.values.compactMap { Self.size(inRun: $0) }
        return sizes.isEmpty ? bytesInRun : sizes.reduce(0, boundedSum)
    }

    /// Returns the bytes of everything that leaks in one of the merged runs, or `nil` if no bytes are known.
    package func bytes(in shard: String) -> Int? {
        Self.size(
            inRun: findings.flatMap { finding in
                finding.occurrences.lazy.filter { $0.shard == shard }.map { (finding, $0) }
            })
    }

    /// The bytes of everything that leaks in the runs that supplied the findings, or `nil` if no bytes are known.
    private var bytesInRun: Int? {
        Self.size(of: findings.map { (LeakedType($0).key, $0.bytes ?? 0, $0.retainedBytes ?? 0) })
    }

    /// Returns the bytes of everything that leaks in one of the merged runs, or `nil` if no bytes are known.
    private static func size(inRun findings: [(Finding, Occurrence)]) -> Int? {
        size(of: findings.map { (LeakedType($0).key, $1.bytes ?? 0, $1.retainedBytes ?? 0) })
    }

    /// Returns the bytes of everything that leaks in one run, or `nil` if no bytes are known.
    ///
    /// An object that both tiers found counts once. What any of the findings retains is released with the fix; which of
    /// them leads depends on the run.
    private static func size(of parts: [(row: LeakedType.RowKey, bytes: Int, retained: Int)]) -> Int? {
        let sizes = Dictionary(parts.map { ($0.row, $0.bytes) }, uniquingKeysWith: max)
        let all = max(sizes.values.reduce(0, boundedSum), parts.lazy.map(\.retained).max() ?? 0)
        return all > 0 ? all : nil
    }

    /// The bytes that the fix frees for each measured cycle; 0 if they are unknown or less than one, or if no test ran
    /// again.
    ///
    /// In a merged report these are the cycles of the runs that supplied the findings.
    package var bytesPerCycle: Int {
        guard !leader.isOfTests || !leader.live.isEmpty else { return 0 }
        let cycles = findings.lazy.map { $0.live.count - max($0.warmup, 0) }.max() ?? 0
        return (bytesInRun ?? 0) / max(cycles, 1)
    }

    /// `true` if growth slows down, as in a cache that is still filling; see `LiveSeries.slows(_:)`.
    ///
    /// The size of a buffer that doubles now and then says little about the rate.
    package var isSlowing: Bool {
        let measured = leader.live.dropFirst(max(leader.warmup, 0))
        let changes = zip(measured, measured.dropFirst()).count { $0 != $1 }
        return LiveSeries.slows(measured) && (leader.unit != .bytes || changes * 2 >= measured.count)
    }

    /// Returns `true` if it precedes another cause in a report.
    ///
    /// Leaks precede suspects; then the first in the list of another program; then steady growth, certain references and
    /// more bytes per cycle come first.
    func precedes(_ other: Cause) -> Bool {
        if verdict != other.verdict { return verdict.rank < other.verdict.rank }
        if isSlowing != other.isSlowing { return !isSlowing }
        // Another program lists the largest leaks first.
        if let place = leader.place, let its = other.leader.place, place != its { return place < its }
        if certainty != other.certainty { return certainty > other.certainty }
        if bytesPerCycle != other.bytesPerCycle { return bytesPerCycle > other.bytesPerCycle }
        let counts = (objects, other.objects)
        if counts.0 != counts.1 { return counts.0 > counts.1 }
        return fingerprint < other.fingerprint
    }

    /// The certainty: 2 for a suspect reference, 1 for a probable one or a word of a stack or of C memory, 0 for none.
    private var certainty: Int {
        guard let culprit, let steps = leader.trace?.steps else { return 0 }
        let kind = steps.indices.contains(culprit.step) ? steps[culprit.step].kind : nil
        let isStray = culprit.location == nil && (kind == .stack || kind == .threadLocal || kind == .memory)
        return culprit.doubt == nil && !isStray ? 2 : 1
    }
}

/// The objects of one type and site that leak through a cause.
package struct LeakedType: Codable, Hashable, Sendable {
    /// The type and line of a row, unique within a cause.
    struct RowKey: Hashable {
        var type: String
        var site: SourceLine?
    }

    /// The type; `raw memory` for blocks that are no Swift objects.
    package var type: String
    /// The line of the program that allocated or registered the objects, or `nil` if it is unknown.
    package var site: SourceLine?
    package var objects: Int
    /// The bytes of the objects; 0 if they are unknown.
    package var bytes: Int
    /// The unit of the finding; a container that grows counts as one object.
    package var unit: LiveUnit

    var key: RowKey { RowKey(type: type, site: site) }

    init(_ finding: Finding) {
        type = finding.key.type
        site =
            finding.key.site.line > 0 ? SourceLine(file: finding.key.site.fileID, line: finding.key.site.line) : nil
        objects = finding.unit == .bytes ? 1 : finding.count
        bytes = finding.allBytes ?? 0
        unit = finding.unit
    }
}

/// Groups findings into causes, most important first; by default leaks and suspects.
///
/// - Complexity: O(findings log findings).
package func causes(of findings: [Finding], where isMember: (Finding) -> Bool = \.isLeakOrSuspect) -> [Cause] {
    let complaints = findings.filter(isMember)
    return causeGroups(of: complaints).map { members in
        Cause(leader: complaints[members[0]], others: members.dropFirst().map { complaints[$0] })
    }.sorted { $0.precedes($1) }
}

/// Returns the indices of each cause's findings, the leading one first, the others in the order of the findings.
///
/// The first of several findings with one fingerprint leads. The leading finding of one run may belong to another in
/// the next run of a merged report, so links are followed; in a ring of links the smallest fingerprint leads. A finding
/// whose leading finding is missing is a cause of its own.
package func causeGroups(of findings: [Finding]) -> [[Int]] {
    var indices: [String: Int] = [:]
    for (index, finding) in findings.enumerated() {
        guard let fingerprint = finding.fingerprint else { continue }
        guard let first = indices[fingerprint] else {
            indices[fingerprint] = index
            continue
        }
        if findings[first].victimOf != nil, finding.victimOf == nil { indices[fingerprint] = index }
    }
    func next(_ index: Int) -> Int {
        let names = [findings[index].victimOf, findings[index].fingerprint]
        return names.lazy.compactMap { $0.flatMap { indices[$0] } }.first ?? index
    }
    func leader(of index: Int) -> Int {
        var path = [index]
        while true {
            let following = next(path[path.count - 1])
            guard let start = path.firstIndex(of: following) else {
                path.append(following)
                continue
            }
            let ring = path[start...]
            return ring.min { (findings[$0].fingerprint ?? "", $0) < (findings[$1].fingerprint ?? "", $1) } ?? following
        }
    }
    var groups: [[Int]] = []
    var groupOfLeader: [Int: Int] = [:]
    for index in findings.indices {
        let leader = leader(of: index)
        if groupOfLeader[leader] == nil {
            groupOfLeader[leader] = groups.count
            groups.append([leader])
        }
        if index != leader, let group = groupOfLeader[leader] { groups[group].append(index) }
    }
    return groups
}

extension Finding {
    /// `true` if it is a leak or a suspect.
    package var isLeakOrSuspect: Bool { verdict == .leak || verdict == .suspect }
    /// `true` if it is a leak, a suspect or a store that fills.
    package var isOfGrowth: Bool { isLeakOrSuspect || verdict == .filling }
    /// `true` if it is unaccepted growth by design of a library.
    package var isLibraryGrowth: Bool { tier == .heap && verdict == .expected && known == nil }
}
