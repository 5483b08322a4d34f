internal import OutliveHeap
package import OutliveModel
internal import OutliveSupport
internal import OutliveSymbols

extension TestProcess {
    /// The number of tests with most allocations whose sites a report always has.
    private static let testsWithSites = 20
    /// The number of sites of all tests up to which a report has the sites of further tests.
    private static let sitesOfTests = 1000

    /// Returns the allocations of each test, most first, then those beside the tests; empty if they were not counted.
    ///
    /// A test is found by its function on the stack. What a test starts that has another stack is beside the tests, and
    /// so are the preparations of its suite and what a process does once, for the first test that needs it.
    ///
    /// - Parameter budgeted: The names of the tests whose sites are needed, as in `LeakingTest.budgetName`.
    package func allocations(withSitesOf budgeted: Set<String> = []) -> [AllocationFigures] {
        guard let counted = analysed.snapshot.allocations else { return [] }
        let stacks = Set(counted.totals.lazy.compactMap(\.stack)).sorted()
        let named = AllocationStacks.named(
            ofStacks: stacks.map(UInt32.init), in: analysed.snapshot, by: names.withoutTool)
        var owners = AllocationOwners(tests)
        var byTest: [Int?: [AllocationTotal]] = [:]
        for total in counted.totals {
            let owner = total.stack.flatMap { named[UInt32($0)] }.flatMap {
                owners.owner(of: $0, blocks: total.amount.objects)
            }
            byTest[owner, default: []].append(total)
        }
        var left = leftMemory(&owners)
        var all = byTest.map { test, totals in
            var figures = AllocationFigures(totals) { $0.stack.flatMap { named[UInt32($0)] } ?? Backtrace() }
            figures.test = test.map { LeakingTest(owners.withModule($0), isCertain: true) }
            figures.left = test.map { left.removeValue(forKey: $0) ?? LeftMemory(bytes: 0) }
            figures.lost = counted.lost > 0 ? counted.lost : nil
            return figures
        }
        all.sort { $0.precedes($1) }
        var kept = 0
        for index in all.indices {
            let isBudgeted = all[index].test.map { budgeted.contains($0.budgetName) } ?? false
            let isFirst = index < Self.testsWithSites || isBudgeted
            all[index].keepSites(atMost: isFirst ? .max : Self.sitesOfTests - kept)
            kept += all[index].sites.count
        }
        return all
    }

    /// Returns what each test allocated, under its function, and is alive now.
    private func leftMemory(_ owners: inout AllocationOwners) -> [Int: LeftMemory] {
        let nodes = countedNodes
        let stacks = stacks(of: nodes)
        let snapshot = analysed.snapshot
        var left: [Int: LeftMemory] = [:]
        for (stack, nodes) in Dictionary(grouping: nodes, by: { snapshot.nodes[$0].stack }) {
            guard let backtrace = stacks.named[stack], stacks.ofProgram.contains(stack),
                let owner = owners.owner(of: backtrace, blocks: nodes.count)
            else { continue }
            for (type, nodes) in Dictionary(grouping: nodes, by: { snapshot.type(ofNode: $0) ?? .rawMemory }) {
                let bytes = nodes.reduce(0) { boundedSum($0, Int(clamping: snapshot.nodes[$1].bytes)) }
                let site = PeakSite(
                    type: type, stack: backtrace, amount: HeapAmount(objects: nodes.count, bytes: bytes))
                left[owner, default: LeftMemory(bytes: 0)] += LeftMemory(bytes: bytes, sites: [site])
            }
        }
        return left
    }
}

/// The tests to which allocations are attributed.
private struct AllocationOwners {
    // A process of one test has the allocations of the runner, too.
    private var attribution: TestAttribution

    init(_ tests: [RanTest]) { attribution = TestAttribution(tests) }

    /// Returns the test that allocated at a stack, or `nil` for what is beside the tests.
    ///
    /// - Parameter blocks: The number of blocks at the stack.
    mutating func owner(of backtrace: Backtrace, blocks: Int) -> Int? {
        guard !backtrace.isOfOneTimeWork, blocks > 1 || !backtrace.instantiatesKeyPath else { return nil }
        return attribution.place(of: backtrace).test
    }

    func withModule(_ test: Int) -> RanTest { attribution.withModule(test) }
}

extension AllocationFigures {
    /// Returns `true` if it comes first among tests: with more allocations, and what is beside the tests last.
    fileprivate func precedes(_ other: Self) -> Bool {
        guard let test, let its = other.test else { return test != nil && other.test == nil }
        return (other.blocks.median, test.module, test.name) < (blocks.median, its.module, its.name)
    }
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
            temporary: spread { $0.temporary?.objects ?? 0 }, sites: sites)
        unit = .test
    }

    /// The number of sites of a test that a report has if they have as many names as a budget keeps, and the most.
    private static let (sitesOfOneTest, mostSitesOfOneTest) = (40, 400)

    /// Keeps the sites with most allocations: 40, or more until they have as many names as a budget keeps.
    ///
    /// - Parameter room: The largest number of sites; with less room than needed none is kept.
    fileprivate mutating func keepSites(atMost room: Int) {
        var count = min(sites.count, Self.sitesOfOneTest)
        if count < sites.count {
            var names = Set(sites.prefix(count).map { BudgetSiteName($0.type, allocatedIn: $0.stack) })
            while count < min(sites.count, Self.mostSitesOfOneTest), names.count < Budget.largestCount {
                names.insert(BudgetSiteName(sites[count].type, allocatedIn: sites[count].stack))
                count += 1
            }
        }
        if count > room { count = 0 }
        if count == 0 { left?.sites = [] }
        sitesLeftOut += sites.count - count
        sites.removeSubrange(count...)
    }
}
