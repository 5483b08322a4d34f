internal import ArgumentParser
internal import Foundation
internal import OutliveBenchmark
internal import OutliveDriver
internal import OutliveHeap
internal import OutliveModel
internal import OutliveSymbols

/// A run of many cycles, from the check of its report files to its exit code.
struct MeasuredRun {
    let configuration: ApplicationConfiguration
    let plan: Plan
    let writer: ReportWriter

    /// Measures the application, reports, and exits.
    ///
    /// - Parameters:
    ///   - heap: The options of the heap tier.
    ///   - known: The list of known leaks to apply.
    /// - Throws: `ExitCode`, always.
    func run(heap: HeapOptions, known: KnownLeaksSource) async throws -> Never {
        // SIGPIPE would end this process before its children. A failed write is reported instead.
        signal(SIGPIPE, SIG_IGN)
        // SIGXFSZ, at the size limit of a file, would do the same.
        signal(SIGXFSZ, SIG_IGN)
        guard writer.check(), isWritable(heap.heapSnapshot) else { throw ExitCode(Outcome.failed.rawValue) }
        let launcher: ProcessLauncher
        do {
            var configuration = configuration
            configuration.heap = try heap.settings()
            launcher = try ProcessLauncher(configuration)
        } catch let failure as Failure {
            complain(failure.message)
            throw ExitCode(Outcome.failed.rawValue)
        }
        let evidence = HeapEvidenceStore(file: heap.heapSnapshot)
        let benchmark = Benchmark(
            plan: plan, launcher: launcher, toolVersion: toolVersion, evidence: evidence.request)
        let progress = ProgressLine()
        // A process started before the watch for interrupts would survive one.
        let (watching, whenWatching) = AsyncStream.makeStream(of: Never.self)
        let measuring = Task {
            for await _ in watching {}
            return await benchmark.run { progress.show($0) }
        }
        // The watch lasts until all reports are written, so that an interrupt loses no results.
        let interrupts = Interrupts(
            first: {
                progress.clear()
                complain("stopping; what was measured is reported (again to end at once)")
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
        let written = writer.write(report)
        if !writer.usesStandardStream { for failure in report.failures { complain("outlive: \(failure.message)") } }
        interrupts.cancel()
        throw ExitCode(written ? report.outcome.rawValue : Outcome.failed.rawValue)
    }

    /// Returns a measured report with function names, growth by design, leak traces, fingerprints and known leaks.
    private func judged(_ measured: Report, _ evidence: HeapEvidenceStore, _ known: KnownLeaksSource) -> Report {
        var report = measured
        report.symbolicate()
        report.noteToolchain(of: configuration.executable)
        // Growth by design is recognised by the names of functions.
        report.settleHeapFindings()
        // The settled findings are traced, and a trace determines the fingerprint.
        evidence.trace(&report)
        report.addMissingFingerprints()
        // Known leaks match fingerprints, suspect references and versions of Swift.
        known.apply(to: &report)
        return report
    }
}
