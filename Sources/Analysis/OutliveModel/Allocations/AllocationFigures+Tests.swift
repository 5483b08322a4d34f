internal import OutliveSupport

extension LeakingTest {
    /// The name by which a budget names the test: `ShopTests.CartTests.total(of:)`.
    package var budgetName: String { "\(module).\(name)" }
}

extension [AllocationFigures] {
    /// The figures of each test by the name that a budget has; the figures of its processes are added up.
    ///
    /// An exit test runs a part of a test in a process of its own.
    package var byTest: [String: AllocationFigures] {
        var byName: [String: AllocationFigures] = [:]
        for figures in self where figures.unit == .test {
            guard let name = figures.test?.budgetName else { continue }
            if byName[name] == nil { byName[name] = figures } else { byName[name]?.add(sameTest: figures) }
        }
        return byName
    }
}

extension AllocationFigures {
    /// The figures of a test that allocated nothing.
    static var ofNothing: AllocationFigures {
        var figures = AllocationFigures(units: 1, blocks: .none, bytes: .none, temporary: .none)
        (figures.unit, figures.left) = (.test, LeftMemory(bytes: 0))
        return figures
    }

    /// Creates the figures of a test whose runs are the units.
    ///
    /// A site occurs once for each run.
    ///
    /// - Parameter runs: The figures of each run; at least one.
    init(runs: [AllocationFigures]) {
        guard runs.count > 1, let last = runs.last else {
            self = runs.first ?? .ofNothing
            return
        }
        func units(_ count: Int, _ run: Int) -> [Int] { runs.indices.map { $0 == run ? count : 0 } }
        self.init(
            units: runs.count, blocks: Spread(runs.map(\.blocks.median)), bytes: Spread(runs.map(\.bytes.median)),
            temporary: Spread(runs.map(\.temporary.median)),
            sites: runs.enumerated().flatMap { run, figures in
                figures.sites.map {
                    AllocationSite(
                        type: $0.type, stack: $0.stack, blocks: units($0.blocks.median, run),
                        bytes: units($0.bytes.median, run), temporary: units($0.temporary.median, run))
                }
            }, sitesLeftOut: runs.map(\.sitesLeftOut).max() ?? 0)
        (unit, test, left) = (.test, last.test, last.left)
    }

    /// Adds the figures of the same test in another process.
    fileprivate mutating func add(sameTest other: AllocationFigures) {
        blocks = blocks.plus(other.blocks)
        bytes = bytes.plus(other.bytes)
        temporary = temporary.plus(other.temporary)
        sites += other.sites
        sitesLeftOut = boundedSum(sitesLeftOut, other.sitesLeftOut)
        if let more = other.left {
            var sum = left ?? LeftMemory(bytes: 0)
            sum += more
            left = sum
        }
        lost = lost ?? other.lost
    }
}

extension Spread {
    fileprivate func plus(_ other: Spread) -> Spread {
        Spread(
            median: boundedSum(median, other.median), lowest: boundedSum(lowest, other.lowest),
            highest: boundedSum(highest, other.highest))
    }
}
