extension Report {
    /// The growth of memory and of resources of the kernel over the soak that nothing explains: neither a cause,
    /// accepted or not, nor known growth of libraries.
    ///
    /// No format presents a run with such growth as clean. For a merged report it is the largest growth of each metric;
    /// the growth of each run is explained by the findings of that run alone.
    ///
    /// - Complexity: O(n log n) in the number of findings and their occurrences.
    package var unexplainedGrowth: [Slope] {
        let growing = runs.filter { !$0.processGrowth.isEmpty }
        guard !growing.isEmpty else { return [] }
        let findings = findingsByRun
        let unexplained = growing.flatMap { run -> [Slope] in
            let explanation = GrowthExplanation(of: run, by: findings[run.id] ?? [], memory: memory?.breakdown)
            return run.processGrowth.filter { !explanation.explains($0) }
        }
        return Metric.allCases.compactMap { metric in
            unexplained.filter { $0.metric == metric }.max { $0.perCycle < $1.perCycle }
        }
    }

    /// The findings of each run by `Shard.id`, with the verdict in that run.
    ///
    /// The run that supplied the properties of a merged finding also supplied its objects and bytes.
    private var findingsByRun: [String: [Finding]] {
        guard !shards.isEmpty else { return ["": findings] }
        return findings.reduce(into: [:]) { byRun, finding in
            for occurrence in finding.occurrences {
                var own = finding
                (own.verdict, own.occurrences) = (occurrence.verdict, [])
                byRun[occurrence.shard, default: []].append(own)
            }
        }
    }
}

extension Shard {
    /// The growth of memory and of resources of the kernel, which are not counted by objects.
    fileprivate var processGrowth: [Slope] { slopes.filter { $0.metric.isOfProcess && $0.grows } }
}

extension [Cause] {
    /// Returns the causes with the threads, descriptors and other resources that grow in step with them, each with the
    /// first one.
    ///
    /// The causes of merged runs get none.
    func takingGrowth(of report: Report) -> Self {
        guard report.shards.isEmpty else { return self }
        var causes = self
        for slope in report.runs.flatMap(\.processGrowth) {
            let index = causes.firstIndex {
                report.isOfSubject($0.leader) && $0.isInStep(with: slope) && report.mayShareRoute($0, slope)
            }
            if let index { causes[index].inStep.append(slope) }
        }
        return causes
    }
}

/// The known reasons for growth in a run.
private struct GrowthExplanation {
    let causes: [Cause]
    /// The bytes that all causes and the known growth of libraries add per cycle.
    let bytesPerCycle: Double
    let threadsGrow: Bool
    let childrenGrow: Bool
    /// The bytes that the causes in workers add per cycle.
    let workerBytesPerCycle: Double
    /// The bytes of stacks and tables that the threads of causes add per cycle.
    var stackBytesPerCycle = 0.0

    init(of run: Shard, by findings: [Finding], memory: MemoryBreakdown?) {
        workerBytesPerCycle = Double(
            OutliveModel.causes(of: findings.filter { $0.worker != nil }, where: \.isOfGrowth)
                .reduce(0) { boundedSum($0, $1.bytesPerCycle) })
        let findings = findings.filter { $0.isShown(by: run.plan.subjectArm) }
        causes =
            OutliveModel.causes(of: findings) + OutliveModel.causes(of: findings) { $0.verdict == .filling }
        let known = findings.filter(\.isLibraryGrowth)
        let all = causes + known.map { Cause(leader: $0) }
        threadsGrow = run.processGrowth.contains { $0.metric == .threads }
        childrenGrow = run.processGrowth.contains { $0.metric == .children }
        bytesPerCycle = Double(all.reduce(0) { boundedSum($0, $1.bytesPerCycle) })
        guard let memory, memory.threads > 0 else { return }
        let threads = run.processGrowth.filter { $0.metric == .threads && explains($0) }.map(\.perCycle).max() ?? 0
        stackBytesPerCycle = threads * Double(memory[.stacks]) / Double(memory.threads)
    }

    /// Returns `true` if at least half of the growth is known; the allocator's overhead accounts for the rest.
    func explains(_ slope: Slope) -> Bool {
        switch slope.metric {
        case .residentBytes:
            // The size of objects that only the registry found is unknown. An accepted cause would hide any growth.
            let isOfUnknownSize = causes.contains { $0.bytes == nil && !$0.isAccepted }
            return isOfUnknownSize || (bytesPerCycle + stackBytesPerCycle) * 2 >= slope.perCycle
        case .untouchedBytes:
            // Each thread maps a stack, and an arena of the allocator.
            return threadsGrow || bytesPerCycle * 2 >= slope.perCycle
        case .childBytes: return childrenGrow || workerBytesPerCycle * 2 >= slope.perCycle
        case .childDescriptors, .childThreads: return childrenGrow
        case .resetSeconds, .liveComponents: return true
        default:
            return causes.reduce(0) { $0 + $1.objectsPerCycle } * 2 >= slope.perCycle
                || causes.contains { $0.isInStep(with: slope) }
        }
    }
}

extension Cause {
    private static let maximumPerObject = 8.0

    fileprivate var isAccepted: Bool { findings.allSatisfy { $0.known != nil } }

    private var cycles: Int { max(findings.lazy.map { $0.live.count - $0.warmup }.max() ?? 0, 1) }

    fileprivate var objectsPerCycle: Double {
        Double(leaked.reduce(0) { boundedSum($0, $1.objects) }) / Double(cycles)
    }

    /// Returns `true` if growth adds a small whole number for each object of the leading finding, which rises steadily.
    ///
    /// A rate of less than one in two cycles would be in step with too many causes.
    package func isInStep(with slope: Slope) -> Bool {
        guard leader.unit != .bytes, slope.perCycle >= 0.5, slope.metric != .residentBytes else { return false }
        let perObject = slope.perCycle * Double(cycles) / Double(max(leader.countInRun, 1))
        let whole = perObject.rounded()
        return (1...Self.maximumPerObject).contains(whole) && abs(perObject - whole) <= perObject / 10
    }
}
