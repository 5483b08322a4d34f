internal import OutliveModel

/// Memory that the C library keeps for each running thread, and frees when the thread ends and is joined.
extension Report {
    /// Marks such memory as expected, after the findings are traced, unless the threads grow without another cause.
    ///
    /// The blocks of an ended thread that was not joined stay a leak.
    mutating func attributeThreadMemory(in snapshot: HeapSnapshot, names: any AddressNames) {
        let members = findings.indices.filter { index in
            let finding = findings[index]
            // Findings that it leads would be left without their cause.
            return finding.isLeakOrSuspect && finding.isMemoryOfThreads
                && !findings.contains { $0.victimOf != nil && $0.victimOf == finding.fingerprint }
        }
        guard !members.isEmpty, let threads = slopes.first(where: { $0.metric == .threads }) else { return }
        if threads.grows {
            var others = self
            others.findings = findings.indices.filter { !members.contains($0) }.map { findings[$0] }
            guard others.causes.contains(where: { $0.inStep.contains { $0.metric == .threads } }) else { return }
        }
        let running = Set(
            snapshot.roots.lazy.filter { $0.kind == .threadLocal && $0.owner != HeapSnapshot.none }.map {
                Int($0.node)
            })
        let lookup = FindingNodes(snapshot, names: names, members.map { findings[$0] })
        for index in members {
            let nodes = lookup.nodes(of: findings[index], [:])
            let held = nodes.count { running.contains($0) }
            guard held > 0, held * 5 >= nodes.count * 4 else { continue }
            let growth = KnownGrowth.memoryOfThreads.growth
            (findings[index].verdict, findings[index].library) = (.expected, growth)
            (findings[index].key.lifetime, findings[index].traces) = (.process(reason: growth.reason), [])
        }
    }
}

extension Finding {
    /// `true` for blocks that the C library allocates for a thread.
    fileprivate var isMemoryOfThreads: Bool {
        tier == .heap && unit == .blocks && KnownGrowth.memoryOfThreads.covers(type, backtrace)
    }
}

extension KnownGrowth {
    /// The table of the thread-locals of a thread, which is as old as the thread.
    fileprivate static let memoryOfThreads = KnownGrowth(
        of: "glibc", type: HeapType.rawMemory.name,
        functions: ["allocate_dtv*", "_dl_allocate_tls*", "_dl_resize_dtv*"],
        reason: "the C library keeps memory for each running thread")
}
