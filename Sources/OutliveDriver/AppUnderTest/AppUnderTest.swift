public import OutliveModel

/// An application that gets ready for one test after another, by a reset wherever that can do.
///
///     let app = try AppUnderTest(
///         ApplicationConfiguration(launch: "note-service serve --port {port}", ready: "notify", reset: "http"),
///         settings: NoteSettings.self)
///     try await app.reset(NoteSettings(pageSize: 20), fixture: notes.path)
///     let page = try await fetch("http://127.0.0.1:\(app.port!)/notes")
///     let report = try await app.endGeneration()
///
/// - It launches the application when it is not running, and resets it otherwise. It relaunches it when an option has
///   changed that needs that, which is planned, and when a reset fails, is late or cannot carry the settings, which is
///   a *fallback*: the application is dead or hung, says that it cannot be used, or its trigger carries nothing.
/// - Calls are served one after the other, in the order in which they come.
/// - After a call that was cancelled or failed the next one relaunches.
/// - Call `stop()` in the end. What is still running when the test process exits, or is interrupted, is killed.
///   A test process that traps or is killed leaves its application running: kill that by its port or its name.
public actor AppUnderTest<Settings: LaunchSettings> {
    /// What is known of the process.
    enum Condition {
        /// None is running.
        case stopped
        /// A call is at it, or was broken off.
        case unknown
        /// It is ready, or was used since.
        case running(Situation)
    }

    /// What a running process was asked to be.
    struct Situation {
        var settings: Settings
        /// The settings in other words, and the fixture.
        var input: LaunchInput
        /// What its process was launched with.
        var launched: LaunchInput
        /// Whether nothing has run since it got ready.
        var isPristine = false
    }

    let launcher: any Launcher
    let instance: Int
    /// The arguments of the launch command.
    private let launchArguments: [String]
    let policy: FallbackPolicy
    /// How it gets ready for the next test.
    package nonisolated let strategy: ResetStrategy
    let warning: @Sendable (String) -> Void
    private let admission = Admission(count: 1)
    /// Whoever the application is lent to; each of the calls is let in by itself.
    let loans = Admission(count: 1)
    var application: (any Application)?
    var condition = Condition.stopped
    /// Whether it was stopped by `stop()`, and not launched since.
    package internal(set) var wasStopped = false
    /// What an application that was stopped had printed.
    var lastLog = ""

    var tally = Tally()

    /// The relaunches that nobody planned, in order; also those that failed.
    public var fallbacks: [Fallback] { tally.fallbacks }
    /// How often the application was launched, fallbacks and planned relaunches included.
    public var launches: Int { tally.launches }
    /// How often it was reset in place, by `reset` and by `endGeneration`.
    public var resets: Int { tally.resets }
    /// How often it was relaunched for an option that cannot change otherwise, its strategy, or after an interruption.
    public var plannedRelaunches: Int { tally.plannedRelaunches }
    /// The value of `{port}` since the last launch; nil where no option holds it, and when nothing runs.
    public internal(set) var port: UInt16?
    /// The value of `{dir}` since the last launch; nil when nothing runs.
    public internal(set) var directory: String?
    let runningProcess = Locked<Int32?>(nil)
    /// The process of the application since its last launch; nil when nothing runs.
    ///
    /// Safe to ask from any thread. Of a wrapper such as `sh -c` it is the process within it that said hello. One that
    /// has died keeps its number until the next `reset` finds out.
    public nonisolated var processID: Int32? { runningProcess.withLock { $0 } }

    /// Prepares to drive an application; nothing is launched before the first `reset`.
    ///
    /// - Parameters:
    ///   - configuration: how it is launched, known to be ready, reset and stopped.
    ///   - settings: the type of its launch arguments and variables.
    ///   - policy: what a fallback does.
    ///   - strategy: `.relaunch` to compare with.
    ///   - warning: is given one line for each fallback under `FallbackPolicy.warn`; from any thread.
    /// - Throws: `Failure` when no private directory can be made.
    public init(
        _ configuration: ApplicationConfiguration, settings: Settings.Type, policy: FallbackPolicy = .warn,
        strategy: ResetStrategy = .inPlace,
        warning: @escaping @Sendable (String) -> Void = { FallbackPolicy.printWarning($0) }
    ) throws {
        self.init(
            try ProcessLauncher(configuration, removingAtExit: true),
            launchArguments: configuration.launch.sample.arguments, policy: policy, strategy: strategy,
            warning: warning)
    }

    /// Prepares to drive an instance of what a launcher makes.
    init(
        _ launcher: any Launcher, instance: Int = 0, launchArguments: [String] = [],
        policy: FallbackPolicy = .warn, strategy: ResetStrategy = .inPlace,
        warning: @escaping @Sendable (String) -> Void = { FallbackPolicy.printWarning($0) }
    ) {
        self.launcher = launcher
        self.instance = instance
        self.launchArguments = launchArguments
        self.policy = policy
        self.strategy = strategy
        self.warning = warning
    }

    /// The end of what the application printed since its last launch, at most 64 KiB; also after it was stopped.
    public var log: String {
        get async { await application?.traces?.log ?? lastLog }
    }

    /// Makes the application ready for a test: as if it had just been launched with these settings.
    ///
    /// - Parameters:
    ///   - settings: its launch arguments and variables.
    ///   - fixture: the absolute path of the file or folder that it is to work on; nil for none.
    /// - Returns: how it got ready.
    /// - Throws: `Failure` when it cannot be launched, announces no URL for `reset: "http"`, the launch command holds a
    ///   setting or the fixture's path is relative, or for a fallback where the policy says so; `CancellationError`;
    ///   what `settings.input()` throws.
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

    /// Ends the life that the last reset began, and tells what outlives it.
    ///
    /// The application is reset with the settings and the fixture that it has, and is waited for until it has settled.
    /// A `reset` with the same settings has nothing to do then, where there is no fixture, which may have been written
    /// anew. What uses the application between the two calls is not seen: ask for a report after the last use.
    ///
    /// - Returns: what of it is still alive; nil when nothing can be said, as the application was relaunched: by a
    ///   fallback, or because its strategy is to relaunch.
    /// - Throws: `Failure` when the application is not running or not watched, does not report, or for a fallback where
    ///   the policy says so; `CancellationError`.
    public func endGeneration() async throws -> GenerationReport? {
        try await admission.enter()
        defer { admission.leave() }
        guard case .running(let situation) = condition, let application else {
            throw Failure(.harness, "no generation can be ended, as the application is not ready: reset it first")
        }
        guard strategy == .inPlace else { return nil }
        guard await application.hello?.registryEnabled == true else {
            throw Failure(
                .notWatched,
                "the application is not watched, so that no leak would be seen: link Outlive, let a ResetHost start "
                    + "it, and leave leaks on; was it built with the trait LiveReset?")
        }
        let ready = try await reset(application, situation, situation.settings, situation.input, pristine: true)
        return ready.way == .reset ? try await application.settled() : nil
    }

    /// Has all blocks of the application written down, with what refers to what.
    ///
    /// - Returns: the snapshot, which lasts until the application is stopped; nil where its configuration has no heap
    ///   tier, or it is not running.
    /// - Throws: `Failure` when none comes; `CancellationError`.
    public func heapSnapshot() async throws -> HeapFile? {
        try await admission.enter()
        defer { admission.leave() }
        return try await application?.heapSnapshot()
    }

    /// Stops the application and all that it started; the next `reset` launches it again.
    ///
    /// - Throws: `Failure` when it does not even end when killed.
    public func stop() async throws {
        // Also in a task that is cancelled: something is to be tidied up.
        try await Task { try await stopInTurn() }.value
    }

    /// Whether nothing speaks against using the application: it is ready, or was never launched.
    var isWell: Bool {
        get async {
            switch condition {
            case .stopped: true
            case .unknown: false
            case .running: await application?.death() == nil
            }
        }
    }

    /// How the application ended by itself since it got ready; nil while it runs, and where it was stopped.
    package func deathInUse() async -> Failure? {
        guard case .running = condition, let application, let id = processID, !ProcessEntry.isRunning(id) else {
            return nil
        }
        // The kernel knows of an end a moment before the driver has been told of it.
        let told = try? await poll(within: .seconds(1), pauses: .doubling, clock: SuspendingClock()) {
            await application.death()
        }
        return told?.answer ?? Failure(.died, "process \(id) has ended: see what it printed")
    }

    /// How many calls wait for their turn.
    nonisolated var waiting: Int { admission.waiting }

    /// Stops what a call that was broken off may have left.
    func recover() async throws {
        try await admission.enter()
        defer { admission.leave() }
        if case .unknown = condition { try await end() }
    }

    private func check(_ fixture: String?) throws {
        guard let fixture, !fixture.hasPrefix("/") else { return }
        throw Failure(
            .harness,
            "the fixture '\(fixture)' is no absolute path, and the application may have another current directory: "
                + "begin it with /")
    }

    /// Refuses a setting in the launch command: what a test asks for would come beside it.
    private func checkLaunchCommand() throws {
        let names = Settings.CodingKeys.allCases.map(\.rawValue).filter { $0.hasPrefix("-") }
        guard
            let name = names.first(where: { name in
                launchArguments.contains { $0 == name || $0.hasPrefix(name + "=") }
            })
        else { return }
        throw Failure(
            .harness,
            "the launch command holds \(name), which is one of the settings: take it out, and give its value to reset")
    }

    private func stopInTurn() async throws {
        try await admission.enter()
        defer { admission.leave() }
        try await end()
        wasStopped = true
    }
}
