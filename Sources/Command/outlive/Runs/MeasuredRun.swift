internal import OutliveBenchmark
internal import OutliveDriver
internal import OutliveModel
internal import OutliveReport

/// Measures an application in many cycles, reports, and exits.
///
/// - Parameter notes: Remarks on what is not measured.
/// - Throws: `ExitCode`, or `Failure` if the application cannot be launched.
func measure(
    _ configuration: ApplicationConfiguration, by plan: Plan, noting notes: [String] = [], files: EvidenceOptions,
    known: KnownLeaksSource,
    budget: BudgetRequest?, details: @escaping RequestedDetails, reports: [OutputRequest<ReportFormat>]
) async throws -> Never {
    let output = try JudgedOutput(
        reports: reports, files: files, known: known, budget: budget, details: details,
        alwaysTakesEvidence: plan.stuck == .fail || plan.stuck == .report || configuration.routes != nil)
    let launcher = try ProcessLauncher(configuration)
    let benchmark = Benchmark(
        plan: plan, launcher: launcher, routes: configuration.routes, toolVersion: toolVersion,
        evidence: output.evidence.request)
    let progress = ProgressLine()
    try await output.report(
        on: configuration.executable, showing: progress,
        removeTraces: {
            killLaunchedProcesses()
            launcher.removeDirectories()
        },
        measure: {
            var report = await benchmark.run { progress.show($0) }
            report.notes += notes
            return report
        })
}
