package import OutliveModel
internal import OutliveSupport

/// The comings and goings in a process between the censuses after its blocks of requests.
///
/// Each block is a cycle of the process, so an object knows the block that created it, and the first census without it
/// shows the block that removed it.
package struct BlockTally: Sendable {
    /// Objects of one type that blocks of one route create and blocks of another remove.
    package struct Removal: Sendable {
        package var type: HeapType
        /// The indices of the routes.
        package var creator: Int
        package var remover: Int
        package var count: Int
        /// The number of blocks that removed some.
        package var blocks: Int
    }

    /// The part of the removed objects that one route must have removed.
    private static let removerShare = 0.75
    /// The part of the objects left by the creator's blocks that the route must have removed.
    private static let removedShare = 0.5
    /// The fewest blocks that must have removed some.
    private static let minimumBlocks = 3

    private struct Pair: Hashable, Sendable {
        var creator: Int
        /// The index of the route, or `nil` for a pause.
        var remover: Int?
    }

    private var live: [TypeAndSite: [Int: Int]] = [:]
    private var contents: [TypeAndSite: Int] = [:]
    private var types: [TypeAndSite: HeapType] = [:]
    private var removed: [TypeAndSite: [Pair: (count: Int, blocks: Int)]] = [:]
    private var left: [TypeAndSite: [Int: Int]] = [:]
    private var grown: [TypeAndSite: [Int: Int]] = [:]
    /// The route of each block, by its cycle; a pause has none.
    private var routes: [Int: Int] = [:]

    package init() {}

    /// Records the census after the launch, or after a block.
    ///
    /// - Parameter route: The index of the block's route, or `nil` for the launch and for a pause.
    /// - Complexity: O(rows of the census).
    package mutating func add(_ census: HeapCensus, route: Int?) {
        let sites = census.sites
        var live: [TypeAndSite: [Int: Int]] = [:]
        var contents: [TypeAndSite: Int] = [:]
        for row in census.rows where row.state == .alive {
            let key = TypeAndSite(row, sites)
            live[key, default: [:]][row.birth, default: 0] += row.count
            types[key] = row.type
            guard row.contents != nil || row.type.kind == .raw else { continue }
            contents[key, default: 0] += row.contents?.used ?? row.bytes
        }
        if let route {
            routes[census.cycle] = route
            for (key, births) in live {
                if let count = births[census.cycle] { left[key, default: [:]][route, default: 0] += count }
            }
        }
        addRemovals(to: live, by: route)
        for (key, used) in contents where used != self.contents[key] {
            grown[key, default: [:]][census.cycle] = used - (self.contents[key] ?? 0)
        }
        (self.live, self.contents) = (live, contents)
    }

    private mutating func addRemovals(to now: [TypeAndSite: [Int: Int]], by remover: Int?) {
        for (key, births) in live {
            var counts: [Int: Int] = [:]
            for (birth, count) in births {
                let gone = count - (now[key]?[birth] ?? 0)
                if gone > 0, let creator = routes[birth] { counts[creator, default: 0] += gone }
            }
            for (creator, count) in counts {
                let pair = Pair(creator: creator, remover: remover)
                let sum = removed[key]?[pair] ?? (0, 0)
                removed[key, default: [:]][pair] = (sum.count + count, sum.blocks + 1)
            }
        }
    }

    /// The objects that one route creates and another removes, the most frequent first.
    package var removals: [Removal] {
        removed.flatMap { key, pairs -> [Removal] in
            pairs.compactMap { pair, sum in
                let all = pairs.reduce(0) { $0 + ($1.key.creator == pair.creator ? $1.value.count : 0) }
                guard let remover = pair.remover, remover != pair.creator, sum.blocks >= Self.minimumBlocks,
                    Double(sum.count) >= Self.removerShare * Double(all),
                    Double(sum.count) >= Self.removedShare * Double(left[key]?[pair.creator] ?? 0),
                    let type = types[key]
                else { return nil }
                return Removal(
                    type: type, creator: pair.creator, remover: remover, count: sum.count, blocks: sum.blocks)
            }
        }.sorted { ($1.count, $0.type, $0.creator) < ($0.count, $1.type, $1.creator) }
    }

    /// Returns the bytes by which the containers of a finding grew in each block, by the block's cycle.
    ///
    /// - Parameter finding: A finding without names, as `HeapGrowth` makes it.
    package func growth(of finding: Finding) -> [Int: Int] {
        let stack = finding.backtrace
        let site = stack.frames.isEmpty ? RegistrationSite.unknown : RegistrationSite(judgedIn: stack)
        return grown[TypeAndSite(type: finding.key.type, site: site)] ?? [:]
    }
}
