internal import ArgumentParser
internal import OutliveBenchmark
public import OutliveModel
internal import OutliveReport

struct CompareCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compare",
        abstract: "Compares two JSON reports: leaks, state, allocations and timing.",
        usage: "outlive compare [<options>] <old> <new>",
        discussion: """
            Leaks are matched by fingerprint. Times are compared only between runs of the same machine and plan, with \
            the interval of their ratio. Allocations of --allocations are matched by type, function and callers; their \
            changes are listed, and fail nothing. Either report may be a merged one. Exit codes: 0 passed, 1 failed by \
            --fail-on, 2 failed by --max-slowdown, 3 the later run failed, or a report cannot be read or written, \
            64 wrong usage.

            Examples:

              # Fail if the later run has a leak that the earlier one has not
              outlive compare main.json branch.json
              # Find the new allocations of a cycle, which --allocations counted
              outlive compare main.json branch.json --fail-on never
            """)

    @OptionGroup var output: ReportOptions<ComparisonFormat>

    @Option(
        help: .init(
            "Leaks, and differences between reset and launch, that fail the comparison: new (or worse), leak (all of "
                + "the later report) or never.", valueName: "which"))
    var failOn = ComparisonPolicy.FailOn.new

    @Option(
        parsing: .unconditional,
        help: .init(
            "Fail if a reset is known to take more than this many times as long, or if that cannot be judged.",
            valueName: "ratio"))
    var maxSlowdown: Double?

    @Argument(help: .init("The earlier report, of --report json=FILE; '-' is standard input.", valueName: "old"))
    var old: String

    @Argument(help: .init("The later report.", valueName: "new"))
    var new: String

    func validate() throws {
        if let maxSlowdown, !(maxSlowdown > 0 && maxSlowdown.isFinite) {
            throw ValidationError("--max-slowdown is \(maxSlowdown): give a number above 0, such as 1.2")
        }
        try output.check(inputs: [old, new])
    }

    func run() throws {
        let writer = try ReportWriter(output.requests)
        let (then, now) = (try Report(readFrom: old), try Report(readFrom: new))
        let comparison = ReportComparison(
            from: (then, ComparedReport(then, name: old)), to: (now, ComparedReport(now, name: new)),
            policy: ComparisonPolicy(failOn: failOn, maximumSlowdown: maxSlowdown), toolVersion: toolVersion)
        guard writer.write({ try $0.format.bytes(for: comparison, style: $1) }) else { throw ExitCode.failed }
        throw ExitCode(comparison.outcome)
    }
}

extension ComparisonPolicy.FailOn: ExpressibleByArgument {}
