internal import ArgumentParser
internal import OutliveDriver
internal import OutliveModel

struct ApplicationOptions: ParsableArguments {
    @Option(help: .init("The command that launches the application.", valueName: "cmd"), transform: Template.init)
    var launch: Template<Command>?

    @Option(
        help: .init(
            "Readiness check: notify, http:URL, tcp:HOST:PORT, unix:PATH, line:REGEX or exit.",
            valueName: "check"),
        transform: Template.init)
    var ready: Template<ReadyCheck>?

    @Option(
        help: .init(
            "Reset trigger: http (the URL that the application announces), signal:NAME, exec:CMD or "
                + "http:[METHOD ]URL.", valueName: "trigger"),
        transform: Template.init)
    var reset: Template<ResetTrigger>?

    @Option(
        help: .init(
            "Acknowledgement of a reset: notify, line:REGEX, http:URL or exit. (default: depends on --reset)",
            valueName: "signal"),
        transform: Template.init)
    var done: Template<DoneSignal>?

    @Option(
        help: .init(
            "Command that exercises the application before each measurement, untimed: exec:CMD or http:URL.",
            valueName: "action"),
        transform: Template.init)
    var work: Template<Action>?

    @Option(
        parsing: .unconditional,
        help: .init(
            "Number of times that each cycle performs --work; a bounded cache fills sooner. (default: 1)",
            valueName: "n"))
    var workRepeat: Int?

    @Option(
        help: .init(
            "Probe, which must print the same after a reset as after a launch: exec:CMD or http:URL.",
            valueName: "action"),
        transform: Template.init)
    var probe: Template<Action>?

    @Option(
        help: .init(
            "Signal that stops the application, and grace period. (default: TERM,5s)", valueName: "signal[,grace]"),
        transform: StopPolicy.init(parsing:))
    var stop = StopPolicy()

    @Option(
        parsing: .unconditional,
        help: .init("Timeout of each wait. (default: 30s)", valueName: "time"),
        transform: Duration.init(option:))
    var timeout = Duration.seconds(30)

    /// Returns the configuration of the application.
    ///
    /// - Parameters:
    ///   - needsReset: `true` if a reset is required.
    ///   - arms: The arms in place of a relaunch and `--reset`, or none.
    ///   - here: The folder for `{here}`.
    ///   - build: The path for `{build}`, or `nil` if builds are not compared.
    /// - Throws: `UsageError` if an option is missing, or options contradict each other.
    func configuration(
        needsReset: Bool, arms: [ArmOption] = [], leaks: LeakMode, settle: Duration, here: String,
        build: String? = nil
    ) throws(UsageError) -> ApplicationConfiguration {
        for (option, isGiven) in [("--reset", reset != nil), ("--done", done != nil)] where isGiven && !arms.isEmpty {
            throw UsageError(
                "\(option) compares one reset with a relaunch, and --arm names all arms: remove one of them")
        }
        if let workRepeat {
            guard (1...1_000_000).contains(workRepeat) else {
                throw UsageError("--work-repeat is \(workRepeat): give 1 to 1000000")
            }
            guard work != nil else {
                throw UsageError("--work-repeat repeats --work, and there is none: add --work, or remove it")
            }
        }
        let lacksReset = reset == nil && arms.isEmpty && needsReset
        guard let launch, let ready, !lacksReset else {
            let missing = [("--launch", launch == nil), ("--ready", ready == nil), ("--reset", lacksReset)]
                .filter(\.1).map(\.0)
            throw UsageError(
                "missing: \(missing.joined(separator: ", ")); add on the command line or in a --config FILE")
        }
        var configuration = try ApplicationConfiguration(
            launch: launch, ready: ready, reset: reset, done: done, work: work, probe: probe, stop: stop,
            timeout: timeout, settle: settle, leaks: leaks, here: here, build: build)
        configuration.workRepeat = workRepeat ?? 1
        if !arms.isEmpty { try configuration.compare(arms) }
        return configuration
    }
}

/// Converts the driver's usage error into one of the parser, for a check of several options.
func readable<Value>(_ read: () throws -> Value) throws -> Value {
    do {
        return try read()
    } catch let error as UsageError {
        throw ValidationError(error.description)
    }
}
