internal import ArgumentParser
internal import Foundation
internal import OutliveBenchmark
internal import OutliveDriver
internal import OutliveModel
internal import OutliveReport
internal import OutliveSupport

/// A measurement of two builds and of the earlier one again, to be compared.
struct ComparedBuilds {
    /// The formats of `--report` that show a comparison.
    private static let formats = ["text", "json", "markdown", "html"]

    let pair: BuildPair
    /// The configuration of any of the builds.
    let configuration: ApplicationConfiguration
    let plan: Plan
    let policy: ComparisonPolicy

    /// Measures all builds, reports the comparison, and exits.
    ///
    /// - Throws: `ExitCode`; `ValidationError` for a format that shows one run; `Failure` if nothing can be launched.
    func measure(
        files: EvidenceOptions, known: KnownLeaksSource, details: @escaping RequestedDetails,
        reports: [OutputRequest<ReportFormat>]
    ) async throws -> Never {
        for request in reports where !Self.formats.contains(request.format.name) {
            throw ValidationError(
                "--report \(request.format.name) shows one run, and --build compares two: use "
                    + "\(Self.formats.joined(separator: ", "))")
        }
        let takesEvidence = plan.stuck == .report
        let output = try JudgedOutput(
            reports: reports, files: files, known: known, details: details, alwaysTakesEvidence: takesEvidence)
        let others = try BuildRun.allCases.filter { $0 != .new }.map { run in
            (run, try JudgedOutput(known: known, details: details, alwaysTakesEvidence: takesEvidence))
        }
        let outputs = Dictionary(others + [(.new, output)], uniquingKeysWith: { first, _ in first })
        let launchers = try BuildRun.allCases.reduce(into: [BuildRun: ProcessLauncher]()) {
            $0[$1] = try ProcessLauncher(configuration(of: $1))
        }
        let (progress, joined) = (ProgressLine(), JoinedProgress())
        let (measured, interrupts) = await untilInterrupted(
            showing: progress,
            removeTraces: {
                killLaunchedProcesses()
                for launcher in launchers.values { launcher.removeDirectories() }
            },
            measure: { [plan, isolates = configuration.isolatesInstances] in
                await BuildRun.measureAll(alternates: isolates, seed: plan.seed) { run, turn in
                    guard let launcher = launchers[run], let output = outputs[run] else { preconditionFailure() }
                    return await Benchmark(
                        plan: plan, launcher: launcher, toolVersion: toolVersion, evidence: output.evidence.request,
                        turn: turn
                    ).run { progress.show(joined.adding($0, of: run)) }
                }
            })
        var judged: [BuildRun: Report] = [:]
        for (run, report) in measured {
            judged[run] = outputs[run]?.judging(report, configuration(of: run).executable)
        }
        let written = output.write(try comparison(of: judged), judged)
        for source in interrupts { source.cancel() }
        throw written
    }

    private func build(of run: BuildRun) -> BuildOption { run == .new ? pair.new : pair.old }

    private func name(of run: BuildRun) -> String {
        (run == .control ? BuildOption.control : build(of: run).name).rawValue
    }

    private func configuration(of run: BuildRun) -> ApplicationConfiguration {
        configuration.launching(build(of: run), place: run.rawValue)
    }

    private func comparison(of judged: [BuildRun: Report]) throws -> ReportComparison {
        func side(_ run: BuildRun) throws -> (report: Report, facts: ComparedReport) {
            guard let report = judged[run] else { throw ExitCode.failed }
            var facts = ComparedReport(report, name: name(of: run))
            facts.build = build(of: run).path
            return (report, facts)
        }
        var comparison = ReportComparison(
            ofBuilds: try side(.old), control: try side(.control), to: try side(.new), policy: policy,
            toolVersion: toolVersion)
        if pair.areOneFile {
            comparison.notes.append("Both builds are the same file, so that this run only checks itself.")
        }
        if !configuration.isolatesInstances {
            comparison.notes.append(
                "The runs followed each other, so a change of the machine's speed may appear as a change of the program: "
                    + "put {port}, {dir} or {instance} into --launch, and their cycles alternate.")
        }
        return comparison
    }
}

extension JudgedOutput {
    /// Writes the comparison of builds, and the page of the later one.
    ///
    /// - Returns: The exit code.
    fileprivate func write(_ comparison: ReportComparison, _ judged: [BuildRun: Report]) -> ExitCode {
        guard let new = judged[.new] else { return .failed }
        if writer.isUsual, let failed = judged.values.first(where: \.measuredNothing) {
            var report = failed
            report.failures = comparison.failures
            writeToStandardError(String(decoding: report.failureText(TextStyle(of: STDERR_FILENO)), as: UTF8.self))
            return ExitCode(comparison.outcome)
        }
        var options = details(new).ofCheckout
        options.comparison = comparison
        let shown = Presentation(new, options)
        let isWritten = writer.write { request, style in
            guard let format = ComparisonFormat(rawValue: request.format.name) else {
                return try request.format.bytes(for: shown, style: style)
            }
            return try format.bytes(for: comparison, style: style)
        }
        let isComplete = [isWritten, writePage(of: new)].allSatisfy(\.self)
        if !writer.usesStandardStream {
            for failure in comparison.failures { printError("outlive: \(failure.message)") }
        }
        return isComplete ? ExitCode(comparison.outcome) : .failed
    }
}
