internal import ArgumentParser
internal import Foundation
internal import OutliveBenchmark
public import OutliveModel
internal import OutliveReport
internal import OutliveSupport

/// The `outlive compare` command, which compares two reports.
struct CompareCommand: ParsableCommand {
    static let name = "compare"

    static let configuration = CommandConfiguration(
        commandName: name,
        abstract: "Compares two JSON reports: leaks, state and timing.",
        discussion: """
            Leaks are matched by fingerprint. Times are compared only between runs of the same machine and plan, with \
            the interval of their ratio. Either report may be a merged one. Exit codes: 0 passed, 1 failed by \
            --fail-on, 2 failed by --max-slowdown, 3 the later run failed, or a report cannot be read or written, \
            64 wrong usage.
            """)

    @OptionGroup var output: ComparisonOutput

    @Option(
        help: ArgumentHelp(
            "Leaks, and differences between reset and launch, that fail the comparison: new (or worse), leak (all of "
                + "the later report) or never.", valueName: "which"))
    var failOn = ComparisonPolicy.FailOn.new

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Fail if a reset is known to take more than this many times as long, or if that cannot be judged.",
            valueName: "ratio"))
    var maxSlowdown: Double?

    @Argument(help: ArgumentHelp("The earlier report, of --report json=FILE; '-' is standard input.", valueName: "old"))
    var old: String

    @Argument(help: ArgumentHelp("The later report.", valueName: "new"))
    var new: String

    func validate() throws {
        if let maxSlowdown, !(maxSlowdown > 0 && maxSlowdown.isFinite) {
            throw ValidationError("--max-slowdown is \(maxSlowdown): give a number above 0, such as 1.2")
        }
        guard old != "-" || new != "-" else {
            throw ValidationError("standard input can be read once: give '-' once")
        }
        try refuse(output.reports.compactMap(\.file), thatAre: [old, new])
    }

    func run() throws {
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
        let writer = ComparisonWriter(requests: output.requests)
        guard writer.check() else { throw ExitCode(Outcome.failed.rawValue) }
        let comparison: ReportComparison
        do throws(Failure) {
            let (then, now) = (try ReportInput(path: old).read(), try ReportInput(path: new).read())
            comparison = ReportComparison(
                from: (then, ComparedReport(then, name: old)), to: (now, ComparedReport(now, name: new)),
                policy: ComparisonPolicy(failOn: failOn, maximumSlowdown: maxSlowdown), toolVersion: toolVersion)
        } catch {
            complain("outlive: \(error.message.onOneLine())")
            throw ExitCode(Outcome.failed.rawValue)
        }
        guard writer.write(comparison) else { throw ExitCode(Outcome.failed.rawValue) }
        throw ExitCode(comparison.outcome.rawValue)
    }
}

extension ComparisonPolicy.FailOn: ExpressibleByArgument {}
