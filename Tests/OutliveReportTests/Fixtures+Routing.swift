import OutliveModel

extension AllocationSite {
    /// A site in a table of routes, called by a server.
    static func routing(_ type: String, _ function: String, line: Int, _ counts: [Int]) -> AllocationSite {
        let names = [function, "Shop.Router.handle(Shop.Request) async throws -> ()"]
        let frames = names.enumerated().map { index, name in
            Frame(
                module: "/app/Shop", buildID: nil, offset: UInt64(line * 10 + index),
                symbols: [Symbol(function: name, file: "/app/Sources/Shop/Router.swift", line: line + 40 * index)])
        }
        return AllocationSite(
            type: HeapType(name: type, kind: .object), stack: Backtrace(frames: frames), blocks: counts,
            bytes: counts.map { $0 * 64 })
    }
}

extension AllocationFigures {
    /// The figures of a router: 41 allocations of a cycle, or 43 with two new and one removed in another build.
    static func routing(isLater: Bool, units: Int = 5, arm: Arm? = nil, unit: AllocationFigures.Unit = .cycle)
        -> AllocationFigures
    {
        let table = "Shop.RouteTable.match(Swift.String) -> Shop.Route?"
        let sites =
            [AllocationSite.routing("Shop.Request", "Shop.Request.init() -> Shop.Request", line: 12, [36])]
            + (isLater
                ? [
                    .routing("Swift._ContiguousArrayStorage<Swift.Int>", table, line: 81, [3]),
                    .routing("Shop.Route", table, line: 90, [4]),
                ]
                : [
                    .routing("Shop.Route", table, line: 60, [3]),
                    .routing("Shop.\u{1B}Log", "Shop.log(Swift.String) -> ()", line: 7, [2]),
                ])
        let sum = sites.reduce(into: UnitCounts([])) { $0 += $1.blockCounts }
        let bytes = sites.reduce(into: UnitCounts([])) { $0 += $1.byteCounts }
        var figures = AllocationFigures(
            arm: arm, units: units, blocks: sum.spread, bytes: bytes.spread, temporary: .none, sites: sites)
        figures.unit = unit
        return figures
    }
}

extension AllocationComparison {
    /// A new site, a site with more, and a removed one.
    static var routing: AllocationComparison {
        AllocationComparison(from: .routing(isLater: false), to: .routing(isLater: true))
    }
}
