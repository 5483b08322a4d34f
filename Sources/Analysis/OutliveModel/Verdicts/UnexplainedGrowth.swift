extension Report {
    /// The growth of memory, threads and descriptors over the soak that no cause explains, accepted or not.
    ///
    /// No format presents a run with such growth as clean. For a merged report it is the largest growth of each metric.
    ///
    /// - Complexity: O(findings log findings).
    package var unexplainedGrowth: [Slope] {
        let growing = runs.flatMap(\.slopes).filter { $0.metric.isOfProcess && $0.grows }
        guard !growing.isEmpty else { return [] }
        let causes = OutliveModel.causes(of: findings)
        let unexplained = growing.filter { !$0.isExplained(by: causes) }
        return Metric.allCases.compactMap { metric in
            unexplained.filter { $0.metric == metric }.max { $0.perCycle < $1.perCycle }
        }
    }
}

extension Metric {
    /// `true` if it measures resources of the process, independently of registered objects.
    fileprivate var isOfProcess: Bool {
        switch self {
        case .residentBytes, .threads, .descriptors: true
        case .resetSeconds, .liveComponents: false
        }
    }
}

extension Slope {
    /// Returns `true` if the leaks explain at least half of the growth; the allocator's overhead accounts for the rest.
    fileprivate func isExplained(by causes: [Cause]) -> Bool {
        switch metric {
        case .residentBytes:
            // The size of objects that only the registry found is unknown.
            let isOfUnknownSize = causes.contains { $0.bytesPerCycle == 0 }
            return isOfUnknownSize || Double(causes.reduce(0) { boundedSum($0, $1.bytesPerCycle) }) * 2 >= perCycle
        case .threads, .descriptors: return causes.reduce(0) { $0 + $1.objectsPerCycle } * 2 >= perCycle
        case .resetSeconds, .liveComponents: return true
        }
    }
}

extension Cause {
    fileprivate var objectsPerCycle: Double {
        let cycles = findings.lazy.map { $0.live.count - $0.warmup }.max() ?? 0
        return Double(leaked.reduce(0) { boundedSum($0, $1.objects) }) / Double(max(cycles, 1))
    }
}
