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
            cycle is only the work; then --growth fail judges the memory, descriptors and processes of any program \
            with its descendants, in any language. --build runs two builds and the first one again, and compares them: \
            what the later one adds fails. The placeholders are those of 'outlive bench'. Exit codes: 0 \
            clean, 1 leaks, expired known leaks, state that survived a reset, or what a gate such as --growth fail \
            refuses, 3 the application or the harness failed, or nothing was watched, 64 wrong usage, 130 interrupted.

            With --routes the work is a file of requests. Each cycle requests every route in a block of its own, in \
            random order, and the report names the routes that leave something behind.

            Examples:

              # Find what a service leaks per request
              outlive soak --heap --launch './service --port {port}' \\
                --ready 'tcp:127.0.0.1:{port}' --work 'exec:./use-it {port}'
              # Find which route of a service leaks
              outlive soak --heap --routes requests.txt \\
                --launch './service --port {port}' --ready 'tcp:127.0.0.1:{port}'
              # Fail if the memory of a program in any language grows with its work
              outlive soak --growth fail --cycles 20 --launch './serve.py {port}' \\
                --ready 'tcp:127.0.0.1:{port}' --work 'http://127.0.0.1:{port}/'
              # Reset an application 100 times by a signal
              outlive soak --cycles 100 --launch ./app --ready notify \\
                --reset signal:RTMIN+1
              # Compare leaks, memory, allocations and speed of two builds
              outlive soak --heap --allocations --build old=./old --build new=./new \\
                --launch '{build}/app --port {port}' \\
                --ready 'tcp:127.0.0.1:{port}' --work 'http://127.0.0.1:{port}/'
            """)

    @OptionGroup var config: ConfigOption
    @OptionGroup(title: "Application") var application: ApplicationOptions

    @Option(parsing: .unconditional, help: .init("Number of cycles in one process.", valueName: "n"))
    var cycles = 10

    @ArgumentParser.Flag(
        help: "End with the exit codes of 'git bisect run': 125 if nothing could be measured, 128 for wrong usage.")
    var forBisect = false

    @OptionGroup(title: "Routes") var routes: RouteOptions
    @OptionGroup(title: "Builds") var builds: BuildOptions
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
        guard cycles > 0 else { throw ValidationError("--cycles is \(cycles): give 1 or more") }
        try checkCycles(cycles, "--cycles")
    }

    func run() async throws {
        var configuration = try checkedConfiguration()
        configuration.heap = try heap.settings()
        configuration.inspectsFromOutside = attach
        configuration.inspectableLauncher = attach ? Command.inspectableLauncher : nil
        let requests = try routes.plan()
        configuration.routes = requests?.routes
        if let pair = try readable(comparedBuilds) {
            try await ComparedBuilds(
                pair: pair, configuration: configuration,
                plan: Plan(configuration, trend, judging, budget: nil, pairs: 0, soak: cycles, seed: 0),
                policy: builds.policy(trend)
            ).measure(files: evidence, known: known.source(), details: detail.read(), reports: output.requests)
        }
        let budget = try budget.request(counts: heap.allocations, program: configuration.program)
        let plan = Plan(configuration, trend, judging, budget: budget?.effect, pairs: 0, soak: cycles, seed: 0)
        try await measure(
            configuration, by: plan, noting: requests?.notes ?? [], files: evidence, known: known.source(),
            budget: budget?.request,
            details: detail.read(), reports: output.requests)
    }

    /// Parses and checks options that another command passes on.
    ///
    /// - Parameter user: What passes them on, for errors.
    /// - Throws: `ValidationError` with the first mistake.
    static func checked(_ options: [String], of user: String) throws -> SoakCommand {
        do {
            let words = try ConfigFile.expand(["soak"] + options, of: [SoakCommand.self])
            let command = try parse(Array(words.dropFirst()))
            _ = try command.checkedConfiguration()
            guard command.builds.builds.isEmpty else {
                throw ValidationError("--build compares two builds, and one is judged here: remove it")
            }
            return command
        } catch {
            throw ValidationError("the options of \(user): \(message(for: error))")
        }
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
        try checkRoutes()
        if application.reset == nil { try checkWorkAlone() }
        try trend.check(soak: cycles, option: "--cycles")
        try trend.check(takesSnapshots: heap.heap || attach)
        try checkAttach()
        try heap.check(cycles: cycles, warmup: trend.warmup, evidence, attaches: attach) {
            "--cycles \($0)"
        }
    }

    private func configuration() throws -> ApplicationConfiguration {
        // Generations end at resets, so the registry has no findings without one.
        let leaks = application.reset == nil && trend.leaks.mode == .auto ? LeakMode.off : trend.leaks.mode
        var configuration = try readable {
            try application.configuration(
                needsReset: false, leaks: leaks, settle: judging.settle, here: config.folder,
                build: comparedBuilds()?.old.path)
        }
        configuration.longestPause = pause.maxPause
        return configuration
    }

    /// Returns the builds to compare, or `nil` without any.
    private func comparedBuilds() throws -> BuildPair? {
        try builds.pair(excluding: [
            ("--for-bisect", forBisect, "judges one revision"),
            ("--stuck fail", trend.stuck == .fail, "judges the tasks of one build"),
            ("--against", detail.against != nil, "compares with an earlier run"),
            ("--budget", budget.isGiven, "judges the allocations of one build"),
            ("--routes", routes.routes != nil, "judges the routes of one build"),
        ])
    }

    private func checkWorkAlone() throws {
        guard application.work != nil || routes.routes != nil else {
            throw ValidationError("there is nothing to do in a cycle: give --reset, --work, both, or --routes")
        }
        guard heap.heap || attach || trend.growth == .fail else {
            throw ValidationError(
                "without --reset, say what to judge: --growth fail for the memory and descriptors of any program, --heap "
                    + "or --attach for the objects of a Swift program, or --reset")
        }
        let resetsOnly = [
            ("--probe", application.probe != nil), ("--expect", !judging.expected.isEmpty),
            ("--leaks require", trend.leaks == .require),
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
            throw ValidationError(
                "only the heap tier shows which route leaks: add --heap, or --attach; judge a program in another language "
                    + "by --work and --growth fail, without --routes")
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
