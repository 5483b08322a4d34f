internal import ArgumentParser
internal import Foundation
internal import OutliveBenchmark
internal import OutliveDriver
internal import OutliveHeap
internal import OutliveModel
internal import OutliveReport
internal import OutliveSupport
internal import OutliveSymbols

/// A run of many cycles, from the check of its report files to its exit code.
struct MeasuredRun {
    let configuration: ApplicationConfiguration
    let plan: Plan
    let heap: HeapOptions
    let known: KnownLeaksSource
    let reports: [OutputRequest<ReportFormat>]

    /// Measures the application, reports, and exits.
    ///
    /// - Throws: `ExitCode`, or `Failure` if the application cannot be launched.
    func run() async throws -> Never {
        let writer = try ReportWriter(reports)
        try heap.heapSnapshot?.checkTakesSnapshot()
        var configuration = configuration
        configuration.heap = try heap.settings()
        let launcher = try ProcessLauncher(configuration)
        let evidence = HeapEvidenceStore(file: heap.heapSnapshot)
        let benchmark = Benchmark(plan: plan, launcher: launcher, toolVersion: toolVersion, evidence: evidence.request)
        let progress = ProgressLine()
        // A process started before the watch begins would survive an interrupt.
        let (watching, whenWatching) = AsyncStream.makeStream(of: Never.self)
        let measuring = Task {
            for await _ in watching {}
            return await benchmark.run { progress.show($0) }
        }
        // The watch lasts until all reports are written, so that an interrupt loses no results.
        let interrupts = Interrupts(
            first: {
                progress.clear()
                printError("stopping; what was measured is reported (again to end at once)")
                measuring.cancel()
            },
            second: {
                LaunchedProcesses.killAll()
                launcher.removeDirectories()
                Foundation.exit(Outcome.interrupted.rawValue)
            })
        whenWatching.finish()
        let measured = await measuring.value
        LaunchedProcesses.killAll()
        launcher.removeDirectories()
        progress.clear()
        let report = judged(measured, evidence, known)
        let written = writer.write(report, showsKnown: heap.knownGrowth.showKnown)
        if !writer.usesStandardStream { for failure in report.failures { printError("outlive: \(failure.message)") } }
        interrupts.cancel()
        throw ExitCode(written ? report.outcome : .failed)
    }

    /// Returns a measured report with function names, growth by design, leak traces, fingerprints and known leaks.
    private func judged(_ measured: Report, _ evidence: HeapEvidenceStore, _ known: KnownLeaksSource) -> Report {
        var report = measured
        report.symbolicate()
        report.noteToolchain(of: configuration.executable)
        // Growth by design is recognised by the names of functions.
        report.classifyHeapFindings()
        // The classified findings are traced, and a trace determines the fingerprint.
        evidence.trace(&report)
        report.addMissingFingerprints()
        // Known leaks match fingerprints, suspect references and versions of Swift.
        known.apply(to: &report)
        return report
    }
}

/// A line on the terminal with the progress of a run, omitted if standard error is not interactive.
struct ProgressLine {
    private let interactive = Terminal.errorIsInteractive

    func show(_ progress: Benchmark.Progress) {
        guard interactive else { return }
        let left = progress.secondsLeft
        let time = left < 90 ? "\(Int(left.rounded(.up))) s" : "\(Int((left / 60).rounded(.up))) min"
        write("\(progress.arm.rawValue)  \(progress.done) of \(progress.total), about \(time) left")
    }

    func clear() {
        guard interactive else { return }
        write("")
    }

    private func write(_ text: String) {
        // The sequence returns to the first column and erases the line.
        writeToStandardError("\r\u{1B}[K\(text)")
    }
}

/// The heap evidence of a run, kept until the report is made.
final class HeapEvidenceStore: Sendable {
    /// The file that keeps the snapshot, or `nil` to keep none.
    private let file: ReportFile?
    private let evidence = Lock<(snapshot: HeapSnapshot, addresses: [ComponentKey: [ObjectAddress]])?>(nil)

    init(file: ReportFile?) { self.file = file }

    /// The request for evidence, also without survivors if the snapshot is kept in a file.
    var request: EvidenceRequest {
        EvidenceRequest(always: file != nil) { [self] evidence throws(Failure) in try receive(evidence) }
    }

    private func receive(_ received: HeapEvidence) throws(Failure) {
        try file?.keep(received.file)
        let snapshot: HeapSnapshot
        do throws(HeapSnapshotError) {
            snapshot = try HeapSnapshot(path: received.file.path)
        } catch {
            throw Failure(
                .noCensus,
                "the snapshot cannot be read: \(error); rebuild its library with scripts/heap-library")
        }
        evidence.withLock { $0 = (snapshot, received.addresses) }
    }

    /// Adds leak traces to the survivors of a report, as far as they are known.
    func trace(_ report: inout Report) {
        guard let evidence = evidence.withLock({ $0 }) else { return }
        report.trace(in: evidence.snapshot, names: Symbolicator(), addresses: evidence.addresses)
    }
}
