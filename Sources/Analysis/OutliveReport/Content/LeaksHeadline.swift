internal import OutliveModel

extension Report {
    /// The leaks of the run in one line: `2 causes (36 objects, 11.2 kB per cycle), 1 suspect`, or why there are none.
    ///
    /// Growth that leaks do not explain follows.
    var leaksHeadline: String { ([leaksAlone] + [growthInWords].compactMap(\.self)).joined(separator: "; but ") }

    private var leaksAlone: String {
        let causes = causes
        let leaks = causes.filter { $0.verdict == .leak }
        var found = leaks.isEmpty ? [] : [counted(leaks.count, "cause") + leaks.extentInWords]
        if causes.count > leaks.count { found.append(counted(causes.count - leaks.count, "suspect")) }
        let known = KnownFindings(self).inWords
        let others = UncausedFindings(findings)
        let besides = others.counts + [known].compactMap(\.self)
        if !found.isEmpty { return (found + besides).joined(separator: ", ") }
        if let unknown = whyLeaksAreUnknown { return ([unknown] + besides).joined(separator: ", ") }
        guard others.counts.isEmpty else { return "none; \(besides.joined(separator: ", "))" }
        let isGrown = heap != nil && !others.libraryGrowth.isEmpty
        let bearable = [known, isGrown ? "known growth of libraries" : nil].compactMap(\.self)
        let none = bearable.isEmpty ? nil : "none except \(bearable.joined(separator: " and "))"
        guard let heap else { return none ?? "none; nothing outlived a reset" }
        guard let retained = heap.retainedTypes, retained > 0 else { return none ?? "none; nothing outlived its cycle" }
        let verb = retained == 1 ? "keeps" : "keep"
        return "\(none ?? "none grows"); \(counted(retained, "type")) \(verb) objects of ended cycles"
    }

    /// The reason why a run without causes may leak nevertheless, or `nil` if it was watched to its end.
    private var whyLeaksAreUnknown: String? {
        if heap == nil, watch == .off { return plan.leaks == .off ? "not watched, as requested" : "not watched" }
        if heap == nil, watch == .notWatched { return "not watched: the application does not use Outlive's registry" }
        if !failures.isEmpty { return "none found, but \(failureInWords)" }
        guard heap == nil else { return measuredHeapCycles ? nil : "unknown: no cycle was measured" }
        return measuredResets ? nil : "unknown: no reset was measured"
    }

    /// The statement that nothing leaked: `nothing outlived a reset`, `no leaks found in 14 cycles`.
    var nothingOutlived: String {
        guard plan.reset == nil else { return "nothing outlived a reset" }
        let cycles = heap?.cycles.count { $0.cycle > 0 } ?? soak.count
        return cycles > 0 ? "no leaks found in \(OutliveReport.counted(cycles, "cycle"))" : "no leaks found"
    }

    /// `true` if the run was measured, found nothing but known growth of libraries, and left no growth unexplained.
    var isKnownToLeaveNothing: Bool {
        let complaints = findings.contains { $0.tier == .registry || $0.verdict != .expected }
        let isMeasured = heap == nil ? watch == .watched && measuredResets : measuredHeapCycles
        return !complaints && failures.isEmpty && isMeasured && unexplainedGrowth.isEmpty
    }

    /// `true` if the heap tier observed the end of a cycle, besides the launch.
    var measuredHeapCycles: Bool {
        isMerged ? shards.contains { $0.heapCycles ?? 0 > 0 } : heap?.cycles.contains { $0.cycle > 0 } == true
    }

    private var failureInWords: String {
        guard isMerged else { return "the run failed" }
        return "\(shards.count { $0.outcome == .failed }) of \(counted(shards.count, "run")) failed"
    }
}

extension Verdict {
    func counted(_ count: Int) -> String {
        switch self {
        case .leak: OutliveReport.counted(count, "leak")
        case .suspect: OutliveReport.counted(count, "suspect")
        case .retained, .late, .expected: "\(count) \(rawValue)"
        }
    }
}
