package import OutliveHeap
package import OutliveModel
package import OutliveSymbols

/// The lost objects of a process, judged: with names, traces and causes, and growth by design of libraries recognised.
package struct JudgedLosses: Sendable {
    /// The findings, worst first. Their objects have the birth 1 in `snapshot`.
    package let findings: [Finding]
    package let notes: [String]
    /// The snapshot in which all other blocks have the birth 0.
    package let snapshot: HeapSnapshot

    /// Judges the lost objects of a snapshot with a graph. Looking up names blocks the calling thread.
    ///
    /// - Parameter counts: Returns `false` for a node to leave out.
    package init(
        in analysed: AnalysedSnapshot, names: Symbolicator, where counts: (Int) -> Bool = { _ in true }
    ) {
        let lost = LostObjects(in: analysed, where: counts)
        snapshot = lost.snapshot
        var traced = TracedFindings(ClassifiedFindings(NamedFindings(lost.findings, by: names)))
        traced.trace(in: AnalysedSnapshot(lost.snapshot, names: names))
        (findings, notes) = (traced.findings, traced.notes)
    }
}
