import OutliveModel
import Testing

@Suite struct RouteAttributionTests {
    /// Ten rounds of the blocks of three routes and a pause, always in this order.
    private let blocks = (0..<40).map {
        RouteBlock(round: $0 / 4 + 1, route: $0 % 4 == 3 ? nil : $0 % 4, birth: $0 + 1)
    }

    private func sources(_ amount: (RouteBlock) -> Int) -> [LeakingRoute] {
        let amounts = Dictionary(uniqueKeysWithValues: blocks.map { ($0.birth, amount($0)) })
        return RouteAttribution(names: ["a", "b", "c"], blocks: blocks).sources(of: amounts)
    }

    @Test func `The only route with growth is its source`() {
        #expect(sources { $0.route == 1 ? 10 : 0 } == [LeakingRoute(name: "b", share: 1)])
    }

    @Test func `Routes that grow it alike are all its sources, the largest first`() {
        let found = sources { $0.route == 0 ? 10 : $0.route == 2 ? 30 : 0 }
        #expect(found.map(\.name) == ["c", "a"])
        #expect(found.map(\.share) == [0.75, 0.25])
    }

    @Test func `Late allocations in the blocks of other routes make those no sources`() {
        #expect(sources { $0.route == 1 ? 9 : $0.route == 2 ? 1 : 0 }.map(\.name) == ["b"])
        #expect(sources { $0.route == 1 ? 10 : $0.birth == 1 ? 40 : 0 }.map(\.name) == ["b"])
    }

    @Test func `What grows in pauses as well has no source`() {
        #expect(sources { _ in 3 }.isEmpty)
        #expect(sources { $0.route == nil ? 1 : 3 }.map(\.name) == ["a", "b", "c"])
    }

    @Test func `Growth some time after the requests of one route accuses no other`() {
        let orders = ["01234", "31402", "24013", "10324", "42130", "03421"]
        let order = orders.joined().compactMap(\.wholeNumberValue)
        let blocks = order.enumerated().map { RouteBlock(round: $0 / 5 + 1, route: $1, birth: $0 + 1) }
        let attribution = RouteAttribution(names: ["a", "b", "c", "d", "e"], blocks: blocks)
        let late = blocks.dropLast().filter { $0.route == 1 }.map { ($0.birth + 1, 10) }
        #expect(attribution.sources(of: Dictionary(uniqueKeysWithValues: late)).isEmpty)
        let all = attribution.sources(of: Dictionary(uniqueKeysWithValues: blocks.map { ($0.birth, 10) }))
        #expect(all.map(\.name) == ["a", "b", "c", "d", "e"])
    }

    @Test func `Nothing has no source, and neither has what blocks do not know`() {
        #expect(sources { _ in 0 }.isEmpty)
        #expect(RouteAttribution(names: ["a"], blocks: blocks).sources(of: [999: 5]).isEmpty)
    }
}
