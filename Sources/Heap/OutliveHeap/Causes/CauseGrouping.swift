internal import OutliveModel

/// The grouping of findings into causes: findings that one fix resolves refer to the leading finding in `victimOf`.
///
/// Findings with the same suspect reference belong together, in whichever tier they were found. A finding without one
/// joins the suspect through whose reference its paths enter the growth, or the reference cycle that it is part of. Any
/// other finding is a cause of its own.
struct CauseGrouping {
    /// The findings in their order, with `victimOf` and the fingerprints of their causes.
    private(set) var findings: [Finding]
    private let retentions: [GroupRetention]
    private let modules: ModuleOrigins
    private var leaders: [Int]
    /// The findings that grow only because another leaks; they lead no cause.
    private var secondary: Set<Int> = []

    /// Groups findings.
    ///
    /// - Parameter retentions: For each finding, the references through which the paths to its objects enter the growth,
    ///   and the finding that they are part of.
    /// - Complexity: O(findings²) in the worst case.
    init(_ findings: [Finding], _ retentions: [GroupRetention]) {
        (self.findings, self.retentions) = (findings, retentions)
        modules = ModuleOrigins(seenIn: findings)
        leaders = Array(findings.indices)
        let members = findings.indices.filter { findings[$0].verdict == .leak || findings[$0].verdict == .suspect }
        // A list in the frame of a package's function: what a program keeps of a package, it adds by itself.
        if members.contains(where: { findings[$0].unit == .bytes && findings[$0].isInFrameOfPackage }) {
            for member in members where findings[member].unit != .blocks {
                self.findings[member].removeTaskOfPackageFrame()
            }
        }
        for member in members { self.findings[member].putNamedTracesFirst() }
        nameRetainedByHand(members)
        joinEqual(members, by: \.suspect)
        joinClosures(members)
        joinOwners(members)
        joinTiers(members)
        joinEntries(members)
        joinCycles(members)
        joinBehind(members)
        separateSecondSuspects(members)
        joinSecondary(members)
        joinConnected(members)
        let unnamed = groups(of: members).filter { suspect(of: $0) == nil }
        joinEqual(unnamed.joined().sorted(), by: \.suspectOfLibraryStore?.name)
        for group in groups(of: members) { settle(group) }
    }

    // MARK: - Joining

    private mutating func joinEqual<Key: Hashable>(_ members: some Sequence<Int>, by key: (Finding) -> Key?) {
        var first: [Key: Int] = [:]
        for member in members {
            guard let key = key(findings[member]) else { continue }
            if let other = first[key] { join(member, other) } else { first[key] = member }
        }
    }

    /// Joins findings that closures of one kind of library object hold, if its release frees them together.
    ///
    /// Its closures belong to one type of the program, and each cycle adds as many of one as of the other.
    private mutating func joinClosures(_ members: [Int]) {
        let held = members.compactMap { member in findings[member].closureOwner.map { (member, $0) } }
        for (index, (one, owner)) in held.enumerated() {
            let other = held[..<index].first {
                $0.1 == owner && findings[$0.0].births.isInStep(with: findings[one].births)
            }
            if let other { join(one, other.0) }
        }
    }

    /// Names the container whose `Unmanaged` references retain objects that nothing else holds.
    private mutating func nameRetainedByHand(_ members: [Int]) {
        let containers = members.filter { findings[$0].unit == .bytes && findings[$0].suspect != nil }
        for container in containers {
            let retained = members.filter {
                findings[$0].isOverRetained && findings[container].holdsUnmanaged(findings[$0].type)
            }
            guard let first = retained.first, let suspect = findings[container].trace?.culprit else { continue }
            // What the objects hold has the same suspect.
            let identity = findings[first].suspect
            let alike = members.filter { identity != nil && findings[$0].suspect == identity }
            for member in alike + [container] {
                findings[member].nameRetained(by: suspect, findings[first].type)
            }
        }
    }

    /// Joins findings without a suspect, and containers of what tasks keep, with the findings that they are part of;
    /// also lists of libraries, from which elements are removed by their release.
    private mutating func joinOwners(_ members: [Int]) {
        for member in members {
            guard let owner = retentions[member].owner, members.contains(owner) else { continue }
            let isOfTasks = findings[member].unit == .bytes && findings[owner].trace?.culprit?.tasks != nil
            let isOfLibrary =
                findings[member].isListOfLibrary && findings[member].growsInProportion(to: findings[owner])
            if findings[member].suspect == nil || isOfTasks || isOfLibrary { join(member, owner) }
            if isOfLibrary { secondary.insert(member) }
        }
    }

    /// Joins findings that grow in proportion, if the suspect of one is on the path to the suspect of the other.
    ///
    /// The first leads to all that the second does. It is the cause, unless the second is a subscription that keeps itself.
    /// Tasks have suspects by what they wait for.
    private mutating func joinBehind(_ members: [Int]) {
        let members = members.filter { !isOfTasks($0) }
        for inner in members {
            for outer in members where root(outer) != root(inner) && findings[inner].isBehind(findings[outer]) {
                guard findings[inner].growsInProportion(to: findings[outer]) else { continue }
                let keepsItself = findings[inner].trace?.culprit?.pattern == .subscriptionNotCancelled
                let isOuterFirst = !keepsItself || findings[outer].trace?.culprit?.pattern == .subscriptionNotCancelled
                let victim = root(isOuterFirst ? inner : outer)
                secondary.formUnion(members.filter { root($0) == victim })
                join(inner, outer)
            }
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

    /// Joins findings without a suspect of the program with those whose paths enter the growth through the same reference.
    private mutating func joinEntries(_ members: [Int]) {
        var byEntry: [GrowthEntrance: [Int]] = [:]
        for member in members {
            // The entry that at least four fifths of the paths take.
            let all = retentions[member].entries.values.reduce(0, +)
            guard let entry = retentions[member].entries.first(where: { $0.value * 5 >= all * 4 })?.key, entry.isShared
            else {
                continue
            }
            byEntry[entry, default: []].append(member)
        }
        for alike in byEntry.values {
            let named = alike.filter { findings[$0].suspect != nil && !findings[$0].isHeldByLibrary }
            let largest = named.max { (findings[$0].retained, $1) < (findings[$1].retained, $0) }
            for member in alike where findings[member].suspect == nil || findings[member].isHeldByLibrary {
                join(member, largest ?? alike[0])
            }
        }
    }

    /// Joins findings that belong to the same reference cycles or are held by them.
    private mutating func joinCycles(_ members: [Int]) {
        let cycles = members.map { member in
            retentions[member].entries.filter { if case .cycle = $0.key { true } else { false } }
        }
        for (one, own) in zip(members, cycles) where !own.isEmpty {
            let all = retentions[one].entries.values.reduce(0, +)
            for (other, its) in zip(members, cycles) where root(other) != root(one) && !its.isEmpty {
                let shared = own.reduce(0) { $0 + (its[$1.key] == nil ? 0 : $1.value) }
                if shared * 2 >= all { join(one, other) }
            }
        }
    }

    /// The least priority of a library object that explains other growth, rather than being explained by it.
    private static let resourceRank = 60

    /// Joins findings that grow only because another leaks: one that the program holds, else a library object that the
    /// program did not release.
    private mutating func joinSecondary(_ members: [Int]) {
        let growth = SecondaryGrowth(findings, modules)
        for group in groups(of: members) {
            let host = group.compactMap { retentions[$0].observed }.first
            guard let host, root(host) != root(group[0]), growth.isBeside(host, group) else { continue }
            join(group[0], host)
            secondary.formUnion(group)
        }
        join(members, growth)
        let resources = groups(of: members).compactMap { group -> (index: Int, rank: Int)? in
            guard !group.contains(where: { findings[$0].isHeldByProgram }),
                let resource = group.map({ findings[$0] }).resource, resource.rule.rank >= Self.resourceRank
            else { return nil }
            return (group[resource.index], resource.rule.rank)
        }
        guard let best = resources.max(by: { ($0.rank, $1.index) < ($1.rank, $0.index) }) else { return }
        join(members, SecondaryGrowth(findings, modules, resource: best.index))
    }

    private mutating func join(_ members: [Int], _ growth: SecondaryGrowth) {
        let groups = groups(of: members)
        for group in groups {
            guard let host = growth.host(of: group, among: groups) else { continue }
            join(group[0], host)
            secondary.formUnion(group)
        }
    }

    /// Joins suspects without a reference of the program with the growth that they are connected with, if both grow in
    /// proportion: growth that the program holds, or a cycle of a library.
    ///
    /// Without allocation stacks nothing else shows what a library keeps for the objects of a leak.
    private mutating func joinConnected(_ members: [Int]) {
        let groups = groups(of: members)
        let hosts = groups.filter { $0.contains { findings[$0].isHeldByProgram } }
        let cycles = groups.filter { $0.contains { findings[$0].isHeldByCycleOfLibrary } }
        for group in groups where suspect(of: group) == nil {
            guard group.allSatisfy({ findings[$0].tier == .heap && findings[$0].verdict == .suspect }),
                !group.contains(where: { findings[$0].isHeldByProgram })
            else { continue }
            let isCycle = cycles.contains(group)
            let connected = (isCycle ? hosts : hosts + cycles).map { host in
                // Tasks hold no cycle of a library: if they did, a path would lead from them to the objects.
                let holders = isCycle ? host.filter { !isOfTasks($0) } : host
                let isDoubtful = holders.contains { findings[$0].trace?.culprit?.doubt != nil }
                return (first: host[0], certainty: isDoubtful ? 0 : 1, share: share(of: group, with: holders))
            }.filter { $0.share >= 0.5 }
            // A host that may end by itself comes last; of equal ones the first counts.
            let best = connected.max { ($0.certainty, $0.share) < ($1.certainty, $1.share) }
            guard let best else { continue }
            join(group[0], best.first)
            secondary.formUnion(group)
        }
    }

    private func isOfTasks(_ member: Int) -> Bool {
        findings[member].isOfTasks || findings[member].trace?.culprit?.tasks != nil
    }

    /// Returns the least part, from 0 to 1, of a group's findings that references connect with another group.
    ///
    /// Only what grows in proportion counts as connected.
    private func share(of group: [Int], with host: [Int]) -> Double {
        let shares = group.map { one in
            let alike = host.filter { findings[one].growsInProportion(to: findings[$0]) }
            return alike.compactMap { retentions[one].connected[$0] }.max() ?? 0
        }
        return shares.min() ?? 0
    }

    /// Chooses the first trace of each ungrouped finding without a clear suspect, or joins it to a finding with one of
    /// its suspects.
    ///
    /// The chosen trace has a suspect that no other finding has. Suspects of less than a quarter of the objects do not
    /// count: references to so few may be stale words. Stale words often lead to raw memory, so a finding of raw memory is
    /// joined where it can be.
    private mutating func separateSecondSuspects(_ members: [Int]) {
        let named = Set(members.compactMap { findings[$0].suspect })
        for member in members where findings[member].suspect == nil {
            guard !members.contains(where: { $0 != member && root($0) == root(member) }) else { continue }
            let traces = findings[member].traces
            let suspects = traces.map { $0.objects * 4 >= traces.objects ? SuspectIdentity($0) : nil }
            let shared = suspects.compactMap(\.self).first(where: named.contains)
            let owner = members.first { shared != nil && findings[$0].suspect == shared }
            let other = suspects.firstIndex { $0.map { !named.contains($0) } ?? false }
            if let owner, other == nil || findings[member].type.kind == .raw {
                join(member, owner)
            } else if let other {
                findings[member].traces.swapAt(0, other)
            }
        }
    }

    /// Returns the groups of members, in the order of their first ones.
    private func groups(of members: [Int]) -> [[Int]] {
        Dictionary(grouping: members, by: root).values.sorted { $0[0] < $1[0] }
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
        let own = group.filter { !secondary.contains($0) }
        let suspect = suspect(of: own)
        let leader: Int
        let isForeign = own.allSatisfy {
            findings[$0].suspect == nil || findings[$0].isHeldByLibrary || findings[$0].isLostByLibrary
        }
        if isForeign, let (index, rule) = own.map({ findings[$0] }).resource {
            leader = own[index]
            findings[leader].setSuspect(findings[leader].suspect(asResourceOf: rule))
        } else {
            let candidates = suspect == nil ? own : own.filter { findings[$0].suspect == suspect }
            leader = candidates.min { order($0) < order($1) } ?? group[0]
            // Objects that belong to a span do not show whose they are, its store does.
            if let store = candidates.first(where: { findings[$0].isStoreOfSpans }), suspect != nil {
                let remedy = findings[store].trace?.culprit?.remedy
                findings[leader].traces[0].culprit?.remedy = remedy
            }
            if suspect == nil,
                let found = findings[leader].suspectOfLibraryCycle ?? findings[leader].suspectOfLibraryStore
            {
                findings[leader].setSuspect(found)
            }
        }
        let fingerprint = findings[leader].fingerprintOfCause
        findings[leader].fingerprint = fingerprint
        if findings[leader].trace?.culprit != nil { findings[leader].traces[0].fingerprint = fingerprint }
        for member in group where member != leader {
            findings[member].victimOf = fingerprint
            // A finding of the same type in the other tier describes the same objects and shares the fingerprint.
            let isSame =
                findings[member].tier != findings[leader].tier && findings[member].key.type == findings[leader].key.type
            findings[member].fingerprint = isSame ? fingerprint : findings[member].fingerprint(in: fingerprint)
        }
    }

    /// Returns the suspect of a group.
    ///
    /// A suspect of most objects of a finding precedes one of fewer, to which stale words may lead. References of the
    /// program on paths precede references in cycles; then the likelier mistake precedes, then the one with more
    /// objects.
    private func suspect(of group: [Int]) -> SuspectIdentity? {
        var weights: [SuspectIdentity: (rank: Int, objects: Int)] = [:]
        for member in group {
            guard let suspect = findings[member].suspect, let trace = findings[member].trace else { continue }
            let objects = findings[member].traces.filter { SuspectIdentity($0) == suspect }.objects
            let isOfMost = objects * 2 > findings[member].traces.objects
            let isOnPath = trace.shape == .path && trace.isHeldByProgram
            let rank = (isOfMost ? 200 : 0) + (isOnPath ? 100 : 0) + (trace.culprit?.pattern.likelihood ?? 0)
            let known = weights[suspect] ?? (0, 0)
            weights[suspect] = (max(rank, known.rank), known.objects + findings[member].count)
        }
        return weights.max { one, other in
            (one.value.rank, one.value.objects, other.key.name, other.key.holder)
                < (other.value.rank, other.value.objects, one.key.name, one.key.holder)
        }?.key
    }

    /// Returns the sort key of a candidate for the leading finding.
    ///
    /// Tasks that are the suspect come first, then types of the program and findings of the registry, then other objects
    /// before blocks, which are part of objects, then those nearer to the suspect reference.
    private func order(_ member: Int) -> (Int, Int, Int, Int, String, Int) {
        let (finding, isObject) = (findings[member], findings[member].type.kind == .object)
        let isRegistered = finding.tier == .registry
        let isOwn = isRegistered || isObject && modules.declares(finding.type)
        let isSuspect = finding.isOfTasks && finding.trace?.culprit?.tasks != nil
        let rank = isSuspect ? -1 : isOwn ? 0 : 1
        let isBlock = finding.unit == .blocks ? 1 : 0
        // Tasks of libraries that work for the suspect's tasks have the same suspect.
        let isHelper = isSuspect && !finding.isAllocatedAtSuspect
        return (
            2 * rank + isBlock, finding.distance, isHelper ? 1 : 0, isObject ? 0 : 1, finding.key.type,
            isRegistered ? 0 : 1
        )
    }
}
