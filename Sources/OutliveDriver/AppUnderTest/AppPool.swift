public import OutliveModel

/// Instances of one application that are lent to tests which run at once.
///
/// They are made as they are needed. Tests get one in the order in which they ask. One that died, or was given back in
/// the middle of something, is lent only when no other is free; what is left of it is stopped first, and its next
/// `reset` relaunches it.
public actor AppPool<Settings: LaunchSettings>: AppLender {
    /// The instances made so far; each may be at somebody's use.
    public private(set) var apps: [AppUnderTest<Settings>] = []
    /// What nobody uses, longest unused first.
    private var well: [AppUnderTest<Settings>] = []
    /// What nobody uses and was dead, or in the middle of something, when it was given back.
    private var unwell: [AppUnderTest<Settings>] = []
    private let admission: Admission
    private let make: @Sendable (_ instance: Int) -> AppUnderTest<Settings>

    /// Prepares to drive a number of instances; nothing is launched before one is lent and reset.
    ///
    /// - Parameters:
    ///   - count: how many may be alive at once, 1 or more.
    ///   - configuration: how each is launched, known to be ready, reset and stopped.
    ///   - settings: the type of its launch arguments and variables.
    ///   - policy: what a fallback does.
    ///   - strategy: `.relaunch` to compare with.
    ///   - warning: is given one line for each fallback under `FallbackPolicy.warn`; from any thread.
    /// - Throws: `UsageError` when the instances could not live side by side; `Failure` when no private directory can
    ///   be made.
    public init(
        count: Int, _ configuration: ApplicationConfiguration, settings: Settings.Type,
        policy: FallbackPolicy = .warn, strategy: ResetStrategy = .inPlace,
        warning: @escaping @Sendable (String) -> Void = { FallbackPolicy.printWarning($0) }
    ) throws {
        try self.init(
            count: count, try ProcessLauncher(configuration, removingAtExit: true),
            launchArguments: configuration.launch.sample.arguments, policy: policy, strategy: strategy,
            warning: warning)
    }

    /// Prepares to drive what a launcher makes.
    init(
        count: Int, _ launcher: any Launcher, launchArguments: [String] = [], policy: FallbackPolicy = .warn,
        strategy: ResetStrategy = .inPlace,
        warning: @escaping @Sendable (String) -> Void = { FallbackPolicy.printWarning($0) }
    ) throws(UsageError) {
        guard count > 0 else { throw UsageError("a pool of \(count) applications has none to lend: ask for 1 or more") }
        guard count == 1 || launcher.isolatesInstances else {
            throw UsageError(
                "\(count) instances of one application would be in each other's way: use {port}, {dir} or {instance} "
                    + "in the launch command")
        }
        admission = Admission(count: count)
        make = { instance in
            AppUnderTest(
                launcher, instance: instance, launchArguments: launchArguments, policy: policy, strategy: strategy,
                warning: warning)
        }
    }

    /// Lends an instance for the time that `body` takes; waits until one is free.
    ///
    /// - Parameters:
    ///   - isolation: the caller's actor; leave it out.
    ///   - body: what uses the instance.
    /// - Returns: what `body` returns.
    /// - Throws: what `body` throws; `Failure` when the one instance that is free cannot even be stopped;
    ///   `CancellationError` when the task is cancelled while it waits.
    public func withApp<Result>(
        isolation: isolated (any Actor)? = #isolation, _ body: (AppUnderTest<Settings>) async throws -> Result
    ) async throws -> Result {
        try await admission.enter()
        let app = await take()
        do {
            try await app.recover()
            let result = try await body(app)
            await giveBack(app)
            return result
        } catch {
            await giveBack(app)
            throw error
        }
    }

    /// Stops every instance; one that is lent when it is at rest.
    ///
    /// - Throws: the first `Failure`, when all have been tried.
    public func stop() async throws {
        var first: (any Error)?
        for app in apps {
            do { try await app.stop() } catch { first = first ?? error }
        }
        if let first { throw first }
    }

    /// How many wait for an instance.
    nonisolated var waiting: Int { admission.waiting }

    /// An instance that is free, a well one where there is one, or a new one.
    private func take() -> AppUnderTest<Settings> {
        if !well.isEmpty { return well.removeFirst() }
        if !unwell.isEmpty { return unwell.removeFirst() }
        let app = make(apps.count)
        apps.append(app)
        return app
    }

    private func giveBack(_ app: AppUnderTest<Settings>) async {
        if await app.isWell { well.append(app) } else { unwell.append(app) }
        admission.leave()
    }
}
