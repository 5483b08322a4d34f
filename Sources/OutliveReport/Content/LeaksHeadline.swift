internal import OutliveModel

extension Report {
    /// What the run says of leaks as a whole, without counts: `none; nothing outlived a reset`; or the counts.
    var leaksHeadline: String {
        guard heap != nil else { return registryHeadline }
        // Where the application took no part, all there is comes from the heap tier.
        return watch == .watched
            ? "registry: \(registryHeadline); heap tier: \(heapHeadline)" : "\(heapHeadline) (heap tier)"
    }

    /// What the registry says of leaks, whether the heap tier watched or not.
    var registryHeadline: String {
        let registered = findings.filter { $0.tier == .registry && $0.known == nil }
        let accepted = KnownFindings(self).inWords(.registry)
        switch watch {
        case .off: return plan.leaks == .off ? "not watched, as asked" : "not watched"
        case .notWatched: return "not watched: the application does not use Outlive's registry"
        case .watched where registered.isEmpty && !failures.isEmpty: return "none found, but \(failureInWords)"
        case .watched where registered.isEmpty && !measuredResets:
            return "unknown, as no reset was measured"
        case .watched where registered.isEmpty:
            return accepted.map { "none but \($0)" } ?? "none; nothing outlived a reset"
        case .watched:
            let causes = registeredCauses
            let counts = Verdict.allCases.compactMap { verdict -> String? in
                let alike = causes.filter { $0.verdict == verdict }
                guard !alike.isEmpty else { return nil }
                guard verdict == .leak else { return verdict.counted(alike.count) }
                let leaks = verdict.counted(alike.count) + extentInWords(alike)
                let victims = registered.count - causes.count
                guard victims > 0 else { return leaks }
                let pronoun = alike.count == 1 ? "it" : "them"
                return "\(leaks) and \(OutliveReport.counted(victims, "component")) that grew with \(pronoun)"
            }
            return (counts + [accepted].compactMap(\.self)).joined(separator: ", ")
        }
    }

    /// What the registry found, without what goes with others, as these are told of there, and without what is accepted.
    var registeredCauses: [Finding] {
        let registered = findings.filter { $0.tier == .registry && $0.known == nil }
        let victims = Victims(registered)
        return registered.filter { !victims.contains($0) }
    }

    private var heapHeadline: String {
        let found = HeapFindings(findings)
        var counts = found.leaks.isEmpty ? [] : [found.leaksInWords]
        counts += [Verdict.suspect, .retained, .late].compactMap { verdict -> String? in
            let count = findings.count { $0.tier == .heap && $0.verdict == verdict && $0.known == nil }
            return count > 0 ? verdict.counted(count) : nil
        }
        let accepted = KnownFindings(self).inWords(.heap)
        if !counts.isEmpty { counts += [accepted].compactMap(\.self) }
        if !counts.isEmpty { return counts.joined(separator: ", ") }
        if !failures.isEmpty { return "none found, but \(failureInWords)" }
        guard measuredHeapCycles else { return "unknown, as no cycle was measured" }
        let bearable = [accepted, found.known.isEmpty ? nil : "known growth of libraries"].compactMap(\.self)
        let known = bearable.isEmpty ? nil : "none but \(bearable.joined(separator: " and "))"
        guard let retained = heap?.retainedTypes, retained > 0 else {
            return known ?? "none; nothing outlived its cycle"
        }
        let verb = retained == 1 ? "keeps" : "keep"
        return "\(known ?? "none grows"); \(counted(retained, "type")) \(verb) objects of ended cycles"
    }

    /// That nothing outlived what took place: `nothing outlived a reset`, `no leaks found in 14 cycles`.
    var nothingOutlived: String {
        guard plan.reset == nil else { return "nothing outlived a reset" }
        let cycles = heap?.cycles.count { $0.cycle > 0 } ?? soak.count
        return cycles > 0 ? "no leaks found in \(OutliveReport.counted(cycles, "cycle"))" : "no leaks found"
    }

    /// Whether resets or cycles were watched, and nothing outlived one but what is known to.
    var isKnownToLeaveNothing: Bool {
        let complaints = findings.contains { $0.tier == .registry || $0.verdict != .expected }
        let isMeasured = heap == nil ? watch == .watched && measuredResets : measuredHeapCycles
        return !complaints && failures.isEmpty && isMeasured
    }

    /// Whether the heap tier saw a cycle end, besides the launch.
    var measuredHeapCycles: Bool {
        isMerged ? shards.contains { $0.heapCycles ?? 0 > 0 } : heap?.cycles.contains { $0.cycle > 0 } == true
    }

    /// `the run failed`, `2 of 3 runs failed`.
    private var failureInWords: String {
        guard isMerged else { return "the run failed" }
        return "\(shards.count { $0.outcome == .failed }) of \(OutliveReport.counted(shards.count, "run")) failed"
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
