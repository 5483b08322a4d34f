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
    static func routing(isLater: Bool, units: Int = 5, arm: Arm? = nil) -> AllocationFigures {
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
        return AllocationFigures(
            arm: arm, units: units, blocks: sum.spread, bytes: bytes.spread, temporary: .none, sites: sites)
    }
}

extension AllocationComparison {
    /// A new site, a site with more, and a removed one.
    static var routing: AllocationComparison {
        AllocationComparison(from: .routing(isLater: false), to: .routing(isLater: true))
    }
}

extension Report {
    /// A soak whose allocations were counted: some sites with the same number in each cycle, others without.
    static var allocating: Report {
        func stack(_ calls: (function: String, file: String, line: Int)...) -> Backtrace {
            Backtrace(
                frames: calls.enumerated().map { index, call in
                    Backtrace.Frame(
                        module: "/home/user/projects/note-service/.build/debug/note-service", buildID: "c0ffee",
                        offset: UInt64(0x1000 * (call.line + index)),
                        symbols: [
                            Backtrace.Symbol(
                                function: call.function,
                                file: "/home/user/projects/note-service/Sources/App/\(call.file)", line: call.line)
                        ])
                })
        }
        let match = stack(
            ("App.RouteTable.match(Swift.String) -> App.Route", "Router.swift", 81),
            ("App.Router.handle(App.Request) -> App.Response", "Router.swift", 40))
        let encode = stack(("App.JSON.encode(App.Note) -> Swift.Array<Swift.UInt8>", "Messages.swift", 42))
        let array = HeapType(name: "Swift._ContiguousArrayStorage<Swift.UInt8>", kind: .object)
        var report = Report.clean
        var figures = AllocationFigures(
            units: 4, blocks: Spread(median: 41, lowest: 41, highest: 44),
            bytes: Spread(median: 3280, lowest: 3280, highest: 3520),
            temporary: Spread(median: 29, lowest: 29, highest: 29))
        figures.sites = [
            AllocationSite(
                type: array, stack: match, blocks: [30, 30, 30, 30], bytes: [2400, 2400, 2400, 2400],
                temporary: [20, 20, 20, 20]),
            AllocationSite(
                type: .rawMemory, stack: encode, blocks: [11, 14, 11, 11], bytes: [880, 1120, 880, 880],
                temporary: [9, 9, 9, 9]),
        ]
        figures.sitesLeftOut = 3
        figures.peakBytes = 1_170_000
        figures.peak = [
            PeakSite(type: array, stack: encode, amount: HeapAmount(objects: 120, bytes: 900_000)),
            PeakSite(type: .rawMemory, stack: match, amount: HeapAmount(objects: 1, bytes: 270_000)),
        ]
        (figures.sizes, figures.ages) = ([0, 0, 0, 0, 0, 100, 64, 2, 1], [150, 10, 7])
        report.allocations = [figures]
        return report
    }
}
