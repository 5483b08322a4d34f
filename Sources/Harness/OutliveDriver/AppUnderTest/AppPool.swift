public import OutliveModel

/// A pool of instances of one application, lent to tests that run in parallel.
///
/// Instances are created on demand and lent in order of request. An instance that died, or was returned in the middle
/// of a call, is lent only if no other is idle. The remains of an interrupted call are stopped first, and the next
/// `reset` relaunches.
public actor AppPool<Settings: LaunchSettings>: AppLender {
    /// The instances created so far, lent or idle.
    public private(set) var apps: [AppUnderTest<Settings>] = []
    /// Idle instances in a known state, the longest idle first.
    private var usable: [AppUnderTest<Settings>] = []
    /// Idle instances that had died, or were in an unknown state, when they were returned.
    private var unusable: [AppUnderTest<Settings>] = []
    private let admission: Admission
    private let make: @Sendable (_ instance: Int) -> AppUnderTest<Settings>

    /// Creates an empty pool, whose instances are launched when they are first lent and reset.
    ///
    /// - Parameters:
    ///   - count: the maximum number of live instances, 1 or more.
    ///   - configuration: how to launch each instance, detect that it is ready, reset it and stop it.
    ///   - settings: the type of the launch arguments and variables.
    ///   - policy: how to treat a fallback.
    ///   - strategy: pass `.relaunch` to compare with relaunches.
    ///   - warning: receives one line for each fallback under `FallbackPolicy.warn`, on any thread.
    /// - Throws: `UsageError` if the instances would share a port or directory; `HarnessFailure` if a private directory
    ///   cannot be created.
    public init(
        count: Int, _ configuration: ApplicationConfiguration, settings: Settings.Type,
        policy: FallbackPolicy = .warn, strategy: ResetStrategy = .inPlace,
        warning: @escaping @Sendable (String) -> Void = { FallbackPolicy.printWarning($0) }
    ) throws {
        try self.init(
            count: count, try ProcessLauncher(configuration, removingAtExit: true),
            launchArguments: configuration.launch.sample.arguments, policy: policy, strategy: strategy,
            leftovers: Leftovers(expected: configuration.expected), warning: warning)
    }

    init(
        count: Int, _ launcher: any Launcher, launchArguments: [String] = [], policy: FallbackPolicy = .warn,
        strategy: ResetStrategy = .inPlace, leftovers: Leftovers = Leftovers(),
        warning: @escaping @Sendable (String) -> Void = { FallbackPolicy.printWarning($0) }
    ) throws(UsageError) {
        guard count > 0 else { throw UsageError("a pool of \(count) applications is empty: use 1 or more") }
        guard count == 1 || launcher.isolatesInstances else {
            throw UsageError(
                "\(count) instances of one application would conflict with each other: use {port}, {dir} or {instance} "
                    + "in the launch command")
        }
        admission = Admission(count: count)
        make = { instance in
            AppUnderTest(
                launcher, instance: instance, launchArguments: launchArguments, policy: policy, strategy: strategy,
                leftovers: leftovers, warning: warning)
        }
    }

    /// Lends an instance while `body` runs; waits until one is free.
    ///
    /// Parameters, result and errors: see `AppLender`.
    public func withApp<Result>(
        isolation: isolated (any Actor)? = #isolation, _ body: (AppUnderTest<Settings>) async throws -> Result
    ) async throws -> Result {
        try await admission.enter()
        let app = await take()
        do {
            try await app.recover()
            let result = try await body(app)
            await takeBack(app)
            return result
        } catch {
            await takeBack(app)
            throw error
        }
    }

    /// Stops every instance; a lent one stops after the call that it is serving.
    ///
    /// - Throws: the first `HarnessFailure`, after every instance was tried.
    public func stop() async throws {
        var first: (any Error)?
        for app in apps {
            do { try await app.stop() } catch { first = first ?? error }
        }
        if let first { throw first }
    }

    nonisolated var waiting: Int { admission.waiting }

    private func take() -> AppUnderTest<Settings> {
        if !usable.isEmpty { return usable.removeFirst() }
        if !unusable.isEmpty { return unusable.removeFirst() }
        let app = make(apps.count)
        apps.append(app)
        return app
    }

    private func takeBack(_ app: AppUnderTest<Settings>) async {
        if await app.isUsable { usable.append(app) } else { unusable.append(app) }
        admission.leave()
    }
}

/// A source of applications for tests: a single application or a pool of instances.
public protocol AppLender<Settings>: AnyObject, Sendable {
    /// The launch arguments and variables of the lent application.
    associatedtype Settings: LaunchSettings

    /// Lends an application while `body` runs; waits until one is free.
    ///
    /// Callers are served one at a time for each application, in order of arrival. A nested call inside `body` also
    /// waits, and deadlocks if no other application is free.
    ///
    /// - Parameters:
    ///   - isolation: the caller's actor; pass `#isolation`, or omit it where the concrete type is known.
    ///   - body: the work that uses the application.
    /// - Returns: the result of `body`.
    /// - Throws: the error of `body`; `HarnessFailure` if the free application cannot be lent; `CancellationError` if
    ///   the task is cancelled while it waits.
    func withApp<Result>(
        isolation: isolated (any Actor)?, _ body: (AppUnderTest<Settings>) async throws -> Result
    ) async throws -> Result
}

extension AppUnderTest: AppLender {
    /// Lends the application while `body` runs; waits until it is free.
    ///
    /// This excludes only other callers of `withApp`; direct calls of the application's methods are still served.
    /// Parameters, result and errors: see `AppLender`.
    public func withApp<Result>(
        isolation: isolated (any Actor)? = #isolation, _ body: (AppUnderTest<Settings>) async throws -> Result
    ) async throws -> Result {
        try await loans.enter()
        defer { loans.leave() }
        return try await body(self)
    }

    nonisolated var waitingBorrowers: Int { loans.waiting }
}
