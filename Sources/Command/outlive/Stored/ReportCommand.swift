internal import ArgumentParser
internal import Foundation
internal import OutliveModel
internal import OutliveSupport

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
    @OptionGroup var output: ReportOptions

    @ArgumentParser.Flag(help: "List known library caches and why they grow (default: print only their number).")
    var showKnown = false

    @ArgumentParser.Flag(
        help: "Exit with the status of the original run: 0 clean, 1 not clean, 2 slower than the gate, 3 failed.")
    var exitCode = false

    @Argument(help: ArgumentHelp("The report, of --report json=FILE; - is standard input.", valueName: "file"))
    var report: String

    func run() throws {
        // A closed pipe, as with `head`, is no failure.
        signal(SIGPIPE, SIG_IGN)
        // A file at its size limit causes an error message.
        signal(SIGXFSZ, SIG_IGN)
        let known = try known.judge()
        let writer = ReportWriter(requests: output.requests, showsKnown: showKnown)
        guard writer.check() else { throw ExitCode(Outcome.failed.rawValue) }
        var report: Report
        do throws(Failure) {
            report = try ReportInput(path: self.report).read()
        } catch {
            complain("outlive: \(error.message.onOneLine())")
            throw ExitCode(Outcome.failed.rawValue)
        }
        known.apply(to: &report)
        guard writer.write(report) else { throw ExitCode(Outcome.failed.rawValue) }
        if exitCode { throw ExitCode(report.outcome.rawValue) }
    }
}
