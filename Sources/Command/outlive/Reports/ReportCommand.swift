internal import ArgumentParser
internal import OutliveModel
internal import OutliveReport

/// The `outlive report` command, which converts a stored report to other formats.
struct ReportCommand: ParsableCommand {
    static let name = "report"

    static let configuration = CommandConfiguration(
        commandName: name,
        abstract: "Converts a JSON report to other formats.",
        discussion: """
            Exit codes: 0 all reports were written, 3 a report cannot be read or written, 64 wrong usage; with \
            --exit-code, that of the original run if all were written.
            """)

    @OptionGroup var known: KnownOptions
    @OptionGroup var output: ReportOptions<ReportFormat>

    @OptionGroup var knownGrowth: KnownGrowthOption

    @ArgumentParser.Flag(
        help: "Exit with the status of the original run: 0 clean, 1 not clean, 2 slower than the gate, 3 failed.")
    var exitCode = false

    @Argument(help: ArgumentHelp("The report, of --report json=FILE; - is standard input.", valueName: "file"))
    var report: String

    func run() throws {
        let known = try known.source()
        let writer = try ReportWriter(output.requests)
        var report = try Report(readFrom: report)
        known.apply(to: &report)
        guard writer.write(report, showsKnown: knownGrowth.showKnown) else { throw ExitCode.failed }
        if exitCode { throw ExitCode(report.outcome) }
    }
}
