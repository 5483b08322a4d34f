package import OutliveHeap
package import OutliveModel
internal import OutliveSupport
package import OutliveSymbols

/// A process that ran tests, at its end or after one of them: its snapshot with a graph, and the times of its tests.
package struct TestProcess: Sendable {
    /// The number of tests that run again because one of them may have left something.
    private static let mostPossible = 4
    let analysed: AnalysedSnapshot
    let names: Symbolicator
    let tests: [RanTest]
    let alone: Int?
    let clock: BirthClock

    /// Creates a process.
    ///
    /// - Parameters:
    ///   - analysed: Its snapshot with a graph.
    ///   - tests: The tests that may have run in the process.
    ///   - alone: The index of the only test that did, or `nil` if that is unknown.
    ///   - clockStart: The time of birth 0 in seconds since 1970.
    package init(
        _ analysed: AnalysedSnapshot, names: Symbolicator, tests: [RanTest], alone: Int? = nil, clockStart: Double
    ) {
        (self.analysed, self.names, self.tests, self.alone) = (analysed, names, tests, alone)
        clock = BirthClock(analysed.snapshot.header, start: clockStart)
    }

    /// The tasks that nothing can resume.
    package var stuckTasks: [AlikeTasks] {
        func stuck(_ tasks: TaskGroups) -> [AlikeTasks] { tasks.groups.filter { $0.stuck != nil } }
        // Lines take long, and matter for tasks of the program alone; the runner is in a module of the package.
        let isOfProgram = analysed.tasks(by: names.withoutTool).groups.contains { group in
            group.frames.contains { $0.module.map { isProgramModule($0) && !$0.hasSuffix("PackageTests") } ?? false }
                || group.stuck != nil
        }
        return isOfProgram ? stuck(analysed.tasks) : []
    }

    /// Derives what the judgement needs of a snapshot, whatever tests ran.
    package static func prepare(_ analysed: AnalysedSnapshot, names: Symbolicator) {
        let process = TestProcess(analysed, names: names, tests: [], clockStart: 0)
        _ = process.stacks(of: process.countedNodes + analysed.lost.objects)
    }

    /// Returns the objects that nothing can reach any more, judged, with the tests that left them.
    package func losses() -> (findings: [Finding], notes: [String]) {
        let stacks = stacks(of: analysed.lost.objects)
        let first = firstStart
        let nodes = analysed.snapshot.nodes
        var attribution = TestAttribution(tests, alone: alone)
        // Objects of a library that several tests leave are separate for each test.
        let certain = stacks.named.compactMapValues { backtrace in
            attribution.place(of: backtrace).test.map { [LeakingTest(attribution.withModule($0), isCertain: true)] }
        }
        let judged = JudgedLosses(
            in: analysed, names: names,
            where: { clock.time(ofBirth: nodes[$0].birth) ?? first >= first && stacks.isOfProgram($0) },
            tests: { certain[nodes[$0].stack] })
        return (attributed(judged.findings.map(\.expectedOfPlatform), judged.nodes, stacks), judged.notes)
    }

    /// Returns what grew with each run of the tests, judged, with the tests that left it.
    ///
    /// That includes objects that nothing can reach any more when the process ends.
    ///
    /// - Parameter repetitions: The number of times that each test ran: at least 5. The first is warm-up, and objects of
    ///   the last may still be in use.
    package func growth(over repetitions: Int) -> (findings: [Finding], notes: [String]) {
        let held = countedNodes
        let stacks = stacks(of: held)
        let counted = Set(held.lazy.filter(stacks.isOfProgram))
        let starts = starts(of: repetitions)
        let clock = clock
        let births = analysed.snapshot.nodes.map(\.birth)
        let snapshot = analysed.snapshot.reborn(endingCycle: UInt32(repetitions)) { node in
            guard counted.contains(node) else { return 0 }
            if let run = clock.run(ofBirth: births[node]) { return run }
            guard let time = clock.time(ofBirth: births[node]) else { return 0 }
            return UInt32(starts.partitioningIndex { $0 > time })
        }
        // The cycles of the warm-up are the launch and the first run.
        let warmup = 2
        let all = HeapCensus(snapshot).condensed(warmup: warmup)
        let censuses = (0...repetitions).map { cycle in
            var census = all
            census.cycle = cycle
            census.rows.removeAll { $0.birth > cycle }
            return census
        }
        let growth = HeapGrowth(censuses, warmup: warmup)
        let traced = TracedFindings(
            growth.findings, in: AnalysedSnapshot(snapshot, names: names), names: names)
        let findings = traced.findings.filter { !isOfEndedThreads($0) }.map(\.expectedOfPlatform)
        let nodes = objects(of: findings, in: snapshot, names: names)
        return (attributed(findings, nodes, stacks), growth.notes + traced.notes)
    }

    /// Returns the tests that left objects which something refers to, or raw memory that nothing seems to.
    package func remainders() -> [TestRemainder] {
        let snapshot = analysed.snapshot
        let first = firstStart
        let chains = analysed.chains
        let (lost, objects) = (analysed.lost.ofMemory, Set(analysed.lost.objects))
        let held = countedNodes.filter { node in
            guard !objects.contains(node) else { return false }
            return (snapshot.type(ofNode: node) != nil || lost.contains(node))
                && clock.time(ofBirth: snapshot.nodes[node].birth) ?? first >= first
        }
        var kinds = NumberTable<[UInt32]>()
        var ofProgram: Set<Int> = []
        let stacks = stacks(of: held)
        var attribution = TestAttribution(tests, alone: alone)
        var left: [Int: Set<Int>] = [:]
        for (stack, nodes) in Dictionary(grouping: held.filter(stacks.isOfProgram), by: { snapshot.nodes[$0].stack }) {
            guard let backtrace = stacks.named[stack], !backtrace.isOfGlobalInitializer else { continue }
            let nodes = gathering(nodes, allocatedIn: backtrace)
            guard !nodes.isEmpty else { continue }
            let births = Set(nodes.lazy.map { snapshot.nodes[$0].birth }).compactMap(clock.time)
            let numbers = Set(
                nodes.map { node in
                    let number = kinds.number(of: [snapshot.nodes[node].type, UInt32(bitPattern: chains.ofNode[node])])
                    if snapshot.type(ofNode: node)?.mentionsProgram == true { ofProgram.insert(number) }
                    return number
                })
            let found = attribution.tests(of: [(backtrace, births)])
            // Of many tests at once none is likely.
            guard found.isCertain || found.tests.count <= Self.mostPossible else { continue }
            for test in found.tests {
                left[test, default: []].formUnion(numbers)
            }
        }
        return left.sorted { $0.key < $1.key }.map { test, kinds in
            TestRemainder(
                attribution.withModule(test), kinds: kinds, ofProgram: kinds.filter(ofProgram.contains))
        }
    }
}

extension TestProcess {
    /// The stacks of some nodes with names.
    struct Stacks {
        let snapshot: HeapSnapshot
        let named: [UInt32: Backtrace]
        let ofProgram: Set<UInt32>

        /// `true` if the program allocated a node, and not the test framework for itself.
        func isOfProgram(_ node: Int) -> Bool { ofProgram.contains(snapshot.nodes[node].stack) }
    }

    /// The nodes whose growth shows a leak: nothing that a test framework keeps.
    var countedNodes: [Int] {
        let others = analysed.lost.ofFrameworks
        let unused = analysed.snapshot.unusedContinuations
        return analysed.snapshot.nodes.indices.filter { !others.contains($0) && !unused.contains(UInt32($0)) }
    }

    /// Returns the nodes of a stack that more can join: no known growth, and no platform's object in a global.
    private func gathering(_ nodes: [Int], allocatedIn backtrace: Backtrace) -> [Int] {
        let bytes = nodes.reduce(0) { boundedSum($0, Int(clamping: analysed.snapshot.nodes[$1].bytes)) }
        var known: [HeapType: KnownGrowth?] = [:]
        return nodes.filter { node in
            let type = analysed.snapshot.type(ofNode: node) ?? .rawMemory
            let entry = known.value(of: type) { KnownGrowth.entry(for: type, backtrace) }
            return entry.map { bytes > $0.maximumBytes } ?? !analysed.isInGlobalAlone(node)
        }
    }

    /// Returns `true` for memory of more threads than there are: the C library keeps that of ended threads for new ones.
    private func isOfEndedThreads(_ finding: Finding) -> Bool {
        guard finding.unit == .blocks, finding.count > analysed.snapshot.threads.count else { return false }
        return finding.backtrace.frames.lazy.flatMap(\.symbols).contains {
            ["pthread_create", "_dl_allocate_tls"].contains(where: $0.function.hasPrefix)
        }
    }

    func stacks(of nodes: [Int]) -> Stacks {
        let snapshot = analysed.snapshot
        // Without lines, which take long and matter for findings alone.
        let named = AllocationStacks.named(of: nodes, in: snapshot, by: names.withoutTool)
        return Stacks(
            snapshot: snapshot, named: named,
            ofProgram: Set(named.lazy.filter { $0.value.isOfProgram }.map(\.key)))
    }

    /// The time at which the first test began, or infinity if none did.
    private var firstStart: Double { tests.lazy.compactMap(\.spans.first?.lowerBound).min() ?? .infinity }

    /// Returns the times between the runs of the tests; the first is before the first run.
    private func starts(of repetitions: Int) -> [Double] {
        var last: Double?
        return (0..<repetitions).map { run in
            let spans = tests.filter { run < $0.spans.count }.map { $0.spans[run] }
            guard let start = spans.map(\.lowerBound).min() else { return .infinity }
            defer { last = spans.map(\.upperBound).max() }
            return last.map { ($0 + start) / 2 } ?? start
        }
    }

    private func attributed(_ findings: [Finding], _ nodes: [[Int]], _ stacks: Stacks) -> [Finding] {
        var attribution = TestAttribution(tests, alone: alone)
        let all = zip(findings, nodes).map { finding, nodes in
            guard finding.tests == nil else { return finding.placingTests }
            let groups = Dictionary(grouping: nodes) { analysed.snapshot.nodes[$0].stack }
            let found = attribution.tests(
                of: groups.map { stack, nodes in
                    let births = Set(nodes.lazy.map { analysed.snapshot.nodes[$0].birth }).compactMap(clock.time)
                    return (stacks.named[stack] ?? Backtrace(), births)
                })
            var finding = finding
            finding.tests = found.tests.map {
                LeakingTest(attribution.withModule($0), isCertain: found.isCertain)
            }
            return finding.placingTests
        }
        // The stack of a part may be too deep to lead to the test that made the whole.
        let certain = Set(all.lazy.filter { $0.tests?.contains(where: \.certain) == true }.map(\.fingerprint))
        return all.map { finding in
            guard let leader = finding.victimOf, certain.contains(leader) else { return finding }
            var finding = finding
            finding.tests?.removeAll { !$0.certain }
            return finding
        }
    }
}

extension Finding {
    /// The finding as expected if a library of the platform made the objects for itself, and no reference of the program
    /// keeps them.
    var expectedOfPlatform: Finding {
        let pattern = trace?.culprit?.pattern
        let type = HeapType(described: key.type)
        guard verdict == .leak, !type.mentionsProgram,
            pattern == nil || pattern == .overRetain || unit == .blocks,
            let module = backtrace.ownerInPlatform(of: type)
        else { return self }
        var finding = self
        finding.verdict = .expected
        finding.victimOf = nil
        finding.key.lifetime = .process(reason: "\(module) made it for itself, and nothing of the program keeps it")
        return finding
    }

    /// The finding with the files of tests whose runner does not report them, from the functions on the stack.
    fileprivate var placingTests: Finding {
        var finding = self
        finding.tests = tests?.map { test in
            let function = backtrace.frames.lazy.flatMap(\.symbols).first { symbol in
                symbol.file != nil && FunctionName(symbol.function).brief.hasSuffix(test.name)
            }
            guard test.file == nil, let file = function?.file?.split(separator: "/").last else { return test }
            var placed = test
            placed.file = "\(test.module)/\(file)"
            placed.line = function?.line
            return placed
        }
        return finding
    }
}
