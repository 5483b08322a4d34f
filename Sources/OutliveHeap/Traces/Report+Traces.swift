public import OutliveModel

extension Report {
    /// Finds out what holds the survivors, after `symbolicate()` and `settleHeapFindings()`.
    ///
    /// - Parameters:
    ///   - snapshot: of the process that they are alive in, with a graph.
    ///   - names: of the code and variables in the modules of the process.
    ///   - addresses: where components are that the registry saw survive.
    /// - Complexity: that of `HeapTraces`. Blocks the calling thread while names are looked up.
    public mutating func trace(
        in snapshot: HeapSnapshot, names: any AddressNames, addresses: [ComponentKey: [ObjectAddress]] = [:]
    ) {
        findings = traced(findings, in: snapshot, names: names, addresses: addresses)
        if let note = snapshot.noteOnTraces { notes.append(note) }
    }
}

/// Findings with what holds their objects; those that one fix ends name its leading finding as `victimOf`, see `Cause`.
///
/// Leaks are traced, and of the registry all that outlived a reset against its declaration.
///
/// - Parameters:
///   - findings: of one process, settled.
///   - snapshot: of that process, with a graph; without one the findings stay as they are.
///   - names: of the code and variables in the modules of the process.
///   - addresses: where components are that the registry saw survive.
/// - Complexity: that of `HeapTraces`. Blocks the calling thread while names are looked up.
public func traced(
    _ findings: [Finding], in snapshot: HeapSnapshot, names: any AddressNames,
    addresses: [ComponentKey: [ObjectAddress]] = [:]
) -> [Finding] {
    guard snapshot.header.hasGraph, findings.contains(where: \.isToBeTraced) else { return findings }
    let places = FindingNodes(snapshot, names: names, findings.filter(\.isToBeTraced))
    let nodes = findings.map { $0.isToBeTraced ? places.nodes(of: $0, addresses) : [] }
    // A container that grows is meant to live: what is put into it is not.
    let isDying = findings.map { $0.unit != .bytes }
    let growing = zip(zip(findings, isDying), nodes).filter { $0.0.0.isGrowth && $0.0.1 }.map(\.1)
    let graph = HeapTraces(snapshot, names: names, growing: growing)
    let dying = Set(zip(isDying, nodes).lazy.filter(\.0).flatMap(\.1))
    let retentions = graph.retentions(of: nodes, dying: dying)
    let sizes = RetainedSizes(graph.paths)
    var findings = findings
    for index in findings.indices where !nodes[index].isEmpty {
        findings[index].traces =
            findings[index].unit == .blocks
            ? findings[index].memoryTraces(retentions[index].traces) : retentions[index].traces
        findings[index].retainedBytes = sizes.retainedBytes(ofGroup: nodes[index])
        if let trace = findings[index].trace, !trace.fingerprint.isEmpty {
            findings[index].fingerprint = trace.fingerprint
        }
    }
    return CauseGrouping(findings, retentions.map(\.entries)).findings
}

extension HeapSnapshot {
    /// What whoever reads traces of this snapshot must know, if anything.
    public var noteOnTraces: String? {
        guard header.hasGraph, !tellsFunctions else { return nil }
        return "the snapshot is of an older heap library: closures are not told, and what they hold may seem to be "
            + "retained too often; build the library anew with scripts/heap-library"
    }
}

extension Finding {
    /// Whether there are more and more of them.
    fileprivate var isGrowth: Bool { verdict == .leak || verdict == .suspect }

    /// Whether anybody asks what holds its objects.
    fileprivate var isToBeTraced: Bool {
        switch verdict {
        case .leak, .suspect: true
        case .retained: tier == .registry
        case .late, .expected: false
        }
    }
}
