package import OutliveHeap
package import OutliveModel
package import OutliveSymbols

/// Findings with the functions and lines of their backtraces: the first step of a judgement.
///
/// Each step is made of the one before it, so that they cannot be taken in another order.
package struct NamedFindings: Sendable {
    let findings: [Finding]
    /// The notes about the source of the names.
    var notes: [String] = []
}

extension NamedFindings {
    /// Names measured findings. The symbolizer blocks the calling thread.
    ///
    /// - Parameter sources: The sources of other names in the same report, which the notes count as well.
    package init(_ measured: [Finding], by symbolicator: Symbolicator, besides sources: NameSources = NameSources()) {
        self = Self.naming([measured], by: symbolicator, besides: sources)[0]
    }

    /// Names the findings of several processes at once, because the symbolizer takes long to start; it blocks the
    /// calling thread.
    package static func naming(
        _ processes: [[Finding]], by symbolicator: Symbolicator, besides sources: NameSources = NameSources()
    ) -> [NamedFindings] {
        let captured = processes.joined().map(\.backtrace)
        guard captured.contains(where: { !$0.frames.isEmpty }) else {
            return processes.map { Self(findings: $0, notes: sources.notes) }
        }
        let symbolication = symbolicator.symbolicate(captured)
        var sources = sources
        sources.add(symbolication.sources)
        // Adds the lines of closures to their forwarders, as `functions(of:)` does for a snapshot.
        let frames = Array(Set(symbolication.backtraces.lazy.flatMap(\.frames)))
        let lines = symbolicator.withForwarderLines(frames)
        let filled = Dictionary(uniqueKeysWithValues: zip(frames, lines))
        var named = symbolication.backtraces.makeIterator()
        return processes.map { findings in
            let findings = findings.map { finding in
                var finding = finding
                finding.backtrace = named.next() ?? finding.backtrace
                finding.backtrace.frames = finding.backtrace.frames.map { filled[$0] ?? $0 }
                return finding
            }
            return Self(findings: findings, notes: sources.notes)
        }
    }
}

/// Named findings in their final form, worst first, with growth by design of libraries as `expected`.
///
/// Growth by design is recognised by the names of functions. Within a verdict the findings of the registry come first.
package struct ClassifiedFindings: Sendable {
    package let findings: [Finding]
    var notes: [String] = []
}

extension ClassifiedFindings {
    package init(_ named: NamedFindings) {
        let registered = named.findings.filter { $0.tier != .heap }
        let heap = classifiedHeapFindings(named.findings.filter { $0.tier == .heap })
        (findings, notes) = ((registered + heap).worstFirst, named.notes)
    }
}

/// Classified findings with leak traces, as far as there are snapshots; a trace determines the fingerprint.
package struct TracedFindings: Sendable {
    package private(set) var findings: [Finding]
    /// The notes of all steps.
    private(set) var notes: [String]
    private let subject: Arm?
    private let threads: Slope?

    /// Creates the findings without traces.
    ///
    /// - Parameters:
    ///   - subject: The arm of the soak, or `nil` if the run has no named arms.
    ///   - threads: The slope of the number of threads, or `nil` if it is unknown.
    package init(_ classified: ClassifiedFindings, subject: Arm? = nil, threads: Slope? = nil) {
        (findings, notes) = (classified.findings, classified.notes)
        (self.subject, self.threads) = (subject, threads)
    }

    /// Takes all steps for the measured findings of one process, without the notes about the source of names.
    ///
    /// Looking up names blocks the calling thread.
    ///
    /// - Parameter addresses: The addresses of the surviving components of the registry.
    init(
        _ measured: [Finding], in analysed: AnalysedSnapshot, addresses: [ComponentKey: [ObjectAddress]] = [:],
        names: Symbolicator
    ) {
        let named = NamedFindings(measured, by: names)
        self.init(ClassifiedFindings(named))
        trace(in: analysed, addresses: addresses)
        notes.removeAll(where: named.notes.contains)
    }

    /// Adds the traces of one process. Looking up names blocks the calling thread.
    ///
    /// - Parameters:
    ///   - analysed: A snapshot of the process while the survivors are alive, with a graph.
    ///   - addresses: The addresses of the surviving components of the registry.
    package mutating func trace(
        in analysed: AnalysedSnapshot, of process: JudgedProcess = .ofSoak,
        addresses: [ComponentKey: [ObjectAddress]] = [:]
    ) {
        let arm = process.arm ?? subject
        func isShown(_ finding: Finding) -> Bool {
            process.worker.map { finding.worker == $0 } ?? finding.isShown(by: arm)
        }
        let traced = traced(findings.filter(isShown), in: analysed, addresses: addresses)
        findings = (findings.filter { !isShown($0) } + traced).worstFirst
        if let threads, process.worker == nil, arm == subject {
            findings.attributeThreadMemory(in: analysed, threads: threads, of: subject)
        }
        if let note = analysed.snapshot.traceNote, !notes.contains(note) { notes.append(note) }
    }
}
