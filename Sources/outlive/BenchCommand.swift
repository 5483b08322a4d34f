internal import ArgumentParser
internal import Foundation
internal import OutliveBenchmark
internal import OutliveDriver
internal import OutliveModel
internal import OutliveReport
internal import OutliveSymbols

/// `outlive bench`: relaunch against reset, and what outlives the reset.
struct BenchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench",
        abstract: "Compares relaunching an application with resetting it in place, and finds what outlives a reset.",
        discussion: """
            {port} (a free port), {dir} (a private folder, empty at every launch) and {instance} are replaced in every \
            command and URL. \
            With one of them in --launch two instances live side by side; without, there is one at a time. \
            Commands are split like shell words; there is no shell.
            """)

    @OptionGroup(title: "The application") var application: ApplicationOptions
    @OptionGroup(title: "What to measure") var measuring: MeasuringOptions

    @Option(
        name: .customLong("report"), parsing: .singleValue,
        help: ArgumentHelp("A report: text or json, to a file or standard output; repeat for more.", valueName: "format[=file]"))
    var reports: [ReportRequest] = []

    func validate() throws {
        _ = try configuration()
    }

    func run() async throws {
        let writer = ReportWriter(requests: reports.isEmpty ? [.standard] : reports)
        guard writer.check() else { throw ExitCode(Outcome.failed.rawValue) }
        let configuration = try configuration()
        let launcher: ProcessLauncher
        do {
            launcher = try ProcessLauncher(configuration)
        } catch let failure as Failure {
            complain(failure.message)
            throw ExitCode(Outcome.failed.rawValue)
        }
        var report = await measure(
            Benchmark(plan: plan(configuration), launcher: launcher, toolVersion: toolVersion))
        launcher.removeDirectories()
        report.symbolicate()
        let written = writer.write(report)
        throw ExitCode(written ? report.outcome.rawValue : Outcome.failed.rawValue)
    }

    /// Runs the benchmark; an interrupt ends it early, a second one at once.
    private func measure(_ benchmark: Benchmark) async -> Report {
        let progress = ProgressLine()
        let run = Task { await benchmark.run { progress.show($0) } }
        let interrupts = Interrupts(
            first: {
                progress.clear()
                complain("stopping; what was measured is reported (again to end at once)")
                run.cancel()
            },
            second: {
                LastResort.killAll()
                Foundation.exit(Outcome.interrupted.rawValue)
            })
        let report = await run.value
        interrupts.cancel()
        LastResort.killAll()
        progress.clear()
        return report
    }

    private func configuration() throws -> ApplicationConfiguration {
        do {
            return try application.configuration(leaks: measuring.leaks, settle: measuring.settle)
        } catch let error as UsageError {
            throw ValidationError(error.description)
        }
    }

    private func plan(_ configuration: ApplicationConfiguration) -> Plan {
        Plan(
            launch: configuration.launch.text, ready: configuration.ready.text, reset: configuration.reset.text,
            done: configuration.done.text, work: configuration.work?.text, probe: configuration.probe?.text,
            pairs: measuring.pairs, warmup: measuring.warmup, soak: measuring.soak,
            settleSeconds: configuration.settle / .seconds(1), timeoutSeconds: configuration.timeout / .seconds(1),
            leaks: measuring.leaks, failOn: measuring.failOn, minimumSpeedup: measuring.minimumSpeedup,
            seed: measuring.seed ?? UInt64.random(in: 0...UInt64(UInt32.max)))
    }
}
