public import ArgumentParser
internal import OutliveDriver
public import OutliveModel

/// The options of all judgements of growth.
struct GrowthOptions: ParsableArguments {
    // Unconditional parsing takes a negative number as the value, so that the error names it and not an unknown option.
    @Option(parsing: .unconditional, help: .init("Number of warm-up cycles before measuring.", valueName: "n"))
    var warmup = 2

    @Option(help: .init("Least verdict that fails the run: leak, suspect or never.", valueName: "verdict"))
    var failOn = FailurePolicy.leak

    @Option(help: .init("Effect of growth over the soak: fail or report.", valueName: "mode"))
    var growth = GrowthMode.report

    @Option(
        help: .init(
            "Effect of tasks that nothing can resume at the end: fail or report. (default: report those that a snapshot "
                + "for another purpose shows)", valueName: "mode"))
    var stuck: GrowthMode?

    /// The minimum number of soak cycles for a trend: six after the warm-up, which is at least a fifth of the soak.
    private var minimumSoak: Int { max(warmup + 6, 7) }

    /// Refuses a soak too short for a trend, if growth fails the run.
    ///
    /// - Parameters:
    ///   - soak: The number of cycles.
    ///   - option: The option with this number.
    func check(soak: Int, option: String) throws {
        guard growth == .report || soak >= minimumSoak else {
            throw ValidationError("--growth fail needs a trend: give \(option) \(minimumSoak) or more")
        }
    }

    /// Refuses the search for stuck tasks without snapshots.
    func check(takesSnapshots: Bool) throws {
        guard stuck == nil || takesSnapshots else {
            throw ValidationError("--stuck needs the heap tier: add --heap")
        }
    }

    func validate() throws { try checkCycles(warmup, "--warmup") }
}

/// The options that judge what resets leave.
struct JudgingOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: .init("Time that released objects have to go away. (default: 2s)", valueName: "time"),
        transform: Duration.init(option:))
    var settle = Duration.seconds(2)

    @Option(help: .init("Search for leaks of registered components: auto, require or off.", valueName: "mode"))
    var leaks = LeakMode.auto

    @Option(help: .init("Effect of a difference between reset and launch: fail, report or off.", valueName: "mode"))
    var fidelity = FidelityMode.fail

    @Option(
        name: .customLong("expect"), parsing: .singleValue,
        help: .init(
            "An accepted difference and its reason: 'threads:worker-*=the pool grows'; repeat for more.",
            valueName: "check[:subject]=reason"),
        transform: ExpectedDifference.init(parsing:))
    var expected: [ExpectedDifference] = []
}

func checkCycles(_ count: Int, _ option: String) throws {
    guard count >= 0 else { throw ValidationError("\(option) is \(count): it must be 0 or more") }
    guard count <= 1_000_000 else { throw ValidationError("\(option) is \(count): the maximum is a million") }
}

extension LeakMode: ExpressibleByArgument {}
extension FailurePolicy: ExpressibleByArgument {}
extension FidelityMode: ExpressibleByArgument {}
extension GrowthMode: ExpressibleByArgument {}
