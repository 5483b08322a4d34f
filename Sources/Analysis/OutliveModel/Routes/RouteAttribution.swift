/// The attribution of growth to routes, by the blocks in which it was allocated.
///
/// Objects know the cycle in which they were allocated, and each block of requests is a cycle, so their number for each
/// route is exact. An allocation that a request causes after its answer may fall into the next block. The order of the
/// blocks is random, so such objects spread over all routes, and a small part of the largest rate counts for nothing.
/// If all of them spread so, no route stands out, and none is named.
package struct RouteAttribution {
    /// The part of the largest rate from which a route is a source.
    private static let minimumShare = 0.2
    /// The part of the largest rate from which growth in a pause shows that no request is needed.
    private static let pauseShare = 0.5

    /// The fewest routes, and the largest part of their blocks with growth, by which growth is spread.
    private static let spreadRoutes = 4
    private static let spreadPart = 0.5

    private let names: [String]
    private let blocks: [Int: RouteBlock]

    /// Creates an attribution to routes with these names.
    package init(names: [String], blocks: [RouteBlock]) {
        self.names = names
        self.blocks = Dictionary(blocks.map { ($0.birth, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// Returns the routes that account for amounts, the largest share first.
    ///
    /// Empty if a pause has as much, or if no route stands out.
    ///
    /// - Parameter amounts: What grew in each block, by its birth.
    /// - Complexity: O(blocks + amounts).
    package func sources(of amounts: [Int: Int]) -> [LeakingRoute] {
        var sums = Array(repeating: 0.0, count: names.count)
        var hits = Array(repeating: 0, count: names.count)
        var pause = 0.0
        for (birth, amount) in amounts where amount > 0 {
            guard let block = blocks[birth] else { continue }
            guard let route = block.route, names.indices.contains(route) else {
                pause += Double(amount)
                continue
            }
            sums[route] += Double(amount)
            hits[route] += 1
        }
        guard let top = sums.max(), top > 0, pause < Self.pauseShare * top, let first = sums.firstIndex(of: top) else {
            return []
        }
        let all = sums.reduce(0, +)
        let found = names.indices.filter { sums[$0] >= Self.minimumShare * top && hits[$0] * 2 >= hits[first] }
        guard found.count < Self.spreadRoutes || !isSpread(found, hits, amounts) else { return [] }
        return found.map { LeakingRoute(name: names[$0], share: sums[$0] / all) }
            .sorted { ($1.share, $0.name) < ($0.share, $1.name) }
    }

    /// Returns `true` if few blocks of each of many routes grow, as blocks do that follow another route.
    private func isSpread(_ routes: [Int], _ hits: [Int], _ amounts: [Int: Int]) -> Bool {
        let births = amounts.keys.filter { blocks[$0] != nil }
        guard let first = births.min(), let last = births.max() else { return false }
        let own = blocks.values.count { block in
            (first...last).contains(block.birth) && block.route.map(routes.contains) == true
        }
        return Double(routes.reduce(0) { $0 + hits[$1] }) < Self.spreadPart * Double(own)
    }
}

extension RouteReport {
    /// The attribution of growth to the routes.
    package var attribution: RouteAttribution { RouteAttribution(names: routes.map(\.name), blocks: blocks) }
}
