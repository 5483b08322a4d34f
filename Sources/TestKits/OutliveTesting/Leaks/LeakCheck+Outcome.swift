internal import Outlive
internal import OutliveDriver
internal import OutliveHeap
internal import OutliveJudgement
internal import OutliveModel
internal import OutliveSupport
internal import OutliveSymbols

extension LeakCheck {
    /// Judges the survivors of a report, and keeps the evidence of a failure.
    static func outcome(
        of report: GenerationReport, after end: String = "the test", in terms: Terms, _ ledger: RunLedger = .shared
    ) async -> Outcome {
        // Looking up names and the snapshot block the thread.
        let outcome = try? await onOwnThread { _ in blockingOutcome(of: report, after: end, in: terms, ledger) }
        return outcome ?? Outcome(defect: "the leak check was cancelled")
    }

    /// Does the same, and blocks the thread.
    ///
    /// - Parameter end: The end of the components' lifetime: `the test`, `the reset`.
    static func blockingOutcome(
        of report: GenerationReport, after end: String, in terms: Terms, _ ledger: RunLedger = .shared
    ) -> Outcome {
        var outcome = Outcome()
        let survivors = failing([report])
        guard !survivors.isEmpty else { return outcome }
        let snapshot = HeapFile.ofThisProcess()
        defer { snapshot?.remove() }
        let judged = judged(survivors, after: end, of: terms.source, report, in: snapshot)
        ledger.add(known: judged.known, in: terms.test)
        outcome.complaints = judged.complaints
        guard !judged.complaints.isEmpty else { return outcome }
        let artifacts = Artifacts(of: terms.test, ledger: ledger)
        if let snapshot { artifacts.keep(snapshot) }
        artifacts.keep(report, judged.complaints)
        outcome.artifacts = artifacts.announce()
        return outcome
    }

    /// Returns a complaint for each cause that no known leak accepts, with functions and lines; blocks the thread.
    ///
    /// - Parameters:
    ///   - failing: The findings that make the test fail.
    ///   - end: The end of the components' lifetime: `the test`, `the reset`.
    ///   - source: The path of the test's source file, or `nil` if it is unknown.
    ///   - report: The report with the findings.
    ///   - file: A snapshot of the process with the survivors, or `nil` if there is none.
    static func judged(
        _ failing: [Finding], after end: String, of source: String?, _ report: GenerationReport, in file: HeapFile?
    ) -> (complaints: [LeakComplaint], known: [String]) {
        guard !failing.isEmpty else { return ([], []) }
        let addresses = Dictionary(report.survivors.map { ($0.key, $0.addresses ?? []) }, uniquingKeysWith: +)
        let names = Symbolicator()
        var traced = TracedFindings(ClassifiedFindings(NamedFindings(failing, by: names)))
        if let file, let snapshot = try? HeapSnapshot(file.opened(), path: file.path) {
            traced.trace(in: AnalysedSnapshot(snapshot, names: names), addresses: addresses)
        }
        return KnownLeaksOfTests(forTestIn: source).judged(traced.findings, after: end)
    }
}
