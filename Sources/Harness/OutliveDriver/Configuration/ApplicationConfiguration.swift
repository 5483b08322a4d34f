internal import FoundationEssentials
internal import OutliveInspect
public import OutliveModel

/// The settings to launch, reset, use and stop an application, and to detect that it is ready.
public struct ApplicationConfiguration: Sendable {
    package var launch: Template<Command>
    package var ready: Template<ReadyCheck>
    /// The trigger of a reset, or `nil` for an application that is not reset.
    package var reset: Template<ResetTrigger>?
    /// The acknowledgement of a reset, or `nil` if there is no reset.
    package var done: Template<DoneSignal>?
    /// The arms that were named, or none for a relaunch and `reset`.
    package internal(set) var arms: [ArmOption] = []
    package var work: Template<Action>?
    /// The number of times that a use of the application performs the work, from 1.
    package var workRepeat = 1
    /// The command or request whose output must be the same after a reset as after a launch.
    /// The requests that are made in place of the work, or `nil` for none.
    package var routes: RoutePlan?
    package var probe: Template<Action>?
    package var stop: StopPolicy
    /// The timeout of every single wait.
    package var timeout: Duration
    /// The settle deadline, which is passed to the application.
    package var settle: Duration
    package var leaks: LeakMode
    /// The changes of globals and statics by resets that tests accept.
    package private(set) var expected: [ExpectedDifference] = []
    /// The settings of the heap tier, or `nil` to leave it out.
    package var heap: HeapSettings?
    /// `true` to take snapshots of the heap from outside, with nothing loaded into the application.
    package var inspectsFromOutside = false
    /// The longest time for which an inspection from outside stops the application.
    package var longestPause = InspectionLimits.usualPause
    /// The path of the executable `outlive` where the application has to permit its inspection, or `nil`.
    package var inspectableLauncher: String?
    /// The folder substituted for `{here}`.
    package var here: String
    /// The path substituted for `{build}`, or `nil` if builds are not compared.
    package internal(set) var build: String?
    /// The number of the first instance, as in `{instance}`.
    package internal(set) var firstInstance = 0

    package init(
        launch: Template<Command>, ready: Template<ReadyCheck>, reset: Template<ResetTrigger>?,
        done: Template<DoneSignal>? = nil, work: Template<Action>? = nil, probe: Template<Action>? = nil,
        stop: StopPolicy = StopPolicy(), timeout: Duration = .seconds(30), settle: Duration = .seconds(2),
        leaks: LeakMode = .auto, here: String = "/", build: String? = nil
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
        self.here = here
        self.build = build
        try checkBuild()
        try checkPort()
        try checkCombination()
    }

    /// Creates a configuration from options in the syntax of `outlive bench`.
    ///
    ///     try ApplicationConfiguration(launch: "app serve --port {port}", ready: "notify", reset: "http")
    ///
    /// - Parameters:
    ///   - launch: the command, split like shell words; see `BuiltProduct` for a program of the same package.
    ///   - ready: `notify`, `http:URL`, `tcp:HOST:PORT`, `unix:PATH`, `line:REGEX` or `exit`.
    ///   - reset: `http`, `signal:NAME`, `exec:CMD` or `http:[METHOD ]URL`.
    ///   - done: `notify`, `line:REGEX`, `http:URL` or `exit`, or `nil` for the usual one of the reset.
    ///   - here: the folder substituted for `{here}`, or `nil` for the current directory.
    ///   - expect: the globals and statics that a reset may leave changed, as `state:Cache.shared.*=REASON`.
    /// - Throws: `UsageError` if an option cannot be parsed, or the options contradict each other.
    public init(
        launch: String, ready: String, reset: String, done: String? = nil, stop: StopPolicy = StopPolicy(),
        timeout: Duration = .seconds(30), settle: Duration = .seconds(2), leaks: LeakMode = .auto, here: String? = nil,
        expect: [String] = []
    ) throws(UsageError) {
        var acknowledgement: Template<DoneSignal>?
        if let done { acknowledgement = try Template(done) }
        try self.init(
            launch: Template(launch), ready: Template(ready), reset: Template(reset), done: acknowledgement, stop: stop,
            timeout: timeout, settle: settle, leaks: leaks,
            here: here ?? FileManager.default.currentDirectoryPath)
        for text in expect {
            let difference = try ExpectedDifference(parsing: text)
            guard difference.check == .state else {
                throw UsageError("'\(text)' is not checked in tests: accept globals and statics by state:NAME=REASON")
            }
            expected.append(difference)
        }
    }

    /// The work as a plan records it: `http://127.0.0.1:{port}/notes, 20 times`, or `nil` if there is none.
    package var plannedWork: String? {
        work.map { workRepeat == 1 ? $0.text : "\($0.text), \(workRepeat) times" } ?? routes?.description
    }

    /// `true` if the launch command has a placeholder that separates two instances.
    package var isolatesInstances: Bool {
        [Placeholders.portName, Placeholders.directoryName, "{instance}"].contains { launch.text.contains($0) }
    }

    /// The path of the launched executable, or `nil` if there is none or its name depends on the start.
    package var executable: String? { launched.executable }

    /// The file name of the program, without what the start decides.
    package var program: String { launched.startedName }

    private var launched: Command {
        launch.filled(Placeholders(port: 1, directory: "{dir}", instance: 0, here: here, build: build))
    }

    /// Throws if an option uses a `{port}` that the application does not get, so that nothing would answer there.
    private func checkPort() throws(UsageError) {
        guard !launch.text.contains(Placeholders.portName) else { return }
        let users = [
            ("--ready", ready.text), ("--reset", reset?.text), ("--done", done?.text), ("--work", work?.text),
            ("--probe", probe?.text),
        ]
        guard let user = users.first(where: { $0.1?.contains(Placeholders.portName) == true })?.0 else { return }
        throw UsageError(
            "\(user) uses {port}, and --launch does not pass it on: write '\(launch) --port {port}' or "
                + "'env PORT={port} \(launch)', as the program takes it, or its own port in place of {port}")
    }

    /// Throws if options contradict each other.
    func checkCombination() throws(UsageError) {
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
                "a program that is ready when it has ended does not listen for 'http': reset it with exec: or http:URL")
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
