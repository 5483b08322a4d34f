/// One mistake: the reference to cut, the fix, and everything that stops growing with it.
public struct Cause: Hashable, Sendable {
    /// The finding that stands for the cause; its trace names the suspect reference.
    public var leader: Finding
    /// The other findings that the same fix ends, in the order of the report.
    public var others: [Finding]

    /// Makes a cause.
    public init(leader: Finding, others: [Finding] = []) {
        self.leader = leader
        self.others = others
    }

    /// All findings, the leading one first.
    public var findings: [Finding] { [leader] + others }

    /// The worst verdict of all findings.
    public var verdict: Verdict { findings.lazy.map(\.verdict).min { $0.rank < $1.rank } ?? leader.verdict }

    /// The suspect reference of the leading finding; nil where none was found.
    public var culprit: Culprit? { leader.trace?.culprit }

    /// The name of the suspect reference; of the type that leaks where none was found.
    public var name: String { culprit?.name ?? leader.key.name }

    /// Where the suspect reference is in the source, where that is known.
    public var location: SourceLine? { culprit?.location }

    /// The fix, in a sentence.
    public var hint: String {
        if let growth = leader.library {
            return "Ask for it less often: \(growth.reason), which is known, but not that it takes so much."
        }
        guard let culprit else { return "Find what refers to it, and release it." }
        return culprit.hint
    }

    /// What identifies the cause in other runs and on other machines.
    public var fingerprint: String { leader.fingerprint ?? leader.fingerprintOfSite }

    /// What leaks by it: one row for each type and allocation site, those of the leading finding first. An object that both
    /// tiers saw is in one row.
    public var leaked: [LeakedType] {
        var places: [LeakedType.Place: Int] = [:]
        return findings.reduce(into: []) { rows, finding in
            let row = LeakedType(finding)
            guard let index = places[row.place] else {
                places[row.place] = rows.count
                rows.append(row)
                return
            }
            rows[index].objects = max(rows[index].objects, row.objects)
            rows[index].bytes = max(rows[index].bytes, row.bytes)
        }
    }

    /// The bytes that the fix frees for each measured cycle, as far as they are known; 0 where they are not.
    public var bytesPerCycle: Int {
        let cycles = findings.lazy.map { $0.live.count - max($0.warmup, 0) }.max() ?? 0
        let all = leaked.reduce(0) { boundedSum($0, $1.bytes) }
        return max(all, leader.retainedBytes ?? 0) / max(cycles, 1)
    }

    /// Whether growth slows down, as that of a cache that is still filling does: the last third of the measured cycles adds
    /// less than half of what the first third adds.
    public var isSlowing: Bool {
        // In floating point, as the counts of a file may be anything.
        let measured = leader.live.dropFirst(max(leader.warmup, 0)).map(Double.init)
        let third = measured.count / 3
        guard third >= 2, let first = measured.first, let last = measured.last else { return false }
        let early = measured[third] - first
        let late = last - measured[measured.count - 1 - third]
        return late * 2 < early
    }

    /// The order of a report: leaks before suspects, what may be a filling cache last, certain ones first, then by the bytes
    /// of a cycle.
    func precedes(_ other: Cause) -> Bool {
        if verdict != other.verdict { return verdict.rank < other.verdict.rank }
        if isSlowing != other.isSlowing { return !isSlowing }
        if certainty != other.certainty { return certainty > other.certainty }
        if bytesPerCycle != other.bytesPerCycle { return bytesPerCycle > other.bytesPerCycle }
        if leader.count != other.leader.count { return leader.count > other.leader.count }
        return fingerprint < other.fingerprint
    }

    /// 2 for a suspect reference, 1 for a probable one, 0 for none.
    private var certainty: Int { culprit.map { $0.doubt == nil ? 2 : 1 } ?? 0 }
}

/// The objects of one type and site that leak by a cause.
public struct LeakedType: Codable, Hashable, Sendable {
    /// The type and line of a row: no two rows have the same.
    struct Place: Hashable {
        var type: String
        var site: SourceLine?
    }

    /// The type; `raw memory` of blocks that are no Swift objects.
    public var type: String
    /// The line of the program that allocated or registered them, where it is known.
    public var site: SourceLine?
    /// How many are alive.
    public var objects: Int
    /// Their bytes; 0 where they are not known.
    public var bytes: Int
    /// What the finding counts: a container that grows is one object.
    public var unit: LiveUnit

    var place: Place { Place(type: type, site: site) }

    /// The objects of a finding.
    init(_ finding: Finding) {
        type = finding.key.type
        site =
            finding.key.site.line > 0 ? SourceLine(file: finding.key.site.fileID, line: finding.key.site.line) : nil
        objects = finding.unit == .bytes ? 1 : finding.count
        bytes = finding.bytes ?? 0
        unit = finding.unit
    }
}

extension Report {
    /// What makes the run fail, or may: every mistake once, the most important first. All formats show these.
    ///
    /// Findings that are accepted, or no reason to change anything, belong to none.
    ///
    /// - Complexity: O(findings log findings).
    public var causes: [Cause] { OutliveModel.causes(of: findings.filter { $0.known == nil }) }

    /// The causes that make the run fail under its policy, the most important first.
    public var failingCauses: [Cause] {
        let failing = Set(failingFindings)
        return causes.filter { $0.findings.contains(where: failing.contains) }
    }
}

/// Groups findings into causes, the most important first; only leaks and suspects make one.
///
/// - Complexity: O(findings log findings).
public func causes(of findings: [Finding]) -> [Cause] {
    let complaints = findings.filter(\.isComplaint)
    return causeGroups(of: complaints).map { members in
        Cause(leader: complaints[members[0]], others: members.dropFirst().map { complaints[$0] })
    }.sorted { $0.precedes($1) }
}

/// The findings of each cause by their places, the leading one first, the others in the order of the findings.
///
/// Of several findings with one fingerprint the first leads. What leads in one run of a merged report may go with another
/// one in the next, so links are followed; of findings that go with each other, the least fingerprint leads. A finding
/// with a leader that is not among the others is a cause of its own.
///
/// - Complexity: O(findings), for chains of links that are short.
package func causeGroups(of findings: [Finding]) -> [[Int]] {
    var places: [String: Int] = [:]
    for (index, finding) in findings.enumerated() {
        guard let fingerprint = finding.fingerprint else { continue }
        guard let place = places[fingerprint] else {
            places[fingerprint] = index
            continue
        }
        if findings[place].victimOf != nil, finding.victimOf == nil { places[fingerprint] = index }
    }
    func next(_ index: Int) -> Int {
        let names = [findings[index].victimOf, findings[index].fingerprint]
        return names.lazy.compactMap { $0.flatMap { places[$0] } }.first ?? index
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
    /// Whether it is a leak, or may be one.
    public var isComplaint: Bool { verdict == .leak || verdict == .suspect }
}
