/// Sites of two reports that are the same place of the same program.
struct AllocationMatch {
    private(set) var old: [ComparedSite] = []
    private(set) var new: [ComparedSite] = []

    /// The site that stands for all: the one of the later report, if it has one.
    var leader: ComparedSite? { new.first ?? old.first }
    var isOneSided: Bool { old.isEmpty || new.isEmpty }

    /// Joins the sites of another match.
    mutating func join(_ other: Self) {
        old += other.old
        new += other.new
    }

    /// The sites of both reports by the functions of libraries that allocate, if one report has all of the other's.
    ///
    /// It is `nil` for builds that differ in these functions, and for a match with sites of one report alone.
    var parts: [(old: AllocationSite?, new: AllocationSite?)]? {
        guard !isOneSided else { return nil }
        let (then, now) = (Self.parts(old), Self.parts(new))
        let (before, after) = (Set(then.keys), Set(now.keys))
        guard before.isSubset(of: after) || after.isSubset(of: before) else { return nil }
        return before.union(after).sorted { $0.lexicographicallyPrecedes($1) }.map { (then[$0], now[$0]) }
    }

    private static func parts(_ sites: [ComparedSite]) -> [[Int]: AllocationSite] {
        sites.reduce(into: [:]) { parts, site in
            for (functions, part) in site.parts { parts.add(part, at: functions) }
        }
    }

    /// Returns the sum of the sites of one report.
    static func sum(_ sites: [ComparedSite]) -> AllocationSite? {
        guard let first = sites.first else { return nil }
        return sites.dropFirst().reduce(into: first.site) { $0 += $1.site }
    }
}

extension AllocationMatch {
    /// The most pairs of sites whose functions are compared, for which a comparison takes a second.
    private static let mostPairs = 200_000

    /// Matches the sites of two reports.
    ///
    /// Two sites are the same if their types and functions are equal. What is left is matched by equal functions if the
    /// types differ by generic arguments or captures only, or if one is raw memory; then by the functions that they
    /// share, most first, those with the same innermost function before others; see `ComparedSite.likeness(to:)`. That
    /// leaves out sites that do not allocate in most units: what happens once would stand for what is new.
    ///
    /// - Returns: every site once, in the order of the later report, then what only the earlier one has.
    /// - Complexity: O(n + p * f^2) for n sites, p pairs of a type that are left, and f functions of a stack.
    static func matches(_ old: [ComparedSite], _ new: [ComparedSite]) -> [Self] {
        var (matches, left) = (new.map { Self(new: [$0]) }, old)
        take(&matches, &left, old: \.key, new: \.key)
        take(&matches, &left, old: \.plainKey, new: \.plainKey)
        // An object may be released before its type is read.
        take(&matches, &left, old: { FunctionsOfMemory($0, isRaw: $0.isRaw) }) {
            FunctionsOfMemory($0, isRaw: !$0.isRaw)
        }
        takeAlike(&matches, &left) { $0.hasInnermost(of: $1) }
        takeAlike(&matches, &left) { _, _ in true }
        return matches + left.map { Self(old: [$0]) }
    }

    /// Matches sites with equal keys, in their order.
    private static func take<Key: Hashable>(
        _ matches: inout [Self], _ left: inout [ComparedSite], old: (ComparedSite) -> Key?,
        new: (ComparedSite) -> Key?
    ) {
        var places: [Key: [Int]] = [:]
        for index in matches.indices.reversed() where matches[index].old.isEmpty {
            if let key = new(matches[index].new[0]) { places[key, default: []].append(index) }
        }
        left = left.filter { site in
            guard let key = old(site), let index = places[key]?.popLast() else { return true }
            matches[index].old.append(site)
            return false
        }
    }

    /// Matches sites by their likeness, highest first.
    private static func takeAlike(
        _ matches: inout [Self], _ left: inout [ComparedSite], where fits: (ComparedSite, ComparedSite) -> Bool
    ) {
        var open: [PlainType: [Int]] = [:]
        for index in matches.indices where matches[index].old.isEmpty && matches[index].new[0].recurs {
            open[matches[index].new[0].plainType, default: []].append(index)
        }
        var pairs: [(likeness: Int, old: Int, match: Int)] = []
        var count = 0
        for (place, site) in left.enumerated() where site.recurs {
            for index in open[site.plainType] ?? [] where count < mostPairs && fits(site, matches[index].new[0]) {
                count += 1
                if let likeness = site.likeness(to: matches[index].new[0]) { pairs.append((likeness, place, index)) }
            }
        }
        var taken: Set<Int> = []
        for pair in pairs.sorted(by: { ($1.likeness, $0.old, $0.match) < ($0.likeness, $1.old, $1.match) })
        where matches[pair.match].old.isEmpty && taken.insert(pair.old).inserted {
            matches[pair.match].old.append(left[pair.old])
        }
        left = left.enumerated().filter { !taken.contains($0.offset) }.map(\.element)
    }
}

/// The functions of a block with or without a type; `nil` if no function of the program is known.
private struct FunctionsOfMemory: Hashable {
    var functions: [Int]
    var isRaw: Bool

    init?(_ site: ComparedSite, isRaw: Bool) {
        guard !site.key.functions.isEmpty else { return nil }
        (functions, self.isRaw) = (site.key.functions, isRaw)
    }
}

extension ComparedSite {
    fileprivate struct PlainKey: Hashable {
        var type: PlainType
        var functions: [Int]
    }

    fileprivate var plainKey: PlainKey? { PlainKey(type: plainType, functions: key.functions) }
    /// `true` if it allocates in most units.
    fileprivate var recurs: Bool { site.blocks.median > 0 }
    fileprivate var isRaw: Bool { key.type.kind == .raw }
}
