internal import ArgumentParser

/// The options for the amount of measurements and the gate.
struct MeasuringOptions: ParsableArguments {
    // Unconditional parsing takes a negative number as the value, so that the error names it and not an unknown option.
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Number of measured pairs of a relaunch and a reset, which follow --warmup pairs.", valueName: "n"))
    var pairs = 20

    @Option(
        parsing: .unconditional, help: ArgumentHelp("Number of consecutive resets in the soak.", valueName: "n"))
    var soak = 50

    @Option(
        name: .customLong("min-speedup"), parsing: .unconditional,
        help: ArgumentHelp(
            "Fail unless the lower bound of the ratio of relaunch to reset is at least this.", valueName: "ratio"))
    var minimumSpeedup: Double?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Seed that repeats the order and the estimates of an earlier run.", valueName: "n"))
    var seed: UInt64?

    func validate() throws {
        try JudgingOptions.check(pairs, "--pairs")
        try JudgingOptions.check(soak, "--soak")
        guard pairs + soak > 0 else { throw ValidationError("--pairs and --soak are 0: nothing would be measured") }
        if let gate = minimumSpeedup {
            guard gate.isFinite, gate > 0 else {
                throw ValidationError("--min-speedup is \(gate): it must be a number above 0")
            }
            guard pairs >= 6 else {
                throw ValidationError("--min-speedup needs an interval: give --pairs 6 or more")
            }
        }
    }
}
