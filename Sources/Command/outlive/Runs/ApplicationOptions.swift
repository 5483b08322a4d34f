internal import ArgumentParser
internal import OutliveDriver
internal import OutliveModel

/// The options that describe how to drive the application.
struct ApplicationOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The command that launches the application.", valueName: "cmd"), transform: template)
    var launch: Template<Command>?

    @Option(
        help: ArgumentHelp(
            "Readiness check: notify, http:URL, tcp:HOST:PORT, unix:PATH, line:REGEX or exit.",
            valueName: "check"),
        transform: template)
    var ready: Template<ReadyCheck>?

    @Option(
        help: ArgumentHelp(
            "Reset trigger: http (the URL that the application announces), signal:NAME, exec:CMD or "
                + "http:[METHOD ]URL.", valueName: "trigger"),
        transform: template)
    var reset: Template<ResetTrigger>?

    @Option(
        help: ArgumentHelp(
            "Acknowledgement of a reset: notify, line:REGEX, http:URL or exit. (default: depends on --reset)",
            valueName: "signal"),
        transform: template)
    var done: Template<DoneSignal>?

    @Option(
        help: ArgumentHelp(
            "Command that exercises the application before each measurement, untimed: exec:CMD or http:URL.",
            valueName: "action"),
        transform: template)
    var work: Template<Action>?

    @Option(
        help: ArgumentHelp(
            "Probe, which must print the same after a reset as after a launch: exec:CMD or http:URL.",
            valueName: "action"),
        transform: template)
    var probe: Template<Action>?

    @Option(
        help: ArgumentHelp(
            "Signal that stops the application, and grace period. (default: TERM,5s)", valueName: "signal[,grace]"),
        transform: { text in try readable { try StopPolicy(parsing: text) } })
    var stop = StopPolicy()

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Timeout of each wait. (default: 30s)", valueName: "time"),
        transform: duration)
    var timeout = Duration.seconds(30)

    /// Returns the configuration of the application.
    ///
    /// - Parameters:
    ///   - needsReset: `true` if a reset is required.
    ///   - here: The folder for `{here}`.
    /// - Throws: `UsageError` if an option is missing, or options contradict each other.
    func configuration(
        needsReset: Bool, leaks: LeakMode, settle: Duration, here: String
    ) throws(UsageError) -> ApplicationConfiguration {
        guard let launch, let ready, reset != nil || !needsReset else {
            let lacksReset = reset == nil && needsReset
            let missing = [("--launch", launch == nil), ("--ready", ready == nil), ("--reset", lacksReset)]
                .filter(\.1).map(\.0)
            throw UsageError(
                "missing: \(missing.joined(separator: ", ")); add on the command line or in a --config FILE")
        }
        return try ApplicationConfiguration(
            launch: launch, ready: ready, reset: reset, done: done, work: work, probe: probe, stop: stop,
            timeout: timeout, settle: settle, leaks: leaks, here: here)
    }
}

private func template<Value>(_ text: String) throws -> Template<Value> {
    try readable { try Template(text) }
}

/// Reads a duration with its unit, such as `2s`.
func duration(_ text: String) throws -> Duration { try readable { try Duration(option: text) } }

/// Converts the driver's usage error into one of the parser, which adds the name of the option.
func readable<Value>(_ read: () throws -> Value) throws -> Value {
    do {
        return try read()
    } catch let error as UsageError {
        throw ValidationError(error.description)
    }
}
