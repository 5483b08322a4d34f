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
    /// opposite changes are joined for the same reason if they may be one.
    ///
    /// - Complexity: O(n^2) in the number of sites of a type at worst, and bounded.
    package init(from old: AllocationFigures, to new: AllocationFigures, unit: AllocationUnit) {
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
            oldArm: old.arm, newArm: new.arm, test: new.test ?? old.test, unit: unit, old: ComparedAllocations(old),
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
    func direction(of match: AllocationMatch) -> Int {
        let (old, new) = (AllocationMatch.sum(match.old), AllocationMatch.sum(match.new))
        if old == nil, let new, new.blocks.median <= missing.old { return 0 }
        if new == nil, let old, old.blocks.median <= missing.new { return 0 }
        return direction(from: old?.blocks ?? .none, to: new?.blocks ?? .none)
    }

    private func direction(from old: Spread, to new: Spread) -> Int {
        new.isBeyond(old) ? new.median > old.median ? 1 : -1 : 0
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
        var sums: [Family: (old: Spread, new: Spread)] = [:]
        for match in matches {
            guard let family = Family(match) else { continue }
            sums[family, default: (.none, .none)].old += AllocationMatch.sum(match.old)?.blocks ?? .none
            sums[family, default: (.none, .none)].new += AllocationMatch.sum(match.new)?.blocks ?? .none
        }
        return matches.compactMap { match in
            let direction = direction(of: match)
            guard direction != 0 else { return nil }
            let (old, new) = (AllocationMatch.sum(match.old), AllocationMatch.sum(match.new))
            if match.varies, let sum = Family(match).flatMap({ sums[$0] }),
                self.direction(from: sum.old, to: sum.new) != direction
            {
                return nil
            }
            return AllocationChange(from: old, to: new)
        }
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
        let (own, others) = ((kind.rank, -abs(blocks), -abs(bytes)), (other.kind.rank, -abs(other.blocks), -abs(other.bytes)))
        return own != others ? own < others : (type, stack.frames.count) < (other.type, other.stack.frames.count)
    }
}

extension AllocationChange.Kind {
    fileprivate var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
