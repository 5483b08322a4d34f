internal import ArgumentParser
internal import Foundation
internal import OutliveBenchmark
internal import OutliveDriver
internal import OutliveHeap
internal import OutliveJudgement
internal import OutliveModel
internal import OutliveReport
internal import OutliveSupport
internal import OutliveSymbols

/// The output of a run that is judged: its reports with causes, and the exit code.
struct JudgedOutput: Sendable {
    let evidence: HeapEvidenceStore
    let writer: ReportWriter<ReportFormat>
    private let known: KnownLeaksSource
    /// The budget to compare the run with, or `nil` for none.
    private let budget: BudgetRequest?
    let details: RequestedDetails
    /// The file of the page to explore the heap, or `nil` if none is requested.
    private let page: ReportFile?

    /// Checks that the files can be written.
    ///
    /// - Parameters:
    ///   - files: The files that keep the snapshot behind the leak traces, and the page to explore it.
    ///   - alwaysTakesEvidence: `true` to take a snapshot at the end also without survivors.
    init(
        reports: [OutputRequest<ReportFormat>], files: EvidenceOptions, known: KnownLeaksSource,
        budget: BudgetRequest? = nil, details: @escaping RequestedDetails, alwaysTakesEvidence: Bool
    ) throws {
        writer = try ReportWriter(reports)
        try files.check(besides: reports)
        page = files.heapPage
        evidence = HeapEvidenceStore(
            file: files.heapSnapshot, isAlwaysTaken: alwaysTakesEvidence || files.heapPage != nil)
        (self.known, self.budget, self.details) = (known, budget, details)
    }

    /// Creates the judgement of a run that another one is compared with, which writes nothing itself.
    init(known: KnownLeaksSource, details: @escaping RequestedDetails, alwaysTakesEvidence: Bool) throws {
        writer = try ReportWriter([])
        evidence = HeapEvidenceStore(file: nil, isAlwaysTaken: alwaysTakesEvidence)
        (page, budget) = (nil, nil)
        (self.known, self.details) = (known, details)
    }

    /// Measures, reports what was measured, also after an interrupt, and exits.
    ///
    /// - Parameters:
    ///   - executable: The application's, if it is known.
    ///   - removeTraces: Ends what the run started; called once more than necessary after a second interrupt.
    /// - Throws: `ExitCode`.
    func report(
        on executable: String?, showing progress: any RunDisplay, removeTraces: @escaping @Sendable () -> Void,
        measure: @escaping @Sendable () async -> Report
    ) async throws -> Never {
        let (measured, interrupts) = await untilInterrupted(
            showing: progress, removeTraces: removeTraces, measure: measure)
        let report = judging(measured, executable)
        if report.measuredNothing, writer.isUsual {
            writeToStandardError(String(decoding: report.failureText(TextStyle(of: STDERR_FILENO)), as: UTF8.self))
            throw ExitCode(report.outcome)
        }
        let written = [writer.write(report, details), writePage(of: report)].allSatisfy(\.self)
        if !writer.usesStandardStream { for failure in report.failures { printError("outlive: \(failure.message)") } }
        for source in interrupts { source.cancel() }
        throw ExitCode(written ? report.outcome : .failed)
    }

    /// Writes the page to explore the heap, if it is requested.
    ///
    /// - Returns: `false`, after printing an error, if it cannot be made or written. An interrupt may leave no snapshot.
    func writePage(of report: Report) -> Bool {
        guard let page else { return true }
        let snapshot = evidence.taken[.ofSoak]?.snapshot
        guard snapshot != nil || !report.interrupted else {
            printError("there is no page of the heap, because the run was interrupted before its end")
            return true
        }
        do {
            guard let snapshot else { throw Failure(.noCensus, "there is no snapshot of the end of the run") }
            let picture = try SnapshotInput(snapshot, path: report.plan.launch, names: Symbolicator()).picture(
                judged: (report.causes.filter { report.isOfSubject($0.leader) }, report.soak.count),
                memory: report.memory.map { MemoryReport(of: $0, target: report.plan.launch) }, course: report.course)
            return ReportSink(standard: STDOUT_FILENO).put(picture.page, into: page)
        } catch {
            printError("cannot make the page of the heap: \(error)")
            return false
        }
    }

    /// Returns `true` if a report has a leak that is not known, once the references that hold its findings are known.
    func hasLeak(_ report: Report, _ executable: String?) -> Bool {
        judging(report, executable).findings.contains { $0.verdict == .leak && $0.known == nil }
    }

    /// Returns a measured run, judged.
    ///
    /// - Parameter executable: The application's, if it is known.
    func judging(_ measured: Report, _ executable: String?) -> Report {
        let judgement = Judgement(evidence: evidence.taken, known: known.list, executable: executable)
        var report = judgement.judging(measured)
        if let budget { report.judge(by: budget) }
        return report
    }
}

/// The heap evidence of a run, kept until the report is made.
final class HeapEvidenceStore: Sendable {
    /// The file that keeps the snapshot of the process of the soak, or `nil` to keep none.
    private let file: ReportFile?
    private let evidence = Lock<[JudgedProcess: ProcessEvidence]>([:])

    private let isAlwaysTaken: Bool

    init(file: ReportFile?, isAlwaysTaken: Bool) {
        self.file = file
        self.isAlwaysTaken = isAlwaysTaken || file != nil
    }

    /// The request for evidence, also without survivors if the snapshot is kept in a file or shows stuck tasks.
    var request: EvidenceRequest {
        EvidenceRequest(always: isAlwaysTaken) { [self] evidence throws(Failure) in try receive(evidence) }
    }

    private func receive(_ received: HeapEvidence) throws(Failure) {
        let process = JudgedProcess(arm: received.otherArm, worker: received.worker)
        if process == .ofSoak { try file?.keep(received.file) }
        let taken = ProcessEvidence(snapshot: try received.snapshot(), addresses: received.addresses)
        evidence.withLock { $0[process] = taken }
    }

    /// The evidence received so far.
    var taken: [JudgedProcess: ProcessEvidence] { evidence.withLock { $0 } }
}
