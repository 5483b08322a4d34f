package import OutliveHeap
package import OutliveModel
package import OutliveSymbols

/// The lost objects of a process, judged: with names, traces and causes, and growth by design of libraries recognised.
package struct JudgedLosses: Sendable {
    /// The findings, worst first, with the birth 1.
    package let findings: [Finding]
    /// The nodes of the objects of each finding, in ascending order.
    package let nodes: [[Int]]
    package let notes: [String]

    /// Judges the lost objects of a snapshot with a graph. Looking up names blocks the calling thread.
    ///
    /// - Parameters:
    ///   - counts: Returns `false` for a node to leave out.
    ///   - tests: Returns the tests that surely allocated a node; `nil` if they are unknown.
    ///   - components: Findings about surviving components of the registry, which are judged together with the objects.
    ///   - addresses: The addresses of these components.
    package init(
        in analysed: AnalysedSnapshot, names: Symbolicator, where counts: (Int) -> Bool = { _ in true },
        tests: (Int) -> [LeakingTest]? = { _ in nil }, with components: [Finding] = [],
        addresses: [ComponentKey: [ObjectAddress]] = [:]
    ) {
        let lost = LostObjects(in: analysed, where: counts, tests: tests)
        let traced = TracedFindings(
            components + lost.findings, in: AnalysedSnapshot(lost.snapshot, names: names), addresses: addresses,
            names: names)
        nodes = objects(of: traced.findings, in: lost.snapshot, names: names)
        findings = traced.findings.map(\.bornAtOnce)
        notes = traced.notes
    }
}

extension Finding {
    var bornAtOnce: Finding {
        guard tier == .heap else { return self }
        var finding = self
        finding.births = [Birth(generation: 1, count: count)]
        return finding
    }
}
