internal import OutliveSupport

extension AllocationComparison {
    /// Compares the allocations of two runs of the same or of changed sources.
    ///
    /// Sites are matched by type and functions of the program, and not by file, line or address, so that moved lines,
    /// inlining and an inserted function are no changes; see `ProgramFunctions` and `AllocationMatch`.
    ///
    /// A site has changed if its number of allocations differs beyond what both runs show by themselves; see
    /// `Spread.isBeyond(_:)`. Where the number of a site varies, the sum of all sites of its type and innermost function
    /// must have changed as well, because one path to a function may be used more and another less. Sites with
    /// opposite changes are joined for the same reason if they may be one. A site is judged by the functions of
    /// libraries that allocate for it where both runs have the same: a constant number shows beside one that varies.
    ///
    /// - Complexity: O(n^2) in the number of sites of a type at worst, and bounded.
    package init(from old: AllocationFigures, to new: AllocationFigures) {
        var functions = ProgramFunctions()
        let then = ComparedSite.sites(of: old, named: &functions)
        let now = ComparedSite.sites(of: new, named: &functions)
        var matches = AllocationMatch.matches(then, now)
        let judge = AllocationJudge(old, new)
        judge.joinOpposites(among: &matches)
        let recurring = matches.filter { match in
            [match.old, match.new].contains { (AllocationMatch.sum($0)?.blocks.median ?? 0) > 0 }
        }
        self.init(
            oldArm: old.arm, newArm: new.arm, test: new.test ?? old.test, unit: new.unit, old: ComparedAllocations(old),
            new: ComparedAllocations(new), changes: judge.changes(of: matches).sorted { $0.precedes($1) },
            matched: recurring.count { !$0.isOneSided }, onlyOld: recurring.count { $0.new.isEmpty },
            onlyNew: recurring.count { $0.old.isEmpty })
    }
}

/// The rule by which a difference is a change.
private struct AllocationJudge {
    /// The number of allocations up to which a site may be missing from a side because too many sites had more.
    private let missing: (old: Int, new: Int)

    init(_ old: AllocationFigures, _ new: AllocationFigures) {
        missing = (old.mostLeftOut, new.mostLeftOut)
    }

    /// Returns the direction of the change of a match: 1, -1, or 0 if there is none.
    ///
    /// What as many left-out sites as the other side has may account for is no change.
    func direction(of match: AllocationMatch) -> Int {
        let (then, now) = (AllocationMatch.sum(match.old), AllocationMatch.sum(match.new))
        let direction = direction(from: then, to: now)
        let doubt = direction > 0 ? missing.old * match.new.siteCount : missing.new * match.old.siteCount
        return abs((now?.blocks.median ?? 0) - (then?.blocks.median ?? 0)) > doubt ? direction : 0
    }

    private func direction(from old: AllocationSite?, to new: AllocationSite?) -> Int {
        let (then, now) = (old?.blocks ?? .none, new?.blocks ?? .none)
        return now.isBeyond(then) ? now.median > then.median ? 1 : -1 : 0
    }

    /// Joins each match with fewer allocations with one with more, if either is one-sided or varies, and they may be
    /// one site.
    func joinOpposites(among matches: inout [AllocationMatch]) {
        var rising = matches.indices.filter { direction(of: matches[$0]) > 0 }
        var gone: Set<Int> = []
        for index in matches.indices where direction(of: matches[index]) < 0 {
            let fits = rising.compactMap { other in
                matches[index].likeness(to: matches[other]).map { (likeness: $0, match: other) }
            }
            guard let best = fits.max(by: { ($0.likeness, $1.match) < ($1.likeness, $0.match) }) else { continue }
            matches[best.match].join(matches[index])
            gone.insert(index)
            if direction(of: matches[best.match]) <= 0 { rising.removeAll { $0 == best.match } }
        }
        matches = matches.enumerated().filter { !gone.contains($0.offset) }.map(\.element)
    }

    func changes(of matches: [AllocationMatch]) -> [AllocationChange] {
        var families: [Family: AllocationMatch] = [:]
        for match in matches {
            guard let family = Family(match) else { continue }
            families[family, default: AllocationMatch()].join(match)
        }
        return matches.flatMap { match in
            let family = Family(match).flatMap { families[$0] }.map(direction) ?? 0
            return changes(of: match).filter { change in
                (change.old.isConstant && change.new.isConstant) || (change.blocks > 0) == (family > 0) && family != 0
            }
        }
    }

    /// Returns the changes of the parts of a match, or the one of all if the parts are not comparable, change in
    /// opposite directions or may be incomplete.
    private func changes(of match: AllocationMatch) -> [AllocationChange] {
        let comparable = missing == (0, 0) ? match.parts ?? [] : []
        let parts = comparable.filter { direction(from: $0.old, to: $0.new) != 0 }
        if Set(parts.map { direction(from: $0.old, to: $0.new) }).count == 1 {
            return parts.compactMap { AllocationChange(from: $0.old, to: $0.new) }
        }
        guard direction(of: match) != 0 else { return [] }
        let change = AllocationChange(from: AllocationMatch.sum(match.old), to: AllocationMatch.sum(match.new))
        return change.map { [$0] } ?? []
    }

    /// The sites of a type and innermost function.
    private struct Family: Hashable {
        var type: PlainType
        var function: Int?

        init?(_ match: AllocationMatch) {
            guard let leader = match.leader else { return nil }
            (type, function) = (leader.plainType, leader.key.functions.first)
        }
    }
}

extension [ComparedSite] {
    fileprivate var siteCount: Int { reduce(0) { $0 + $1.count } }
}

extension AllocationMatch {
    /// `true` if a number of its allocations is not the same in each unit.
    fileprivate var varies: Bool { (old + new).contains { !$0.site.blocks.isConstant } }

    /// Returns the number of functions that two matches share, or `nil` if they are two sites.
    fileprivate func likeness(to other: Self) -> Int? {
        // Two constant numbers that both runs have are two sites.
        guard isOneSided || other.isOneSided || varies || other.varies, let leader, let others = other.leader
        else { return nil }
        return leader.likeness(to: others)
    }
}

extension AllocationFigures {
    /// The most allocations of a site that was left out.
    fileprivate var mostLeftOut: Int { sitesLeftOut > 0 ? sites.last?.blocks.median ?? .max : 0 }
}

extension AllocationChange {
    fileprivate init?(from old: AllocationSite?, to new: AllocationSite?) {
        guard let site = new ?? old else { return nil }
        let (then, now) = (old?.blocks ?? .none, new?.blocks ?? .none)
        let kind: Kind = old == nil ? .added : new == nil ? .removed : now.median > then.median ? .more : .fewer
        self.init(
            kind: kind, type: site.type, stack: site.stack, old: then, new: now,
            bytes: (new?.bytes.median ?? 0) - (old?.bytes.median ?? 0),
            temporary: (new?.temporary.median ?? 0) - (old?.temporary.median ?? 0))
    }

    fileprivate func precedes(_ other: Self) -> Bool {
        let (own, others) = (order, other.order)
        return own != others ? own < others : (type, stack.frames.count) < (other.type, other.stack.frames.count)
    }

    private var order: (Int, Int, Int) { (kind.rank, -abs(blocks), -abs(bytes)) }
}

extension AllocationChange.Kind {
    fileprivate var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
