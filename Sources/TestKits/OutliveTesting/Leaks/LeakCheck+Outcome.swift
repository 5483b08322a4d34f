internal import Outlive
internal import OutliveDriver
internal import OutliveHeap
internal import OutliveJudgement
internal import OutliveModel
internal import OutliveSupport
internal import OutliveSymbols

extension LeakCheck {
    /// Judges the survivors of a report, and all objects that the test left where that is possible.
    ///
    /// The evidence of a failure is kept.
    static func outcome(
        of report: GenerationReport, after end: String = "the test", in terms: Terms, _ ledger: RunLedger = .shared
    ) async -> Outcome {
        let survivors = failing([report])
        guard terms.watched != nil || !survivors.isEmpty else { return Outcome() }
        let ended = EndedTest(terms.watched, components: survivors, addresses: report.survivors.addresses)
        let answer = await AllObjects.ofThisProcess.findings(of: ended)
        // Looking up names, files and the snapshot block the thread.
        let outcome = try? await onOwnThread { _ in
            judgedOutcome(by: answer, survivors, of: report, after: end, in: terms, ledger)
        }
        return outcome ?? Outcome(defect: "the leak check was cancelled")
    }

    /// Judges the survivors of a report alone, and blocks the thread.
    ///
    /// - Parameter end: The end of the components' lifetime: `the test`, `the reset`.
    static func blockingOutcome(
        of report: GenerationReport, after end: String, in terms: Terms, _ ledger: RunLedger = .shared
    ) -> Outcome {
        let survivors = failing([report])
        guard !survivors.isEmpty else { return Outcome() }
        let ended = EndedTest(nil, components: survivors, addresses: report.survivors.addresses)
        let answer = AllObjects.ofThisProcess.blockingFindings(of: ended)
        return judgedOutcome(by: answer, survivors, of: report, after: end, in: terms, ledger)
    }

    /// Returns the outcome by the answer of `outlive test`, or else by an analysis in this process.
    private static func judgedOutcome(
        by answer: AllObjects.Answer?, _ survivors: [Finding], of report: GenerationReport, after end: String,
        in terms: Terms, _ ledger: RunLedger
    ) -> Outcome {
        let judged: JudgedLeaks
        var watch = Watch.components
        // Taken while the survivors are alive.
        let snapshot: HeapFile?
        defer { snapshot?.remove() }
        switch answer {
        case .success(let findings):
            judged =
                findings.isEmpty ? ([], []) : KnownLeaksOfTests(forTestIn: terms.source).judged(findings, after: end)
            snapshot = judged.complaints.isEmpty ? nil : HeapFile.ofThisProcess()
            if terms.watched != nil { watch = .all }
        case .failure(let reason):
            // An analysis of a debug build in its own process takes minutes with the tier of `outlive test`.
            snapshot = nil
            judged = Self.judged(survivors, after: end, of: terms.source, report, in: nil)
            if terms.watched != nil { watch = .componentsBecause(reason.description) }
        case nil:
            snapshot = survivors.isEmpty ? nil : HeapFile.ofThisProcess()
            judged = Self.judged(survivors, after: end, of: terms.source, report, in: snapshot)
        }
        var outcome = recorded(judged, report, snapshot, in: terms, ledger)
        outcome.watch = watch
        return outcome
    }

    /// Returns the outcome of judged findings, and keeps the evidence of a failure.
    private static func recorded(
        _ judged: JudgedLeaks, _ report: GenerationReport, _ snapshot: HeapFile?,
        in terms: Terms, _ ledger: RunLedger
    ) -> Outcome {
        ledger.add(known: judged.known, in: terms.test)
        var outcome = Outcome(complaints: judged.complaints)
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
    ) -> JudgedLeaks {
        guard !failing.isEmpty else { return ([], []) }
        let names = Symbolicator()
        var traced = TracedFindings(ClassifiedFindings(NamedFindings(failing, by: names)))
        if let file, let snapshot = try? HeapSnapshot(file.opened(), path: file.path) {
            traced.trace(in: AnalysedSnapshot(snapshot, names: names), addresses: report.survivors.addresses)
        }
        return KnownLeaksOfTests(forTestIn: source).judged(traced.findings, after: end)
    }
}
