package import OutliveModel

/// Returns findings with leak traces; findings that one fix ends refer to the leading finding in `victimOf`, see
/// `Cause`.
///
/// Leaks and suspects are traced, as are components of the registry that outlived a reset against their declaration.
/// Growth without stacks that references of the program hold, or that nothing refers to, is no known growth of a
/// library, so a suspect becomes a leak.
/// Looking up names blocks the calling thread.
///
/// - Parameters:
///   - findings: The classified findings of one process.
///   - analysed: A snapshot of that process; without a graph the findings stay unchanged.
///   - addresses: The addresses of the surviving components of the registry.
package func traced(
    _ findings: [Finding], in analysed: AnalysedSnapshot, addresses: [ComponentKey: [ObjectAddress]] = [:]
) -> [Finding] {
    let snapshot = analysed.snapshot
    guard snapshot.header.hasGraph, findings.contains(where: \.needsTraces) else { return findings }
    let lookup = FindingNodes(snapshot, names: analysed.names, findings.filter(\.needsTraces))
    let nodes = findings.map { $0.needsTraces ? lookup.nodes(of: $0, addresses) : [] }
    // A growing container is expected to live; the objects put into it are not.
    let leaking = zip(findings, nodes).filter { $0.0.unit != .bytes }
    let growing = leaking.filter { $0.0.verdict == .leak || $0.0.verdict == .suspect }
    let growingTasks = growing.filter(\.0.isOfTasks).map(\.1)
    let hasGrowingTasks = !growingTasks.joined().isEmpty
    let accumulating = hasGrowingTasks ? AccumulatingTasks(analysed.tasks, growing: growingTasks) : nil
    let traces = HeapTraces(analysed, growing: growing.map(\.1), tasks: accumulating)
    // Tasks contain stale words, so that a reference from one does not prove that it owns a block.
    let owners = findings.indices.filter { findings[$0].isLeakOrSuspect && !findings[$0].isOfTasks }
    let retentions = traces.retentions(
        of: nodes, owners: Set(owners), leaking: Set(leaking.lazy.flatMap(\.1)))
    let retainedBytes = RetainedSizes(traces.paths).retainedBytes(ofGroups: nodes)
    var findings = findings
    for index in findings.indices where !nodes[index].isEmpty {
        let found = retentions[index].traces
        findings[index].traces =
            findings[index].unit == .blocks
            ? findings[index].memoryTraces(found, isOwned: retentions[index].owner != nil) : found
        if findings[index].unit == .blocks,
            let suspect = traces.tasks?.suspect(ofLost: nodes[index], in: traces.graph)
        {
            findings[index].setOnlySuspect(suspect)
        }
        findings[index].retainedBytes = retainedBytes[index]
        if let trace = findings[index].trace, !trace.fingerprint.isEmpty {
            findings[index].fingerprint = trace.fingerprint
        }
    }
    if let reach = traces.reach {
        let closures = closures(of: findings, nodes, leadingTo: reach)
        for index in findings.indices where !findings[index].isOfTasks && !findings[index].isHeldByCycleOfLibrary {
            let isOfClosure = findings[index].suspect.map(closures.contains) ?? false
            guard let suspect = reach.suspect(of: nodes[index], unit: findings[index].unit, eitherWay: isOfClosure)
            else { continue }
            if findings[index].isHeldByProgram, !isOfClosure {
                // A stream ends with the task that iterates it, whatever else refers to its continuation.
                guard traces.tasks?.keepsOwner(suspect) == true,
                    findings[index].isBehindStream || reach.areStreams(nodes[index])
                else { continue }
            }
            findings[index].setOnlySuspect(suspect)
        }
    }
    findings = CauseGrouping(findings, retentions).findings
    for index in findings.indices
    where findings[index].isSuspectForLackOfStacks
        && findings[index].isCertainWithoutStacks(retentions[index].ofRoots)
    {
        findings[index].verdict = .leak
    }
    return findings.judgedForFilling
}

/// Returns the suspect closures that lead to tasks which are suspects as well, and so are no causes of their own.
///
/// Such a closure yields to the stream that a task iterates, for example.
private func closures(of findings: [Finding], _ nodes: [[Int]], leadingTo reach: TaskReach) -> Set<SuspectIdentity> {
    let ofTasks = findings.lazy.filter(\.isOfTasks).compactMap(\.trace?.culprit)
    let tasks = Set(ofTasks.filter { $0.tasks != nil }.map(\.name))
    return Set(
        zip(findings, nodes).compactMap { finding, nodes in
            guard !finding.isOfTasks, finding.isHeldByClosure, let suspect = reach.suspect(behind: nodes),
                tasks.contains(suspect.name)
            else { return nil }
            return finding.suspect
        })
}

extension HeapSnapshot {
    /// A note about the limits of leak traces in this snapshot, or `nil` if there are none.
    package var traceNote: String? {
        guard header.hasGraph, !hasFunctions else { return nil }
        return "an older heap library wrote the snapshot: closures are missing, and their captures may seem "
            + "over-retained; rebuild it with scripts/heap-library"
    }
}

extension Finding {
    /// `true` for growth that a library may keep by design; see `HeapGrowth`.
    fileprivate var isSuspectForLackOfStacks: Bool { tier == .heap && verdict == .suspect }

    /// Returns `true` if the program itself keeps what grows, a library's cycle does, or nothing refers to it.
    ///
    /// The program stores the objects, created the tasks, or queued the work. The holder of other memory is unknown.
    ///
    /// - Parameter ofRoots: See `GroupRetention`.
    fileprivate func isCertainWithoutStacks(_ ofRoots: Int) -> Bool {
        if isOfTasks, let culprit = trace?.culprit, culprit.tasks != nil { return culprit.doubt == nil }
        guard unit == .blocks else { return isStoredByProgram || isInLibraryCycle }
        // A library keeps memory behind an older handle; a list begins at a variable.
        return isLost || isQueued || ofRoots * 2 >= traces.objects && isStoredByProgram
    }

    /// `true` if most of the blocks are work that waits in a dispatch queue which the program stores.
    private var isQueued: Bool {
        let queued = traces.filter { $0.isOfProgram && $0.steps.dropLast().last?.isQueue == true }
        return queued.objects * 2 > traces.objects
    }

    /// `true` if the objects keep themselves alive by references of a library alone, which nothing can cut.
    private var isInLibraryCycle: Bool {
        // A child process that runs keeps its object in a cycle, and nothing pools either.
        if ObjectInspector.of(type: type.name)?.isOfProcesses == true {
            return isMostlyInCycles
        }
        return trace?.culprit?.pattern == .libraryCycle && isHeldByCycleOfLibrary
    }

    /// `true` if a cycle without a reference of the program keeps the objects alive, whatever else leads to them.
    var isHeldByCycleOfLibrary: Bool {
        let isUncut = trace.map { $0.culprit == nil || $0.culprit?.pattern == .libraryCycle } ?? false
        return unit != .blocks && isUncut && !type.holdsProgram && isMostlyInCycles
    }

    private var isMostlyInCycles: Bool {
        traces.filter { $0.shape == .cycle }.objects * 5 >= traces.objects * 4
    }

    /// `true` for memory without any reference: no library can use it again.
    private var isLost: Bool {
        let lost = traces.filter { $0.shape == .unheld && $0.steps.count == 1 }
        return lost.objects > 0 && lost.objects * 5 >= traces.objects * 4
    }

    /// `true` if properties and globals of the program hold most of the objects, the suspect reference among them.
    fileprivate var isStoredByProgram: Bool {
        let stored = traces.filter(\.isStoredByProgram)
        return trace?.isStoredByProgram == true && stored.objects * 2 >= traces.objects
    }

    fileprivate var needsTraces: Bool {
        switch verdict {
        case .leak, .suspect, .filling: true
        case .retained: tier == .registry
        case .late, .expected: false
        }
    }
}

extension LeakTrace {
    /// `true` if the suspect is a property or a global of the program.
    fileprivate var isOfProgram: Bool {
        suspectStep.map { [.object, .global].contains($0.kind) } ?? false
    }

    /// `true` if the suspect is a property or a global of the program, and no object of a library is on the way.
    fileprivate var isStoredByProgram: Bool {
        guard let culprit, isOfProgram else { return false }
        return steps.dropFirst(culprit.step + 1).allSatisfy { $0.kind != .library }
    }
}

extension TraceStep {
    fileprivate var isQueue: Bool { kind == .library && name == "DispatchQueue" }
}
