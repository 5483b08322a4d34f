internal import ArgumentParser
internal import OutliveDriver
public import OutliveModel

/// The options of all judgements of growth.
struct GrowthOptions: ParsableArguments {
    // Unconditional parsing takes a negative number as the value, so that the error names it and not an unknown option.
    @Option(parsing: .unconditional, help: .init("Number of warm-up cycles before measuring.", valueName: "n"))
    var warmup = 2

    @Option(
        help: .init(
            "Effect of leaks. 'off' watches no registered components, and 'require' also fails a run that watches none.",
            valueName: "mode"))
    var leaks = LeakGate.fail

    @Option(
        help: .init(
            "Least verdict that --leaks fail refuses: leak or suspect; never is --leaks report.", valueName: "verdict"))
    var failOn = FailurePolicy.leak

    @Option(help: .init("Effect of growth over the soak.", valueName: "mode"))
    var growth = GateMode.report

    @Option(
        help: .init(
            "Effect of tasks that nothing can resume at the end. (default: report those that a snapshot for another "
                + "purpose shows)", valueName: "mode"))
    var stuck: GateMode?

    /// The least verdict that fails the run.
    var policy: FailurePolicy { leaks == .report ? .never : failOn }

    private var minimumSoak: Int { Plan.leastSoak(warmup: warmup) }

    /// Refuses a soak too short for a trend, if growth fails the run.
    ///
    /// - Parameters:
    ///   - soak: The number of cycles.
    ///   - option: The option with this number.
    func check(soak: Int, option: String) throws {
        guard growth != .fail || soak >= minimumSoak else {
            throw ValidationError("--growth fail needs a trend: give \(option) \(minimumSoak) or more")
        }
    }

    /// Refuses the search for stuck tasks without snapshots.
    func check(takesSnapshots: Bool) throws {
        guard stuck == nil || stuck == .off || takesSnapshots else {
            throw ValidationError("--stuck needs the heap tier: add --heap")
        }
    }

    func validate() throws {
        try checkCycles(warmup, "--warmup")
        guard leaks != .report || failOn != .suspect else {
            throw ValidationError("--leaks report fails no run, and --fail-on suspect would: remove one of them")
        }
    }
}

/// The options that judge what resets leave.
struct JudgingOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: .init("Time that released objects have to go away. (default: 2s)", valueName: "time"),
        transform: Duration.init(option:))
    var settle = Duration.seconds(2)

    @Option(
        help: .init("Effect of a difference between reset and launch, globals and statics included.", valueName: "mode")
    )
    var fidelity = GateMode.fail

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

extension FailurePolicy: ExpressibleByArgument {}
