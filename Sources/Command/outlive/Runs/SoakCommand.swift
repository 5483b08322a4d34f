internal import ArgumentParser
internal import OutliveDriver
internal import OutliveModel
internal import OutliveReport

struct SoakCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "soak",
        abstract: "Runs one process through many cycles, and finds leaks and growth.",
        discussion: """
            A cycle runs --work, --reset or both. Then released objects get time to settle, and the registered \
            components are checked; with --heap every live Swift object is, also of a program that does not use \
            Outlive. --attach checks the same from outside, and loads nothing into the program. Without --reset a \
            cycle is only the work, which needs --heap or --attach. The placeholders are those of 'outlive bench'.

            With --routes the work is a file of requests. Each cycle requests every route in a block of its own, in \
            random order, and the report names the routes that leave something behind.

            Examples:

              # Find what a service leaks per request
              outlive soak --heap --launch './service --port {port}' \\
                --ready 'tcp:127.0.0.1:{port}' --work 'exec:./use-it {port}'
              # Find which route of a service leaks
              outlive soak --heap --routes requests.txt --launch './service --port {port}' \\
                --ready 'tcp:127.0.0.1:{port}'
              # Reset an application 100 times by a signal
              outlive soak --launch ./app --ready notify --reset signal:RTMIN+1 --cycles 100
            """)

    @OptionGroup var config: ConfigOption
    @OptionGroup(title: "Application") var application: ApplicationOptions

    @Option(parsing: .unconditional, help: .init("Number of cycles in one process.", valueName: "n"))
    var cycles = 10

    @OptionGroup(title: "Routes") var routes: RouteOptions
    @OptionGroup(title: "Judging") var trend: GrowthOptions
    @OptionGroup(title: "Judging") var judging: JudgingOptions
    @ArgumentParser.Flag(
        help: "Inspect every live Swift object from outside, and preload nothing; excludes --heap and --frames.")
    var attach = false
    @OptionGroup var pause: PauseOption
    @OptionGroup(title: "Heap") var heap: HeapOptions
    @OptionGroup(title: "Heap") var evidence: EvidenceOptions
    @OptionGroup(title: "Known leaks") var known: KnownOptions
    @OptionGroup(title: "Budget") var budget: BudgetOptions
    @OptionGroup var detail: DetailOptions
    @OptionGroup var output: ReportOptions<ReportFormat>

    func validate() throws {
        try checkCycles(cycles, "--cycles")
        guard cycles > 0 else { throw ValidationError("--cycles is 0: give 1 or more") }
    }

    func run() async throws {
        var configuration = try checkedConfiguration()
        configuration.heap = try heap.settings()
        configuration.inspectsFromOutside = attach
        configuration.inspectableLauncher = attach ? Command.inspectableLauncher : nil
        let requests = try routes.plan()
        configuration.routes = requests?.routes
        let budget = try budget.request(counts: heap.allocations, program: configuration.program)
        let plan = Plan(configuration, trend, judging, budget: budget?.effect, pairs: 0, soak: cycles, seed: 0)
        try await measure(
            configuration, by: plan, noting: requests?.notes ?? [], files: evidence, known: known.source(),
            budget: budget?.request,
            details: detail.read(), reports: output.requests)
    }

    /// Returns the configuration of the application.
    ///
    /// - Throws: An error of usage if options are missing or contradict each other.
    func checkedConfiguration() throws -> ApplicationConfiguration {
        let configuration = try configuration()
        try checkOptions()
        return configuration
    }

    /// Refuses options that contradict each other.
    private func checkOptions() throws {
        if application.reset == nil { try checkWorkAlone() }
        try checkRoutes()
        try trend.check(soak: cycles, option: "--cycles")
        try trend.check(takesSnapshots: heap.heap || attach)
        try checkAttach()
        try heap.check(cycles: cycles, warmup: trend.warmup, evidence, attaches: attach) {
            "--cycles \($0)"
        }
    }

    private func configuration() throws -> ApplicationConfiguration {
        // Generations end at resets, so the registry has no findings without one.
        let leaks = application.reset == nil && judging.leaks == .auto ? LeakMode.off : judging.leaks
        var configuration = try readable {
            try application.configuration(needsReset: false, leaks: leaks, settle: judging.settle, here: config.folder)
        }
        configuration.longestPause = pause.maxPause
        return configuration
    }

    private func checkWorkAlone() throws {
        guard application.work != nil || routes.routes != nil else {
            throw ValidationError("there is nothing to do in a cycle: give --reset, --work, both, or --routes")
        }
        guard heap.heap || attach else {
            throw ValidationError("without --reset only the heap tier can find growth: add --heap, --attach or --reset")
        }
        let resetsOnly = [
            ("--probe", application.probe != nil), ("--expect", !judging.expected.isEmpty),
            ("--leaks require", judging.leaks == .require),
        ]
        for (option, isGiven) in resetsOnly where isGiven {
            throw ValidationError("\(option) applies to resets, and there are none: add --reset, or remove it")
        }
    }

    /// Refuses options that contradict a cycle of requests.
    private func checkRoutes() throws {
        guard routes.routes != nil else { return }
        for (option, isGiven) in [("--reset", application.reset != nil), ("--work", application.work != nil)]
        where isGiven {
            throw ValidationError("a cycle of --routes is its requests alone: remove \(option)")
        }
        guard heap.heap || attach else {
            throw ValidationError("only the heap tier shows which route leaks: add --heap, or --attach")
        }
        let ready = application.ready?.text ?? ""
        let hasAddress = ["http", "tcp:", "unix:"].contains { ready.hasPrefix($0) }
        guard hasAddress || application.launch?.text.contains("{port}") != false else {
            throw ValidationError(RoutePlan.unknownAddress)
        }
    }

    /// Refuses options of the preloaded heap tier where nothing is preloaded.
    private func checkAttach() throws {
        guard attach else { return }
        let options = [("--heap", heap.heap), ("--frames", heap.frames != nil), ("--allocations", heap.allocations)]
        for (option, isGiven) in options where isGiven {
            throw ValidationError("--attach preloads nothing, and \(option) is of the preloaded tier: remove one")
        }
    }
}
