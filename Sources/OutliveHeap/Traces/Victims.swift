internal import OutliveModel

/// Findings of which those that are held only by what another one holds name it as `victimOf`.
///
/// All that have their culprit in common are mended by one change. Among them the leader is the one that the culprit
/// refers to, or where that is a closure or another part of the works, the program's own object behind it; of several at
/// the same distance an object of the program's, rather than a closure or a box, and of those the first. Each tier has
/// its own, as both may see one object.
func withVictims(_ findings: [Finding]) -> [Finding] {
    var groups: [CulpritIdentity: [Int]] = [:]
    for (index, finding) in findings.enumerated() where finding.verdict == .leak {
        guard let culprit = finding.commonCulprit else { continue }
        groups[culprit, default: []].append(index)
    }
    let modules = OwnModules(seenIn: findings)
    let places = findings.map { $0.place(modules) }
    var findings = findings
    for members in groups.values where members.count > 1 {
        guard let leader = members.min(by: { places[$0] < places[$1] }), let fingerprint = findings[leader].fingerprint
        else { continue }
        for member in members where member != leader { findings[member].victimOf = fingerprint }
    }
    return findings
}

/// Where a finding stands among those with its culprit.
private struct Place: Comparable {
    /// Whether its objects are of a type that the program itself declares.
    var isOwn: Bool
    /// How far they are from what the culprit refers to.
    var distance: Int

    static func < (first: Place, second: Place) -> Bool {
        first.isOwn != second.isOwn ? first.isOwn : first.distance < second.distance
    }
}

/// What tells whether two traces are cut by the same change.
private struct CulpritIdentity: Hashable {
    var tier: Tier
    var name: String
    /// The holder whose reference it is: `over-retain` is the name of many.
    var holder: String

    init?(_ trace: LeakTrace, _ tier: Tier) {
        guard let culprit = trace.culprit, trace.steps.indices.contains(culprit.step) else { return nil }
        self.tier = tier
        name = culprit.name
        holder = trace.steps[culprit.step].name
    }
}

extension Finding {
    /// What its objects are held by, where that is one reference.
    ///
    /// A word that nobody uses any more may look like another reference to some of them: one in five is passed over.
    fileprivate var commonCulprit: CulpritIdentity? {
        guard let first = trace.flatMap({ CulpritIdentity($0, tier) }) else { return nil }
        let held = traces.filter { CulpritIdentity($0, tier) == first }.reduce(0) { $0 + $1.objects }
        let all = traces.reduce(0) { $0 + $1.objects }
        return held * 5 >= all * 4 ? first : nil
    }

    fileprivate func place(_ modules: OwnModules) -> Place {
        let type = HeapType(described: key.type)
        return Place(isOwn: type.kind == .object && modules.declare(type), distance: distance)
    }

    /// How far its objects are from the one that the culprit refers to.
    ///
    /// What holds that one, as a closure's context, comes after those that it leads to; where nothing holds it, the holder is
    /// the one that was retained too often.
    private var distance: Int {
        guard let trace, let culprit = trace.culprit else { return .max }
        let steps = trace.steps.count - 1 - culprit.step - (trace.shape == .unheld ? 0 : 1)
        return steps < 0 ? .max - 1 : steps
    }
}
