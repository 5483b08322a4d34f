internal import ArgumentParser
internal import OutliveDriver
internal import OutliveModel

/// The `outlive bench` command, which compares relaunch with reset and finds objects that outlive a reset.
struct BenchCommand: AsyncParsableCommand {
    static let name = "bench"

    static let configuration = CommandConfiguration(
        commandName: name,
        abstract: "Compares relaunching an application with resetting it in place, and finds what outlives a reset.",
        discussion: """
            {port} (a free port), {dir} (a private folder, empty at every launch), {instance}, {reset} (the number \
            of resets requested of the process so far, including this one) and {here} (the folder of the --config \
            file) are replaced in every command and URL. \
            With one of the first three in --launch, two instances run side by side; otherwise one runs at a time. \
            Commands are split into words as in a shell, but run without a shell.
            """)

    @Option(
        help: ArgumentHelp(
            "A YAML file with any of these options, 'name: value'; the command line takes precedence.",
            valueName: "file"))
    var config: String?

    @OptionGroup var options: BenchOptions

    private var measuring: MeasuringOptions { options.measuring }
    private var judging: JudgingOptions { options.judging }

    func validate() throws {
        let configuration = try configuration()
        try judging.check(soak: measuring.soak, option: "--soak")
        // With two instances, the pairs and the soak form one series. Otherwise each relaunch begins another.
        let paired = measuring.pairs > 0 && configuration.isolatesInstances ? judging.warmup + measuring.pairs : 0
        try options.heap.check(cycles: paired + measuring.soak, warmup: judging.warmup) { "--soak \($0 - paired)" }
    }

    func run() async throws {
        let configuration = try configuration()
        let known = try options.known.judge()
        let writer = ReportWriter(requests: options.output.requests, showsKnown: options.heap.showKnown)
        try await MeasuredRun(configuration: configuration, plan: plan(configuration), writer: writer)
            .run(heap: options.heap, known: known)
    }

    private func configuration() throws -> ApplicationConfiguration {
        try readable {
            try options.application.configuration(
                needsReset: true, leaks: judging.leaks, settle: judging.settle, here: ConfigFile.folder(of: config))
        }
    }

    private func plan(_ configuration: ApplicationConfiguration) -> Plan {
        Plan(
            configuration, judging, pairs: measuring.pairs, soak: measuring.soak,
            minimumSpeedup: measuring.minimumSpeedup,
            seed: measuring.seed ?? UInt64.random(in: 0...UInt64(UInt32.max)))
    }
}

extension Plan {
    /// Creates the plan from the options of a command.
    init(
        _ configuration: ApplicationConfiguration, _ judging: JudgingOptions, pairs: Int, soak: Int,
        minimumSpeedup: Double? = nil, seed: UInt64
    ) {
        self.init(
            launch: configuration.launch.text, ready: configuration.ready.text, reset: configuration.reset?.text,
            done: configuration.done?.text, work: configuration.work?.text, probe: configuration.probe?.text,
            pairs: pairs, warmup: judging.warmup, soak: soak, timeoutSeconds: configuration.timeout / .seconds(1),
            failOn: judging.failOn, fidelity: configuration.reset == nil ? .off : judging.fidelity,
            expected: judging.expected, growth: judging.growth, minimumSpeedup: minimumSpeedup, seed: seed)
    }
}
