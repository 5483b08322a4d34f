public import OutliveModel
internal import OutliveSupport

/// An application that is made ready for one test after another, by a reset where possible.
///
///     let app = try AppUnderTest(
///         ApplicationConfiguration(launch: "note-service serve --port {port}", ready: "notify", reset: "http"),
///         settings: NoteSettings.self)
///     try await app.reset(NoteSettings(pageSize: 20), fixture: notes.path)
///     let page = try await fetch("http://127.0.0.1:\(app.port!)/notes")
///     let report = try await app.endGeneration()
///
/// - It launches the application if it is not running, and resets it otherwise. A *planned relaunch* happens when an
///   option changes that a reset cannot change. A *fallback* is a relaunch after a reset that failed, timed out or
///   could not carry the settings: the application died, hangs or reports that it is unusable, or its trigger carries
///   no input.
/// - Calls run one at a time, in order of arrival.
/// - After a cancelled or failed call, the next one relaunches.
/// - Call `stop()` at the end. An application that still runs when the test process exits, is interrupted, traps or is
///   killed is killed as well.
public actor AppUnderTest<Settings: LaunchSettings> {
    /// The known state of the process.
    enum Condition {
        case stopped
        /// A call is in progress or was interrupted.
        case unknown
        /// The process is ready, or has been used since.
        case running(Situation)
    }

    struct Situation {
        var settings: Settings
        /// The encoded settings, and the fixture.
        var input: LaunchInput
        var launched: LaunchInput
        /// `true` if the application is unused since it became ready.
        var isPristine = false
    }

    let launcher: any Launcher
    let instance: Int
    private let launchArguments: [String]
    let policy: FallbackPolicy
    /// The way in which the application becomes ready for the next test.
    package nonisolated let strategy: ResetStrategy
    let warning: @Sendable (String) -> Void
    /// What resets left behind, shared by the instances of a pool.
    package nonisolated let leftovers: Leftovers
    let admission = Admission(count: 1)
    /// The queue of `withApp`; every call also passes `admission`.
    let loans = Admission(count: 1)
    var application: (any Application)?
    var condition = Condition.stopped
    /// `true` if `stop()` ended the application and no launch followed.
    package internal(set) var wasStopped = false
    var lastLog = ""

    /// The unplanned relaunches in order, including failed ones.
    public internal(set) var fallbacks: [Fallback] = []
    /// The number of launches, including fallbacks and planned relaunches.
    public internal(set) var launches = 0
    /// The number of resets in place, by `reset` and by `endGeneration`.
    public internal(set) var resets = 0
    /// The number of relaunches for a changed option, for the strategy, or after an interrupted call.
    public internal(set) var plannedRelaunches = 0
    /// The port substituted for `{port}` at the last launch, or `nil` if no option uses it or nothing runs.
    public internal(set) var port: UInt16?
    /// The directory substituted for `{dir}` at the last launch, or `nil` if nothing runs.
    public internal(set) var directory: String?
    let runningProcess = Lock<Int32?>(nil)
    /// The process of the application since its last launch, or `nil` if nothing runs.
    ///
    /// Safe to read from any thread. For a wrapper such as `sh -c` this is the inner process that is ready. A process
    /// that died keeps its number until the next `reset` detects the death.
    public nonisolated var processID: Int32? { runningProcess.withLock { $0 } }

    /// Creates a driver of an application, which the first `reset` launches.
    ///
    /// - Parameters:
    ///   - configuration: how to launch the application, detect that it is ready, reset it and stop it.
    ///   - settings: the type of the launch arguments and variables.
    ///   - policy: how to treat a fallback.
    ///   - strategy: pass `.relaunch` to compare with relaunches.
    ///   - warning: receives one line for each fallback under `FallbackPolicy.warn`, on any thread.
    /// - Throws: `HarnessFailure` if a private directory cannot be created.
    public init(
        _ configuration: ApplicationConfiguration, settings: Settings.Type, policy: FallbackPolicy = .warn,
        strategy: ResetStrategy = .inPlace,
        warning: @escaping @Sendable (String) -> Void = { FallbackPolicy.printWarning($0) }
    ) throws {
        self.init(
            try ProcessLauncher(configuration, removingAtExit: true),
            launchArguments: configuration.launch.sample.arguments, policy: policy, strategy: strategy,
            leftovers: Leftovers(expected: configuration.expected), warning: warning)
    }

    init(
        _ launcher: any Launcher, instance: Int = 0, launchArguments: [String] = [],
        policy: FallbackPolicy = .warn, strategy: ResetStrategy = .inPlace, leftovers: Leftovers = Leftovers(),
        warning: @escaping @Sendable (String) -> Void = { FallbackPolicy.printWarning($0) }
    ) {
        self.launcher = launcher
        self.instance = instance
        self.launchArguments = launchArguments
        self.policy = policy
        self.strategy = strategy
        self.leftovers = leftovers
        self.warning = warning
    }

    /// The last output of the application since its launch, at most 64 KiB; kept after a stop.
    public var log: String { get async { await application?.traces?.log ?? lastLog } }

    /// Makes the application ready for a test, as if it had just been launched with these settings.
    ///
    /// - Parameters:
    ///   - settings: the launch arguments and variables.
    ///   - fixture: the absolute path of the file or folder that the application works on, or `nil` for none.
    /// - Returns: the way in which the application became ready.
    /// - Throws: `HarnessFailure` if the application cannot be launched or announces no URL for `reset: "http"`; if the
    ///   launch command contains a setting; if the fixture path is relative; or for a fallback under
    ///   `FallbackPolicy.fail`. Also throws `CancellationError` and the error of `settings.input()`.
    @discardableResult
    public func reset(_ settings: Settings = Settings(), fixture: String? = nil) async throws -> AppReady {
        var input = try settings.input()
        input.fixture = fixture
        try check(fixture)
        try checkLaunchCommand()
        try await admission.enter()
        defer { admission.leave() }
        return try await prepare(settings, input)
    }

    /// Ends the generation that the last reset began, and reports its survivors.
    ///
    /// This resets the application with its current settings and fixture, and waits until it has settled. Without a
    /// fixture, a following `reset` with the same settings has nothing to do. Use of the application between the two
    /// calls goes unnoticed: request the report after the last use.
    ///
    /// - Returns: the survivors, or `nil` if the application was relaunched by a fallback or by its strategy.
    /// - Throws: `HarnessFailure` if the application is not running, not watched or does not report, and for a fallback
    ///   under `FallbackPolicy.fail`; `CancellationError`.
    public func endGeneration() async throws -> GenerationReport? {
        try await admission.enter()
        defer { admission.leave() }
        let (application, situation) = try current
        guard strategy == .inPlace else { return nil }
        guard await application.hello?.registryEnabled == true else {
            throw Failure(
                .notWatched,
                "the application is not watched, so no leak would be found: link Outlive, start it with a ResetHost, "
                    + "and leave leaks on; was it built with the trait LiveReset?")
        }
        let ready = try await reset(application, situation, situation.settings, situation.input, pristine: true)
        return ready.way == .reset ? try await application.settled() : nil
    }

    package func heapSnapshot() async throws -> HeapFile? {
        try await admission.enter()
        defer { admission.leave() }
        return try await application?.heapSnapshot()
    }

    /// Stops the application and all processes it started; the next `reset` launches it again.
    ///
    /// - Throws: `HarnessFailure` if it survives even SIGKILL.
    public func stop() async throws {
        // A new task, so that a cancelled one still cleans up.
        try await Task {
            try await admission.enter()
            defer { admission.leave() }
            try await end()
            wasStopped = true
        }.value
    }

    /// `true` if the application is alive and ready, or stopped.
    var isUsable: Bool {
        get async {
            switch condition {
            case .stopped: true
            case .unknown: false
            case .running: await application?.death() == nil
            }
        }
    }

    /// Returns the reason why the application ended by itself since it became ready, or `nil` if it runs or was
    /// stopped.
    package func deathInUse() async -> Failure? {
        guard case .running = condition, let application, let id = processID, !ProcessEntry.isRunning(id) else {
            return nil
        }
        // The kernel reports an exit slightly before the driver observes it.
        let polled = try? await poll(within: .seconds(1), pauses: .doubling, clock: SuspendingClock()) {
            await application.death()
        }
        return polled?.answer ?? Failure(.died, "process \(id) has ended: check its output")
    }

    nonisolated var waiting: Int { admission.waiting }

    /// Stops the remains of an interrupted call.
    func recover() async throws {
        try await admission.enter()
        defer { admission.leave() }
        if case .unknown = condition { try await end() }
    }

    private func check(_ fixture: String?) throws {
        guard let fixture, !fixture.hasPrefix("/") else { return }
        throw Failure(
            .harness,
            "the fixture '\(fixture)' is not an absolute path, and the application may have another current "
                + "directory: start it with /")
    }

    /// Throws if the launch command sets an option of the settings, because a test's value would come in addition.
    private func checkLaunchCommand() throws {
        let names = Settings.CodingKeys.allCases.map(\.rawValue).filter { $0.hasPrefix("-") }
        guard
            let name = names.first(where: { name in
                launchArguments.contains { $0 == name || $0.hasPrefix(name + "=") }
            })
        else { return }
        throw Failure(
            .harness,
            "the launch command contains \(name), which is one of the settings: remove it, and pass its value to reset; "
                + "if a reset cannot change it, as a port, leave it out of the settings and read them with others: .ignored"
        )
    }
}
