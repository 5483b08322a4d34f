package import OutliveModel

extension Report {
    /// Adds leak traces to the findings, after `symbolicate()` and `settleHeapFindings()`.
    ///
    /// Looking up names blocks the calling thread.
    ///
    /// - Parameters:
    ///   - snapshot: A snapshot of the process while the survivors are alive, with a graph.
    ///   - names: The names of the code and variables in the modules of the process.
    ///   - addresses: The addresses of the surviving components of the registry.
    /// - Complexity: That of `HeapTraces`.
    package mutating func trace(
        in snapshot: HeapSnapshot, names: any AddressNames, addresses: [ComponentKey: [ObjectAddress]] = [:]
    ) {
        findings = traced(findings, in: snapshot, names: names, addresses: addresses)
        if let note = snapshot.traceNote { notes.append(note) }
    }
}

/// Returns findings with leak traces; findings that one fix ends refer to the leading finding in `victimOf`, see
/// `Cause`.
///
/// Leaks and suspects are traced, as are components of the registry that outlived a reset against their declaration.
/// Looking up names blocks the calling thread.
///
/// - Parameters:
///   - findings: The settled findings of one process.
///   - snapshot: A snapshot of that process; without a graph the findings stay unchanged.
///   - names: The names of the code and variables in the modules of the process.
///   - addresses: The addresses of the surviving components of the registry.
/// - Complexity: That of `HeapTraces`.
package func traced(
    _ findings: [Finding], in snapshot: HeapSnapshot, names: any AddressNames,
    addresses: [ComponentKey: [ObjectAddress]] = [:]
) -> [Finding] {
    guard snapshot.header.hasGraph, findings.contains(where: \.needsTraces) else { return findings }
    let places = FindingNodes(snapshot, names: names, findings.filter(\.needsTraces))
    let nodes = findings.map { $0.needsTraces ? places.nodes(of: $0, addresses) : [] }
    // A growing container is expected to live; the objects put into it are not.
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
    /// A note about the limits of leak traces in this snapshot, or `nil` if there are none.
    package var traceNote: String? {
        guard header.hasGraph, !hasFunctions else { return nil }
        return "an older heap library wrote the snapshot: closures are missing, and their captures may seem "
            + "over-retained; rebuild it with scripts/heap-library"
    }
}

extension Finding {
    /// `true` if the number of objects grows.
    fileprivate var isGrowth: Bool { verdict == .leak || verdict == .suspect }

    /// `true` if the finding needs leak traces.
    fileprivate var needsTraces: Bool {
        switch verdict {
        case .leak, .suspect: true
        case .retained: tier == .registry
        case .late, .expected: false
        }
    }
}
