public import ArgumentParser
internal import OutliveDriver
public import OutliveModel

/// The options that say how much is measured, and what fails the run.
struct MeasuringOptions: ParsableArguments {
    // A number may have a sign: taken as a value, it is refused for what it is, not as an option that nobody knows.
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("How many pairs of a relaunch and a reset are measured.", valueName: "n"))
    var pairs = 20

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("How many pairs, and cycles of the leak verdicts, come before measuring.", valueName: "n"))
    var warmup = 2

    @Option(
        parsing: .unconditional, help: ArgumentHelp("How many resets in a row the soak makes.", valueName: "n"))
    var soak = 50

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("How long what was torn down may take to go away. (default: 2s)", valueName: "time"),
        transform: { text in try readable { try Duration(option: text) } })
    var settle = Duration.seconds(2)

    @Option(help: ArgumentHelp("Whether leaks are looked for: auto, require or off.", valueName: "mode"))
    var leaks = LeakMode.auto

    @Option(help: ArgumentHelp("What fails the run: leak, suspect or never.", valueName: "verdict"))
    var failOn = FailurePolicy.leak

    @Option(
        help: ArgumentHelp(
            "What a difference between reset and launch does: fail, report or off.", valueName: "mode"))
    var fidelity = FidelityMode.fail

    @Option(
        name: .customLong("expect"), parsing: .singleValue,
        help: ArgumentHelp(
            "A difference that is accepted, and why: 'threads:worker-*=the pool grows'; repeat for more.",
            valueName: "check[:subject]=reason"),
        transform: { text in try readable { try ExpectedDifference(parsing: text) } })
    var expected: [ExpectedDifference] = []

    @Option(help: ArgumentHelp("What growth over the soak does: fail or report.", valueName: "mode"))
    var growth = GrowthMode.report

    @Option(
        name: .customLong("min-speedup"), parsing: .unconditional,
        help: ArgumentHelp("Fail unless the lower bound of relaunch over reset is at least this.", valueName: "ratio"))
    var minimumSpeedup: Double?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Repeat the order and the estimates of an earlier run.", valueName: "n"))
    var seed: UInt64?

    /// The fewest resets of a soak that can be judged: six after the warm-up, which is a fifth of it at least.
    private var leastJudgedSoak: Int { max(warmup + 6, 7) }

    func validate() throws {
        for (name, value) in [("--pairs", pairs), ("--warmup", warmup), ("--soak", soak)] {
            guard value >= 0 else { throw ValidationError("\(name) is \(value): it has to be 0 or more") }
            guard value <= 1_000_000 else { throw ValidationError("\(name) is \(value): a million is the most") }
        }
        guard pairs + soak > 0 else { throw ValidationError("--pairs and --soak are 0: nothing would be measured") }
        guard growth == .report || soak >= leastJudgedSoak else {
            throw ValidationError("--growth fail needs a trend, and so --soak \(leastJudgedSoak) or more")
        }
        if let gate = minimumSpeedup {
            guard gate.isFinite, gate > 0 else {
                throw ValidationError("--min-speedup is \(gate): it has to be a number above 0")
            }
            guard pairs >= 6 else {
                throw ValidationError("--min-speedup needs an interval, and so --pairs 6 or more")
            }
        }
    }
}

extension LeakMode: ExpressibleByArgument {}
extension FailurePolicy: ExpressibleByArgument {}
extension FidelityMode: ExpressibleByArgument {}
extension GrowthMode: ExpressibleByArgument {}
