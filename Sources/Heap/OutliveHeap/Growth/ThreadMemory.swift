package import OutliveModel

/// Memory that the C library keeps for each running thread, and frees when the thread ends and is joined.
extension [Finding] {
    /// Marks such memory as expected, after the findings are traced, unless the threads grow without another cause.
    ///
    /// The blocks of an ended thread that was not joined stay a leak.
    ///
    /// - Parameters:
    ///   - analysed: A snapshot of the process of the soak.
    ///   - threads: The slope of the number of its threads.
    ///   - subject: Its arm, or `nil` if the run has no named arms.
    package mutating func attributeThreadMemory(in analysed: AnalysedSnapshot, threads: Slope, of subject: Arm?) {
        let snapshot = analysed.snapshot
        let members = indices.filter { index in
            // Findings that it leads would be left without their cause.
            self[index].isLeakOrSuspect && self[index].isMemoryOfThreads
                && !contains { $0.victimOf != nil && $0.victimOf == self[index].fingerprint }
        }
        guard !members.isEmpty else { return }
        if threads.grows {
            let others = causes(of: indices.filter { !members.contains($0) }.map { self[$0] })
            guard others.contains(where: { $0.leader.isShown(by: subject) && $0.isInStep(with: threads) }) else {
                return
            }
        }
        let running = Set(
            snapshot.roots.lazy.filter { $0.kind == .threadLocal && $0.owner != HeapSnapshot.none }.map {
                Int($0.node)
            })
        let lookup = FindingNodes(snapshot, names: analysed.names, members.map { self[$0] })
        for index in members {
            let nodes = lookup.nodes(of: self[index], [:])
            let held = nodes.count { running.contains($0) }
            guard held > 0, held * 5 >= nodes.count * 4 else { continue }
            let growth = KnownGrowth.memoryOfThreads.growth
            (self[index].verdict, self[index].library) = (.expected, growth)
            (self[index].key.lifetime, self[index].traces) = (.process(reason: growth.reason), [])
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
