internal import ArgumentParser
internal import OutliveDriver
internal import OutliveModel
internal import OutliveReport

struct BenchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench",
        abstract: "Compares relaunching an application with resetting it in place, and finds what outlives a reset.",
        discussion: """
            {port} (a free port), {dir} (a private folder, empty at every launch), {instance}, {reset} (the number \
            of resets requested of the process so far, including this one), {here} (the folder of the --config \
            file) and {build} (the path of a --build) are replaced in every command and URL. \
            With one of the first three in --launch, two instances run side by side; otherwise one runs at a time. \
            Commands are split into words as in a shell, but run without a shell. \
            --arm compares any number of ways to start fresh instead of a relaunch and one --reset: each block holds a \
            sample of every arm in random order, and the intervals of all pairs of arms hold together at 95 %. The \
            first relaunch is the reference for times and state; the soak is of the first arm that resets in place. \
            --build runs two builds and the first one again, in blocks that alternate, and compares them: their starts, \
            and with --reset their resets and soaks. \
            `outlive bench NAME`, with the name before all options, uses the options file of an installed recipe: \
            nginx, postgres or redis. Exit codes: 0 clean, 1 leaks, expired known leaks, state that \
            survived a reset, or what a gate such as --growth fail refuses, 2 slower than --min-speedup, 3 the \
            application or the harness failed, or nothing was watched, 64 wrong usage, 130 interrupted.

            Examples:

              # Compare a relaunch with a reset by a signal, and fail on leaks
              outlive bench --launch ./app --ready notify --reset signal:RTMIN+1
              # The same for an installed redis-server
              outlive bench redis
              # Compare three ways to a fresh start, in a file of options
              outlive bench --config bench.yml --report html=bench.html
              # The same on the command line
              outlive bench --launch './app --port {port}' --ready notify \\
                --arm a=relaunch --arm b=http --arm c=spare
              # Compare how fast two builds start
              outlive bench --build old=./old --build new=./new \\
                --launch '{build}/app --port {port}' --ready notify
            """)

    @OptionGroup var config: ConfigOption
    @OptionGroup(title: "Application") var application: ApplicationOptions
    @OptionGroup(title: "Arms") var arms: ArmOptions
    @OptionGroup(title: "Builds") var builds: BuildOptions
    @OptionGroup(title: "Measuring") var measuring: MeasuringOptions
    @OptionGroup(title: "Judging") var trend: GrowthOptions
    @OptionGroup(title: "Judging") var judging: JudgingOptions
    @OptionGroup(title: "Heap") var heap: HeapOptions
    @OptionGroup(title: "Heap") var evidence: EvidenceOptions
    @OptionGroup(title: "Known leaks") var known: KnownOptions
    @OptionGroup(title: "Budget") var budget: BudgetOptions
    @OptionGroup var detail: DetailOptions
    @OptionGroup var output: ReportOptions<ReportFormat>

    func run() async throws {
        let pair = try readable { try comparedBuilds() }
        var configuration = try readable {
            try application.configuration(
                needsReset: pair == nil, arms: arms.arms(measuring.gates), leaks: trend.leaks.mode,
                settle: judging.settle, here: config.folder, build: pair?.old.path)
        }
        try check(configuration)
        configuration.heap = try heap.settings()
        if configuration.restoresCheckpoint { try await Checkpoint.checkSupport() }
        // Only what is reset in place has generations to follow.
        let soak = configuration.reset == nil ? 0 : measuring.soak
        let budget = try budget.request(counts: heap.allocations, program: configuration.program)
        var plan = Plan(
            configuration, trend, judging, budget: budget?.effect, pairs: measuring.pairs, soak: soak,
            minimumSpeedup: measuring.gates.last { $0.arm == nil }?.minimum,
            seed: measuring.seed ?? UInt64.random(in: 0...UInt64(UInt32.max)))
        if let pair {
            if configuration.reset == nil { plan.measureLaunchesAlone() }
            try await ComparedBuilds(
                pair: pair, configuration: configuration, plan: plan, policy: builds.policy(trend)
            ).measure(files: evidence, known: known.source(), details: detail.read(), reports: output.requests)
        }
        try await measure(
            configuration, by: plan, files: evidence, known: known.source(), budget: budget?.request,
            details: detail.read(), reports: output.requests)
    }

    /// Returns the builds to compare, or `nil` without any.
    private func comparedBuilds() throws -> BuildPair? {
        try builds.pair(excluding: [
            ("--arm", !arms.arms.isEmpty, "compares ways to start fresh"),
            ("--min-speedup", !measuring.gates.isEmpty, "compares a relaunch with a reset"),
            ("--stuck fail", trend.stuck == .fail, "judges the tasks of one build"),
            ("--against", detail.against != nil, "compares with an earlier run"),
            ("--budget", budget.isGiven, "judges the allocations of one build"),
        ])
    }

    /// Refuses options that contradict each other.
    private func check(_ configuration: ApplicationConfiguration) throws {
        try trend.check(soak: measuring.soak, option: "--soak")
        try trend.check(takesSnapshots: heap.heap)
        // With two instances, the pairs and the soak form one series. Otherwise each relaunch begins another.
        let paired = measuring.pairs > 0 && configuration.isolatesInstances ? trend.warmup + measuring.pairs : 0
        let comparesArms = !configuration.arms.isEmpty || configuration.reset == nil
        if comparesArms, measuring.pairs == 0 {
            throw ValidationError("--pairs is 0, so no arms would be compared: give 1 or more, or --reset for a soak")
        }
        if trend.growth == .fail, comparesArms, configuration.reset == nil {
            throw ValidationError("--growth fail needs an arm that resets in place: a launch has nothing that grew")
        }
        try heap.check(cycles: paired + measuring.soak, warmup: trend.warmup, evidence) { "--soak \($0 - paired)" }
    }
}

extension Plan {
    /// Leaves a relaunch as the only arm, for builds that are not reset.
    mutating func measureLaunchesAlone() {
        arms = [PlannedArm(name: .launch, trigger: PlannedArm.relaunchTrigger)]
    }

    init(
        _ configuration: ApplicationConfiguration, _ trend: GrowthOptions, _ judging: JudgingOptions,
        budget: GateMode?, pairs: Int, soak: Int, minimumSpeedup: Double? = nil, seed: UInt64
    ) {
        // Without a reset in place, the first arm that is no relaunch stands for it.
        let arms = configuration.arms.map(\.planned)
        let reset = configuration.reset?.text ?? arms.first { $0.kind != .relaunch }?.trigger
        self.init(
            launch: configuration.launch.text, program: configuration.program, ready: configuration.ready.text,
            reset: reset, done: configuration.done?.text, arms: arms.isEmpty ? nil : arms,
            work: configuration.plannedWork, probe: configuration.probe?.text, pairs: pairs, warmup: trend.warmup,
            soak: soak, settleSeconds: configuration.settle / .seconds(1),
            timeoutSeconds: configuration.timeout / .seconds(1), leaks: configuration.leaks,
            heapFrames: configuration.inspectsFromOutside ? 0 : configuration.heap?.frames, failOn: trend.policy,
            fidelity: reset == nil ? .off : judging.fidelity,
            expected: judging.expected, growth: trend.growth, stuck: trend.stuck, budget: budget,
            minimumSpeedup: minimumSpeedup, seed: seed)
    }
}

struct MeasuringOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: .init(
            "Number of measured pairs of a relaunch and a reset, or blocks of all arms, which follow --warmup ones.",
            valueName: "n"))
    var pairs = 20

    @Option(parsing: .unconditional, help: .init("Number of consecutive resets in the soak.", valueName: "n"))
    var soak = 50

    @Option(
        name: .customLong("min-speedup"), parsing: .unconditionalSingleValue,
        help: .init(
            "Fail unless the lower bound of the ratio of relaunch to reset is at least this; of one arm with "
                + "NAME=RATIO, repeated for more.", valueName: "[name=]ratio"),
        transform: MeasuringOptions.gate(parsing:))
    var gates: [(arm: Arm?, minimum: Double)] = []

    @Option(
        parsing: .unconditional,
        help: .init("Seed that repeats the order and the estimates of an earlier run.", valueName: "n"))
    var seed: UInt64?

    func validate() throws {
        try checkCycles(pairs, "--pairs")
        try checkCycles(soak, "--soak")
        guard pairs + soak > 0 else { throw ValidationError("--pairs and --soak are 0: nothing would be measured") }
        guard gates.isEmpty || pairs >= 6 else {
            throw ValidationError("--min-speedup needs an interval: give --pairs 6 or more")
        }
    }

    /// Reads a gate for one arm or, without a name, for all but the reference: `RATIO` or `NAME=RATIO`.
    ///
    /// - Throws: `UsageError` with a valid form.
    static func gate(parsing option: String) throws -> (arm: Arm?, minimum: Double) {
        let (arm, text): (Arm?, String) =
            option.contains("=") ? try ArmOption.named(option, valueName: "RATIO") : (nil, option)
        guard let minimum = Double(text), minimum.isFinite, minimum > 0 else {
            throw UsageError("--min-speedup is \(text): it must be a number above 0")
        }
        return (arm, minimum)
    }
}
