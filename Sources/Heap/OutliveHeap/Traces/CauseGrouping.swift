internal import OutliveModel

/// The grouping of findings into causes: findings that one fix ends refer to the leading finding in `victimOf`.
///
/// Findings with the same suspect reference belong together, in whichever tier they were found. A finding without one
/// joins the suspect through whose reference its paths enter the growth, or the reference cycle that it is part of. Any
/// other finding is a cause of its own.
struct CauseGrouping {
    /// The findings in their order, with `victimOf` and the fingerprints of their causes.
    private(set) var findings: [Finding]
    private let entries: [[GrowthEntrance: Int]]
    private let modules: OwnModules
    private var leaders: [Int]
    /// The findings that grow only because another leaks; they lead no cause.
    private var mirrored: Set<Int> = []

    /// Groups findings.
    ///
    /// - Parameters:
    ///   - findings: The findings with their traces; only leaks and suspects form causes.
    ///   - entries: For each finding, the references through which the paths to its objects enter the growth.
    /// - Complexity: O(findings²) in the worst case.
    init(_ findings: [Finding], _ entries: [[GrowthEntrance: Int]]) {
        (self.findings, self.entries) = (findings, entries)
        modules = OwnModules(seenIn: findings)
        leaders = Array(findings.indices)
        let members = findings.indices.filter { findings[$0].verdict == .leak || findings[$0].verdict == .suspect }
        for member in members { self.findings[member].putNamedTracesFirst() }
        joinSuspects(members)
        joinTiers(members)
        joinEntries(members)
        joinCycles(members)
        separateSecondSuspects(members)
        joinMirrors(members)
        joinLibraryStores(members)
        for group in Dictionary(grouping: members, by: root).values { settle(group) }
    }

    // MARK: - Joining

    /// Joins findings with the same suspect reference.
    private mutating func joinSuspects(_ members: [Int]) {
        var first: [SuspectIdentity: Int] = [:]
        for member in members {
            guard let suspect = findings[member].suspect else { continue }
            if let other = first[suspect] { join(member, other) } else { first[suspect] = member }
        }
    }

    /// Joins findings of both tiers with the same type.
    private mutating func joinTiers(_ members: [Int]) {
        for registered in members where findings[registered].tier == .registry {
            let same = members.first {
                findings[$0].tier == .heap && findings[$0].key.type == findings[registered].key.type
                    && (findings[$0].suspect == nil || findings[registered].suspect == nil)
            }
            if let same { join(same, registered) }
        }
    }

    /// Joins findings without a suspect with those whose paths enter the growth through the same reference.
    private mutating func joinEntries(_ members: [Int]) {
        var byEntry: [GrowthEntrance: [Int]] = [:]
        for member in members {
            guard let entry = mainEntry(of: member), entry.isShared else { continue }
            byEntry[entry, default: []].append(member)
        }
        for alike in byEntry.values {
            let named = alike.filter { findings[$0].suspect != nil }
            let largest = named.max { (findings[$0].retained, $1) < (findings[$1].retained, $0) }
            for member in alike where findings[member].suspect == nil { join(member, largest ?? alike[0]) }
        }
    }

    /// Joins findings that belong to the same reference cycles or are held by them.
    private mutating func joinCycles(_ members: [Int]) {
        let cycles = members.map { member in
            entries[member].filter { if case .cycle = $0.key { true } else { false } }
        }
        for (place, one) in members.enumerated() where !cycles[place].isEmpty {
            let all = entries[one].values.reduce(0, +)
            for (other, its) in zip(members, cycles) where other != one && root(other) != root(one) && !its.isEmpty {
                let shared = cycles[place].reduce(0) { $0 + (its[$1.key] == nil ? 0 : $1.value) }
                if shared * 2 >= all { join(one, other) }
            }
        }
    }

    /// Joins findings that grow only because another leaks.
    private mutating func joinMirrors(_ members: [Int]) {
        let mirrors = SecondaryGrowth(findings, modules)
        let groups = Dictionary(grouping: members, by: root).values.sorted { $0[0] < $1[0] }
        for group in groups {
            guard let host = mirrors.host(of: group, among: groups) else { continue }
            join(group[0], host)
            mirrored.formUnion(group)
        }
    }

    /// Moves a second suspect of a finding to the front if another finding already has the first.
    ///
    /// A reference to less than a quarter of the objects may be a stale word and does not count.
    private mutating func separateSecondSuspects(_ members: [Int]) {
        let named = Set(members.compactMap { findings[$0].suspect })
        for member in members where findings[member].suspect == nil && isAlone(member, members) {
            let traces = findings[member].traces
            let all = traces.reduce(0) { $0 + $1.objects }
            let suspects = traces.map(SuspectIdentity.init)
            let other = traces.indices.first { place in
                guard let suspect = suspects[place], !named.contains(suspect) else { return false }
                return traces[place].objects * 4 >= all
            }
            if let other {
                findings[member].traces.swapAt(0, other)
            } else if let shared = suspects.compactMap(\.self).first(where: named.contains),
                let owner = members.first(where: { findings[$0].suspect == shared })
            {
                join(member, owner)
            }
        }
    }

    /// Joins findings whose objects one function of a package stores.
    private mutating func joinLibraryStores(_ members: [Int]) {
        var first: [String: Int] = [:]
        let unnamed = Dictionary(grouping: members, by: root).values.filter { suspect(of: $0) == nil }
        for member in unnamed.joined().sorted() {
            guard let store = LibraryStore(findings[member]) else { continue }
            if let other = first[store.culprit.name] { join(member, other) } else { first[store.culprit.name] = member }
        }
    }

    private func isAlone(_ member: Int, _ members: [Int]) -> Bool {
        !members.contains { $0 != member && root($0) == root(member) }
    }

    /// Returns the entry that at least four fifths of the paths to a finding's objects take.
    private func mainEntry(of member: Int) -> GrowthEntrance? {
        let all = entries[member].values.reduce(0, +)
        return entries[member].first { $0.value * 5 >= all * 4 }?.key
    }

    private func root(_ member: Int) -> Int {
        var at = member
        while leaders[at] != at { at = leaders[at] }
        return at
    }

    private mutating func join(_ one: Int, _ other: Int) {
        let (first, second) = (root(one), root(other))
        leaders[max(first, second)] = min(first, second)
    }

    // MARK: - Naming

    /// Chooses the leading finding of a group and sets the fingerprints of all its findings.
    private mutating func settle(_ group: [Int]) {
        let own = group.filter { !mirrored.contains($0) }
        let suspect = suspect(of: own)
        if suspect == nil, let resource = Resource(in: own.map { findings[$0] }) {
            let leader = own[resource.place]
            findings[leader].setCulprit(resource.culprit(findings[leader]))
            return name(group, leader)
        }
        let candidates = suspect == nil ? own : own.filter { findings[$0].suspect == suspect }
        let leader = candidates.min { place($0) < place($1) } ?? group[0]
        if suspect == nil,
            let culprit = LibraryCycle(findings[leader])?.culprit ?? LibraryStore(findings[leader])?.culprit
        {
            findings[leader].setCulprit(culprit)
        }
        name(group, leader)
    }

    private mutating func name(_ group: [Int], _ leader: Int) {
        let fingerprint = Fingerprint.of(findings[leader])
        findings[leader].fingerprint = fingerprint
        if findings[leader].trace?.culprit != nil { findings[leader].traces[0].fingerprint = fingerprint }
        for member in group where member != leader {
            findings[member].victimOf = fingerprint
            // The same objects as found by the other tier have the fingerprint that they have alone.
            let isSame =
                findings[member].tier != findings[leader].tier && findings[member].key.type == findings[leader].key.type
            findings[member].fingerprint = isSame ? fingerprint : Fingerprint.of(findings[member], in: fingerprint)
        }
    }

    /// Returns the suspect of a group: one of a path before one of a cycle, then of the likeliest mistake, then of the
    /// most objects.
    private func suspect(of group: [Int]) -> SuspectIdentity? {
        var weights: [SuspectIdentity: (rank: Int, objects: Int)] = [:]
        for member in group {
            guard let suspect = findings[member].suspect, let trace = findings[member].trace else { continue }
            let rank = (trace.shape == .path ? 100 : 0) + (trace.culprit?.pattern.likelihood ?? 0)
            let known = weights[suspect] ?? (0, 0)
            weights[suspect] = (max(rank, known.rank), known.objects + findings[member].count)
        }
        return weights.max { one, other in
            (one.value.rank, one.value.objects, other.key.name) < (other.value.rank, other.value.objects, one.key.name)
        }?.key
    }

    private func place(_ member: Int) -> LeaderPlace {
        let finding = findings[member]
        let type = HeapType(described: finding.key.type)
        return LeaderPlace(
            isOwn: finding.tier == .registry || type.kind == .object && modules.declare(type),
            distance: finding.distance, isObject: type.kind == .object, name: finding.key.type,
            tier: finding.tier == .registry ? 0 : 1)
    }
}

/// The rank of a finding among the candidates for the leading finding of a cause.
private struct LeaderPlace: Comparable {
    /// `true` if the program itself declares the type, or the finding is of the registry.
    var isOwn: Bool
    /// The number of references from the target of the suspect reference to the objects.
    var distance: Int
    var isObject: Bool
    var name: String
    var tier: Int

    static func < (first: LeaderPlace, second: LeaderPlace) -> Bool {
        (first.isOwn ? 0 : 1, first.distance, first.isObject ? 0 : 1, first.name, first.tier)
            < (second.isOwn ? 0 : 1, second.distance, second.isObject ? 0 : 1, second.name, second.tier)
    }
}

/// The identity of a suspect reference.
struct SuspectIdentity: Hashable {
    /// The name as in `Culprit.name`.
    var name: String
    /// The holder of an unnamed reference, because many share the name `over-retain`; otherwise empty.
    var holder: String

    /// Creates the identity of a trace's suspect reference, or returns `nil` if it has none.
    init?(_ trace: LeakTrace) {
        guard let culprit = trace.culprit, trace.steps.indices.contains(culprit.step) else { return nil }
        // Stray words of a task may lead to a closure that the task does not run: it is one closure.
        let prefix = ["Task in ", "closure in "].first { culprit.location != nil && culprit.name.hasPrefix($0) }
        name = String(culprit.name.dropFirst(prefix?.count ?? 0))
        let isUnnamed = culprit.name == "over-retain" || culprit.pattern == .heldByHand
        holder = isUnnamed ? trace.steps[culprit.step].name : ""
    }
}

extension Finding {
    /// The suspect reference of at least four fifths of the objects, or `nil` if there is none.
    ///
    /// Other references to the rest may be stale words.
    var suspect: SuspectIdentity? {
        var counts: [SuspectIdentity: Int] = [:]
        let named = namedTraces
        for trace in named {
            if let suspect = SuspectIdentity(trace) { counts[suspect, default: 0] += trace.objects }
        }
        let all = named.reduce(0) { $0 + $1.objects }
        return counts.first { $0.value * 5 >= all * 4 }?.key
    }

    /// The traces that name a reference of the program if they cover at least a quarter of the objects; otherwise all.
    ///
    /// The others begin at words of libraries and stacks, which earlier calls may have left.
    private var namedTraces: [LeakTrace] {
        let named = traces.filter(\.namesProgram)
        let (count, all) = (named.reduce(0) { $0 + $1.objects }, traces.reduce(0) { $0 + $1.objects })
        return count * 4 >= all && !named.isEmpty ? named : traces
    }

    /// Moves the traces that name a reference of the program to the front.
    fileprivate mutating func putNamedTracesFirst() {
        let named = namedTraces
        if named.count < traces.count { traces = named + traces.filter { !$0.namesProgram } }
    }

    /// The retained size of the objects in bytes, or their own size if that is larger.
    fileprivate var retained: Int { max(retainedBytes ?? 0, bytes ?? 0) }

    /// The number of references from the target of the suspect reference to the objects.
    ///
    /// Holders of that target, such as the context of a closure, rank after the objects it leads to. If nothing holds
    /// the objects, the first holder itself is over-retained.
    fileprivate var distance: Int {
        guard let trace, let culprit = trace.culprit else { return .max }
        let steps = trace.steps.count - 1 - culprit.step - (trace.shape == .unheld ? 0 : 1)
        return steps < 0 ? .max - 1 : steps
    }

    /// Replaces the suspect reference of the first trace, after adding a trace if there is none.
    fileprivate mutating func setCulprit(_ culprit: Culprit) {
        if traces.isEmpty {
            traces = [
                LeakTrace(
                    shape: .unheld, steps: [TraceStep(kind: .object, name: key.name)], objects: max(countInRun, 1))
            ]
        }
        traces[0].culprit = culprit
    }
}

extension LeakTrace {
    /// `true` if the suspect is a reference of the program, not of a library or a word on a stack.
    var namesProgram: Bool {
        guard let culprit, steps.indices.contains(culprit.step) else { return false }
        return switch steps[culprit.step].kind {
        case .closure, .global, .object, .task: true
        case .block, .box, .library, .memory, .stack, .threadLocal: false
        }
    }
}

extension LeakPattern {
    /// The likelihood of the mistake when several suspects could be cut.
    fileprivate var likelihood: Int {
        switch self {
        case .closureCapturesSelf, .strongBackReference, .subscriptionNotCancelled: 3
        case .timerNotInvalidated, .observerNotRemoved, .dispatchNotCancelled, .taskNotCancelled, .streamNotFinished: 2
        case .overRetain, .heldByHand: 0
        default: 1
        }
    }
}
