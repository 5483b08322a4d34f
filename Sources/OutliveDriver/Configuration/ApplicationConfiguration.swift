internal import FoundationEssentials
public import OutliveModel

/// How an application is launched, known to be ready, reset, used and stopped.
public struct ApplicationConfiguration: Sendable {
    /// The command that launches the application.
    public var launch: Template<Command>
    /// How ready is told.
    public var ready: Template<ReadyCheck>
    /// How a reset is triggered; nil for an application that is only used, never reset.
    public var reset: Template<ResetTrigger>?
    /// How a reset is acknowledged; nil where there is none.
    public var done: Template<DoneSignal>?
    /// The work before every sample.
    public var work: Template<Action>?
    /// What must print the same after a reset as after a launch.
    public var probe: Template<Action>?
    /// How the application is stopped.
    public var stop: StopPolicy
    /// The time limit of every single wait.
    public var timeout: Duration
    /// The deadline of settling, which the application is told.
    public var settle: Duration
    /// Whether the application's registry is left on.
    public var leaks: LeakMode
    /// How the heap tier is brought into the application; nil for not at all.
    public var heap: HeapSettings?
    /// The folder that `{here}` stands for.
    public var here: String

    /// Makes a configuration, and finds out how a reset is acknowledged where that is not said.
    ///
    /// - Parameter done: nil for the usual acknowledgement of the trigger, see `DoneSignal.usual(ready:reset:)`.
    /// - Throws: `UsageError` when the parts do not go together.
    public init(
        launch: Template<Command>, ready: Template<ReadyCheck>, reset: Template<ResetTrigger>?,
        done: Template<DoneSignal>? = nil, work: Template<Action>? = nil, probe: Template<Action>? = nil,
        stop: StopPolicy = StopPolicy(), timeout: Duration = .seconds(30), settle: Duration = .seconds(2),
        leaks: LeakMode = .auto, heap: HeapSettings? = nil, here: String = "/"
    ) throws(UsageError) {
        self.launch = launch
        self.ready = ready
        self.reset = reset
        if done == nil, let reset {
            self.done = try DoneSignal.usual(ready: ready.sample, reset: reset.sample)
        } else {
            self.done = done
        }
        self.work = work
        self.probe = probe
        self.stop = stop
        self.timeout = timeout
        self.settle = settle
        self.leaks = leaks
        self.heap = heap
        self.here = here
        try checkCombination()
    }

    /// Makes a configuration from the texts of the options of `outlive bench`.
    ///
    ///     try ApplicationConfiguration(launch: "app serve --port {port}", ready: "notify", reset: "http")
    ///
    /// - Parameters:
    ///   - launch: the command, split like shell words; see `BuiltProduct` for a program of the same package.
    ///   - ready: `notify`, `http:URL`, `tcp:HOST:PORT`, `unix:PATH`, `line:REGEX` or `exit`.
    ///   - reset: `http`, `signal:NAME`, `exec:CMD` or `http:[METHOD ]URL`.
    ///   - done: `notify`, `line:REGEX`, `http:URL` or `exit`; nil for what follows from the reset.
    ///   - here: the folder that `{here}` stands for; nil for the current one.
    /// - Throws: `UsageError` when one cannot be read, or they do not go together.
    public init(
        launch: String, ready: String, reset: String, done: String? = nil, stop: StopPolicy = StopPolicy(),
        timeout: Duration = .seconds(30), settle: Duration = .seconds(2), leaks: LeakMode = .auto, here: String? = nil
    ) throws(UsageError) {
        var acknowledgement: Template<DoneSignal>?
        if let done { acknowledgement = try Template(done) }
        try self.init(
            launch: Template(launch), ready: Template(ready), reset: Template(reset), done: acknowledgement, stop: stop,
            timeout: timeout, settle: settle, leaks: leaks,
            here: here ?? FileManager.default.currentDirectoryPath)
    }

    /// Whether the launch command holds a placeholder by which two instances are kept apart.
    public var isolatesInstances: Bool { Placeholders.isolate(in: launch.text) }

    private func checkCombination() throws(UsageError) {
        guard timeout >= .milliseconds(1) else {
            throw UsageError("--timeout is too short for anything to answer: give it 1ms or more, such as 30s")
        }
        guard let reset, let done else {
            guard done == nil else { throw UsageError("there is no reset that --done could acknowledge: add --reset") }
            return
        }
        if case .signal = reset.sample, ready.sample == .exit {
            throw UsageError(
                "a program that is ready when it has ended cannot be sent '\(reset)': reset it with exec: or http:")
        }
        if reset.sample == .announced, ready.sample == .exit {
            throw UsageError(
                "a program that is ready when it has ended listens to no 'http': reset it with exec: or http:URL")
        }
        switch (done.sample, reset.sample) {
        case (.exit, .exec), (.response, .http), (.response, .announced): break
        case (.exit, _):
            throw UsageError(
                "'exit' acknowledges a reset by exec: only, not '\(reset)': use notify, line:REGEX or http:URL")
        case (.response, _):
            throw UsageError("'response' acknowledges a reset by http only, not '\(reset)'")
        default: break
        }
    }
}
