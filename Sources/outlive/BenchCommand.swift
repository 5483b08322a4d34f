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
        help: ArgumentHelp(
            "A report, to a file or else to standard output; repeat for more.", valueName: "format[=file]"))
    var reports: [ReportRequest] = []

    func validate() throws {
        _ = try configuration()
        var files: Set<ReportFile> = []
        for file in reports.compactMap(\.file) where !files.insert(file).inserted {
            throw ValidationError("two reports are to go to \(file.path): name another file for one")
        }
    }

    func run() async throws {
        // A reader that goes away must not end this process before its children; a failed write tells of it.
        signal(SIGPIPE, SIG_IGN)
        // The same for a file that has reached its limit.
        signal(SIGXFSZ, SIG_IGN)
        Orphans.adopt()
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
            leaks: measuring.leaks, failOn: measuring.failOn,
            fidelity: measuring.fidelity, expected: measuring.expected, minimumSpeedup: measuring.minimumSpeedup,
            seed: measuring.seed ?? UInt64.random(in: 0...UInt64(UInt32.max)))
    }
}
