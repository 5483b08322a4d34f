internal import ArgumentParser
internal import Foundation
internal import OutliveBenchmark
internal import OutliveDriver
internal import OutliveHeap
internal import OutliveModel
internal import OutliveReport
internal import OutliveSupport
internal import OutliveSymbols

/// The output of a run that is judged: its reports with causes, and the exit code.
struct JudgedOutput: Sendable {
    let evidence: HeapEvidenceStore
    private let writer: ReportWriter<ReportFormat>
    private let known: KnownLeaksSource
    private let details: RequestedDetails
    /// The file of the page to explore the heap, or `nil` if none is requested.
    private let page: ReportFile?

    /// Checks that the files can be written.
    ///
    /// - Parameters:
    ///   - files: The files that keep the snapshot behind the leak traces, and the page to explore it.
    ///   - alwaysTakesEvidence: `true` to take a snapshot at the end also without survivors.
    init(
        reports: [OutputRequest<ReportFormat>], files: EvidenceOptions, known: KnownLeaksSource,
        details: RequestedDetails, alwaysTakesEvidence: Bool
    ) throws {
        writer = try ReportWriter(reports)
        try files.check(besides: reports)
        page = files.heapPage
        evidence = HeapEvidenceStore(
            file: files.heapSnapshot, isAlwaysTaken: alwaysTakesEvidence || files.heapPage != nil)
        (self.known, self.details) = (known, details)
    }

    /// Measures, reports what was measured, also after an interrupt, and exits.
    ///
    /// - Parameters:
    ///   - executable: The application's, if it is known.
    ///   - removeTraces: Ends what the run started; called once more than necessary after a second interrupt.
    /// - Throws: `ExitCode`.
    func report(
        on executable: String?, showing progress: ProgressLine, removeTraces: @escaping @Sendable () -> Void,
        measure: @escaping @Sendable () async -> Report
    ) async throws -> Never {
        // A process started before the watch begins would survive an interrupt.
        let (watching, whenWatching) = AsyncStream.makeStream(of: Never.self)
        let measuring = Task {
            for await _ in watching {}
            return await measure()
        }
        // The watch lasts until all reports are written, so that an interrupt loses no results.
        let interrupts = Interrupts(
            first: {
                progress.clear()
                printError("stopping; what was measured is reported (again to end at once)")
                measuring.cancel()
            },
            second: {
                removeTraces()
                Foundation.exit(Outcome.interrupted.rawValue)
            })
        whenWatching.finish()
        let measured = await measuring.value
        removeTraces()
        progress.clear()
        let report = judged(measured, executable)
        let written = [writer.write(report, details), writePage(of: report)].allSatisfy(\.self)
        if !writer.usesStandardStream { for failure in report.failures { printError("outlive: \(failure.message)") } }
        interrupts.cancel()
        throw ExitCode(written ? report.outcome : .failed)
    }

    /// Writes the page to explore the heap, if it is requested.
    ///
    /// - Returns: `false`, after printing an error, if it cannot be made or written. An interrupt may leave no snapshot.
    private func writePage(of report: Report) -> Bool {
        guard let page else { return true }
        guard evidence.isThere || !report.interrupted else {
            printError("there is no page of the heap, because the run was interrupted before its end")
            return true
        }
        do {
            return ReportSink(standard: STDOUT_FILENO).put(try evidence.page(of: report), into: page)
        } catch {
            printError("cannot make the page of the heap: \(error)")
            return false
        }
    }

    /// Returns `true` if a report has a leak that is not known, once the references that hold its findings are known.
    func hasLeak(_ report: Report, _ executable: String?) -> Bool {
        judged(report, executable).findings.contains { $0.verdict == .leak && $0.known == nil }
    }

    /// Returns a measured report with function names, growth by design, leak traces, fingerprints and known leaks.
    private func judged(_ measured: Report, _ executable: String?) -> Report {
        var report = measured
        report.symbolicate()
        report.noteToolchain(of: executable)
        // Growth by design is recognised by the names of functions.
        report.classifyHeapFindings()
        // The classified findings are traced, and a trace determines the fingerprint.
        evidence.explain(&report)
        report.judgeMemory()
        report.attributeGrowth()
        report.addMissingFingerprints()
        report.joinFindingsOfArms()
        // Known leaks match fingerprints, suspect references and versions of Swift.
        known.apply(to: &report)
        return report
    }
}

/// The heap evidence of a run, kept until the report is made.
final class HeapEvidenceStore: Sendable {
    private struct Process: Hashable {
        /// The arm of the process, or `nil` for that of the soak.
        var arm: Arm?
        /// The program of the process if it is a worker.
        var worker: String?

        /// The place in which it is explained: the process of the soak first, then by name.
        var order: (String, String) { (arm?.rawValue ?? "", worker ?? "") }
    }

    private struct Evidence {
        var snapshot: HeapSnapshot
        var addresses: [ComponentKey: [ObjectAddress]]
    }

    /// The file that keeps the snapshot of the process of the soak, or `nil` to keep none.
    private let file: ReportFile?
    private let evidence = Lock<[Process: Evidence]>([:])

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
        let process = Process(arm: received.otherArm, worker: received.worker)
        if process == Process() { try file?.keep(received.file) }
        let snapshot = try received.snapshot()
        evidence.withLock { $0[process] = Evidence(snapshot: snapshot, addresses: received.addresses) }
    }

    /// Adds leak traces to the survivors of a report, and the tasks that nothing can resume, as far as they are known.
    func explain(_ report: inout Report) {
        let evidence = evidence.withLock { $0 }
        var tasks: TaskGroups?
        for (process, evidence) in evidence.sorted(by: { $0.key.order < $1.key.order }) {
            // Not kept: graphs take as much memory as snapshots, and a watch goes on after it was judged.
            let analysed = AnalysedSnapshot(evidence.snapshot, names: Symbolicator())
            report.trace(in: analysed, addresses: evidence.addresses, of: process.arm, worker: process.worker)
            if process == Process() { tasks = analysed.tasks }
        }
        add(tasks, to: &report)
    }

    /// `true` if there is a snapshot of the process of the soak.
    var isThere: Bool { evidence.withLock { $0[Process()] != nil } }

    /// Returns the page to explore the heap, with the causes of a report first.
    ///
    /// - Throws: `Failure` if there is no evidence.
    func page(of report: Report) throws -> [UInt8] {
        guard let snapshot = evidence.withLock({ $0[Process()]?.snapshot }) else {
            throw Failure(.noCensus, "there is no snapshot of the end of the run")
        }
        return try SnapshotInput(snapshot, path: report.plan.launch, names: Symbolicator()).picture(
            judged: JudgedCauses(report.causes.filter { report.isOfSubject($0.leader) }, cycles: report.soak.count),
            memory: report.memory.map { MemoryReport(of: $0, target: report.plan.launch) }
        ).page
    }

    /// Adds the tasks that nothing can resume; a run that they could fail has failed if they are unknown.
    private func add(_ tasks: TaskGroups?, to report: inout Report) {
        let obstacle = tasks.map(\.obstacle) ?? "there is no snapshot of the end of the run"
        guard let tasks, obstacle == nil else {
            let message = "it is not known whether tasks are stuck: \(obstacle ?? "")"
            if report.plan.stuck == .report { report.notes.append(message) }
            guard report.plan.stuck == .fail, report.failures.isEmpty, !report.interrupted else { return }
            return report.failures.append(Failure(.noCensus, message))
        }
        report.stuckTasks = tasks.groups.filter { $0.stuck != nil }
    }
}
