/// The attribution of growth to routes, by the blocks in which it was allocated.
///
/// Objects know the cycle in which they were allocated, and each block of requests is a cycle, so their number for each
/// route is exact. An allocation that a request causes after its answer may fall into the next block. The order of the
/// blocks is random, so such objects spread over all routes, and a small part of the largest rate counts for nothing.
package struct RouteAttribution {
    /// The part of the largest rate from which a route is a source.
    private static let minimumShare = 0.2
    /// The part of the largest rate from which growth in a pause shows that no request is needed.
    private static let pauseShare = 0.5

    private let names: [String]
    private let blocks: [Int: RouteBlock]

    /// Creates an attribution to routes with these names.
    package init(names: [String], blocks: [RouteBlock]) {
        self.names = names
        self.blocks = Dictionary(blocks.map { ($0.birth, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// Returns the routes that account for amounts, the largest share first; empty if a pause has as much.
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
        return names.indices.filter { sums[$0] >= Self.minimumShare * top && hits[$0] * 2 >= hits[first] }
            .map { LeakingRoute(name: names[$0], share: sums[$0] / all) }
            .sorted { ($1.share, $0.name) < ($0.share, $1.name) }
    }
}

extension RouteReport {
    /// The attribution of growth to the routes.
    package var attribution: RouteAttribution { RouteAttribution(names: routes.map(\.name), blocks: blocks) }
}
