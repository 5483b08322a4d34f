internal import OutliveHeap
package import OutliveModel
internal import OutliveSupport
internal import OutliveSymbols

extension TestProcess {
    /// The number of tests whose sites a report has.
    private static let testsWithSites = 20

    /// Returns the allocations of each test, most first, then those beside the tests; empty if they were not counted.
    ///
    /// A test is found by its function on the stack, or its suite's if the suite has no other test. What a test starts
    /// that has neither on its stack is beside the tests.
    package func allocations() -> [AllocationFigures] {
        guard let counted = analysed.snapshot.allocations else { return [] }
        let stacks = Set(counted.totals.lazy.compactMap(\.stack)).sorted()
        let named = AllocationStacks.named(
            ofStacks: stacks.map(UInt32.init), in: analysed.snapshot, by: names.withoutTool)
        var attribution = TestAttribution(tests, alone: alone)
        var byTest: [Int?: [AllocationTotal]] = [:]
        for total in counted.totals {
            let place = total.stack.flatMap { named[UInt32($0)] }.map { attribution.place(of: $0) }
            byTest[place?.test ?? place?.suite?.only ?? alone, default: []].append(total)
        }
        var all = byTest.map { test, totals in
            var figures = AllocationFigures(totals) { $0.stack.flatMap { named[UInt32($0)] } ?? Backtrace() }
            figures.test = test.map { LeakingTest(attribution.withModule($0), isCertain: true) }
            figures.lost = counted.lost > 0 ? counted.lost : nil
            return figures
        }
        all.sort { $0.precedes($1) }
        for index in all.indices.dropFirst(Self.testsWithSites) {
            all[index].sitesLeftOut += all[index].sites.count
            all[index].sites = []
        }
        return all
    }
}

extension AllocationFigures {
    /// Returns `true` if it comes first among tests: with more allocations, and what is beside the tests last.
    fileprivate func precedes(_ other: Self) -> Bool {
        guard let test, let its = other.test else { return test != nil && other.test == nil }
        return (other.blocks.median, test.module, test.name) < (blocks.median, its.module, its.name)
    }
}

extension Array {
    /// The only element, or `nil` if there are none or several.
    fileprivate var only: Element? { count == 1 ? self[0] : nil }
}

extension AllocationFigures {
    /// Creates the figures of a test that ran once.
    fileprivate init(_ totals: [AllocationTotal], stack: (AllocationTotal) -> Backtrace) {
        func spread(_ value: (AllocationTotal) -> Int) -> Spread {
            let sum = totals.reduce(0) { boundedSum($0, value($1)) }
            return Spread([sum])
        }
        let sites = totals.filter { $0.amount.objects > 0 }.map { total in
            AllocationSite(
                type: total.type, stack: stack(total), blocks: [total.amount.objects], bytes: [total.amount.bytes],
                temporary: [total.temporary?.objects ?? 0])
        }.sorted { $0.precedes($1) }
        self.init(
            units: 1, blocks: spread(\.amount.objects), bytes: spread(\.amount.bytes),
            temporary: spread { $0.temporary?.objects ?? 0 }, sites: Array(sites.prefix(Self.sitesOfOneTest)),
            sitesLeftOut: max(0, sites.count - Self.sitesOfOneTest))
        unit = .test
    }
}
