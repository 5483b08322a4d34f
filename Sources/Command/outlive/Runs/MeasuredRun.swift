internal import OutliveBenchmark
internal import OutliveDriver
internal import OutliveModel
internal import OutliveReport

/// A run of many cycles, from the check of its report files to its exit code.
struct MeasuredRun {
    let configuration: ApplicationConfiguration
    let plan: Plan
    let files: EvidenceOptions
    let known: KnownLeaksSource
    let details: RequestedDetails
    let reports: [OutputRequest<ReportFormat>]

    /// Measures the application, reports, and exits.
    ///
    /// - Throws: `ExitCode`, or `Failure` if the application cannot be launched.
    func run() async throws -> Never {
        let output = try JudgedOutput(
            reports: reports, files: files, known: known, details: details, alwaysTakesEvidence: plan.stuck != nil)
        let launcher = try ProcessLauncher(configuration)
        let benchmark = Benchmark(
            plan: plan, launcher: launcher, toolVersion: toolVersion, evidence: output.evidence.request)
        let progress = ProgressLine()
        try await output.report(
            on: configuration.executable, showing: progress,
            removeTraces: {
                LaunchedProcesses.killAll()
                launcher.removeDirectories()
            }, measure: { await benchmark.run { progress.show($0) } })
    }
}
