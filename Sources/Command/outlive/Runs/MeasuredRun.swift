internal import OutliveBenchmark
internal import OutliveDriver
internal import OutliveModel
internal import OutliveReport

/// A run of many cycles, from the check of its report files to its exit code.
struct MeasuredRun {
    let configuration: ApplicationConfiguration
    let plan: Plan
    let heap: HeapOptions
    /// `true` to inspect the heap from outside.
    var inspectsFromOutside = false
    let known: KnownLeaksSource
    let details: RequestedDetails
    let reports: [OutputRequest<ReportFormat>]

    /// Measures the application, reports, and exits.
    ///
    /// - Throws: `ExitCode`, or `Failure` if the application cannot be launched.
    func run() async throws -> Never {
        let output = try JudgedOutput(
            reports: reports, files: heap.evidence, known: known,
            details: details, alwaysTakesEvidence: plan.stuck != nil)
        var configuration = configuration
        configuration.heap = try heap.settings()
        configuration.inspectsFromOutside = inspectsFromOutside
        configuration.inspectableLauncher = inspectsFromOutside ? Command.inspectableLauncher : nil
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
