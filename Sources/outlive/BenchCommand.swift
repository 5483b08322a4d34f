internal import ArgumentParser
internal import Foundation
internal import OutliveBenchmark
internal import OutliveDriver
internal import OutliveModel
internal import OutliveReport
internal import OutliveSymbols

/// `outlive bench`: relaunch against reset, and what outlives the reset.
struct BenchCommand: AsyncParsableCommand {
    static let name = "bench"

    static let configuration = CommandConfiguration(
        commandName: name,
        abstract: "Compares relaunching an application with resetting it in place, and finds what outlives a reset.",
        discussion: """
            {port} (a free port), {dir} (a private folder, empty at every launch), {instance}, {reset} (how many resets \
            were asked of the process so far, this one included) and {here} (the folder of the --config file) are \
            replaced in every command and URL. \
            With one of the first three in --launch two instances live side by side; without, there is one at a time. \
            Commands are split like shell words; there is no shell.
            """)

    @Option(
        help: ArgumentHelp(
            "A YAML file with any of these options, 'name: value'; what is typed wins.", valueName: "file"))
    var config: String?

    @OptionGroup var options: BenchOptions

    private var measuring: MeasuringOptions { options.measuring }

    func validate() throws {
        _ = try configuration()
    }

    func run() async throws {
        // A reader that goes away must not end this process before its children; a failed write tells of it.
        signal(SIGPIPE, SIG_IGN)
        // The same for a file that has reached its limit.
        signal(SIGXFSZ, SIG_IGN)
        let writer = ReportWriter(requests: options.reports.isEmpty ? [.standard] : options.reports)
        guard writer.check() else { throw ExitCode(Outcome.failed.rawValue) }
        let configuration = try configuration()
        let launcher: ProcessLauncher
        do {
            launcher = try ProcessLauncher(configuration)
        } catch let failure as Failure {
            complain(failure.message)
            throw ExitCode(Outcome.failed.rawValue)
        }
        let benchmark = Benchmark(plan: plan(configuration), launcher: launcher, toolVersion: toolVersion)
        let progress = ProgressLine()
        let measuring = Task { await benchmark.run { progress.show($0) } }
        // Until all is written: an interrupt must not lose what was measured.
        let interrupts = Interrupts(
            first: {
                progress.clear()
                complain("stopping; what was measured is reported (again to end at once)")
                measuring.cancel()
            },
            second: {
                LastResort.killAll()
                launcher.removeDirectories()
                Foundation.exit(Outcome.interrupted.rawValue)
            })
        var report = await measuring.value
        LastResort.killAll()
        launcher.removeDirectories()
        progress.clear()
        report.symbolicate()
        let written = writer.write(report)
        interrupts.cancel()
        throw ExitCode(written ? report.outcome.rawValue : Outcome.failed.rawValue)
    }

    private func configuration() throws -> ApplicationConfiguration {
        do {
            return try options.application.configuration(
                leaks: measuring.leaks, settle: measuring.settle, here: ConfigFile.folder(of: config))
        } catch {
            throw ValidationError(error.description)
        }
    }

    private func plan(_ configuration: ApplicationConfiguration) -> Plan {
        Plan(
            launch: configuration.launch.text, ready: configuration.ready.text, reset: configuration.reset.text,
            done: configuration.done.text, work: configuration.work?.text, probe: configuration.probe?.text,
            pairs: measuring.pairs, warmup: measuring.warmup, soak: measuring.soak,
            settleSeconds: configuration.settle / .seconds(1), timeoutSeconds: configuration.timeout / .seconds(1),
            leaks: measuring.leaks, failOn: measuring.failOn,
            fidelity: measuring.fidelity, expected: measuring.expected, growth: measuring.growth,
            minimumSpeedup: measuring.minimumSpeedup, seed: measuring.seed ?? UInt64.random(in: 0...UInt64(UInt32.max)))
    }
}
