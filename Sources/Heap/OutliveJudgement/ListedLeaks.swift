internal import Dispatch
internal import OutliveHeap
package import OutliveModel
internal import OutliveSupport

extension Report {
    /// Judges leaked blocks that another program listed, as the lost objects of a process are judged.
    ///
    /// Equal roots are one cause. The report has no fingerprints and no known leaks yet.
    ///
    /// - Parameters:
    ///   - plan: The names of the output and of its program.
    ///   - processes: The blocks of each process, and the test that ran in it, or `nil` if it is unknown.
    /// - Complexity: O(blocks + references), but for names.
    package init(
        judging processes: [(leaked: LeakedBlocks, test: LeakingTest?)], plan: Plan, toolVersion: String,
        startedAt: String, machine: Machine
    ) {
        self.init(toolVersion: toolVersion, startedAt: startedAt, machine: machine, plan: plan)
        let parts = processes.flatMap { process in process.leaked.byRoots.map { ($0, process.test) } }
        let judged = Lock([[Finding]](repeating: [], count: parts.count))
        DispatchQueue.concurrentPerform(iterations: parts.count) { index in
            let found = Self.findings(of: parts[index].0, parts[index].1, index + 1)
            judged.withLock { $0[index] = found }
        }
        findings = judged.withLock(\.self).flatMap(\.self).worstFirst
        func sum(_ amount: (LeakedBlocks) -> Int) -> Int { processes.reduce(0) { boundedSum($0, amount($1.leaked)) } }
        var systems: [String] = []
        for system in processes.map(\.leaked.system) where !system.isEmpty && !systems.contains(system) {
            systems.append(system)
        }
        listed = ListedFigures(
            processes: processes.count, leaks: sum { $0.stated?.leaks ?? $0.count },
            bytes: sum { $0.stated?.bytes ?? $0.bytes }, listed: sum(\.count), systems: systems)
    }

    private static func findings(of part: LeakedBlocks, _ test: LeakingTest?, _ place: Int) -> [Finding] {
        let heap = LeakedHeap(part)
        let lost = LostObjects(heap, test: test.map { [$0] } ?? [])
        var traced = TracedFindings(ClassifiedFindings(NamedFindings(findings: lost.findings)))
        traced.trace(in: AnalysedSnapshot(lost.snapshot, names: heap.names))
        let growth = growth(of: traced.findings, heap, on: part.system)
        return traced.findings.map { finding in
            var finding = finding.bornAtOnce
            finding.place = place
            if let growth { (finding.verdict, finding.library) = (.expected, growth) }
            // A framework lost an object of its own, or the program one that it retained by hand: no stack shows which.
            if growth == nil, heap.framework != nil, !heap.hasProgram { finding.verdict = .suspect }
            return finding
        }
    }

    /// Returns the growth of a framework that keeps its own objects in a cycle which the program cannot cut, or `nil`.
    ///
    /// A closure of the program that keeps an object in the cycle can be changed, and is a leak.
    private static func growth(of findings: [Finding], _ heap: LeakedHeap, on system: String) -> LibraryGrowth? {
        guard let framework = heap.framework,
            findings.allSatisfy({
                $0.trace?.shape == .cycle && ($0.trace?.culprit.map { $0.pattern == .libraryCycle } ?? true)
            })
        else { return nil }
        let nearest = findings.first { HeapType(described: $0.key.type).module != framework }?.key.type
        return LibraryGrowth(
            library: framework,
            reason: "\(framework) keeps its own objects in a cycle, which the program cannot cut"
                + (nearest.map { "; the nearest object of the program is \($0)" } ?? ""),
            toolchains: [], system: system)
    }
}
