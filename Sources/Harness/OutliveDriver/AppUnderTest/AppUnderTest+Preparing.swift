public import OutliveModel
internal import OutliveSupport

extension AppUnderTest {
    /// Makes the application ready by the cheapest action that suffices.
    func prepare(_ settings: Settings, _ input: LaunchInput) async throws -> AppReady {
        let begun = SuspendingClock.now
        func ready(_ way: AppReady.Way) -> AppReady {
            AppReady(way: way, seconds: begun.duration(to: .now).seconds, port: port)
        }
        guard let application else {
            application = try await launcher.application(instance: instance)
            return try await prepare(settings, input)
        }
        func relaunched(_ reason: RelaunchReason) async throws -> AppReady {
            try await end()
            try await launch(application, settings, input)
            plannedRelaunches += 1
            return ready(.relaunched(reason))
        }
        switch condition {
        case .stopped:
            try await launch(application, settings, input)
            return ready(.launched)
        case .unknown: return try await relaunched(.interrupted)
        case .running where strategy == .relaunch: return try await relaunched(.strategy)
        case .running(let situation):
            let changes = try settings.relaunchOnlyChanges(from: situation.settings)
            guard changes.isEmpty else { return try await relaunched(.changed(changes)) }
            return try await reset(application, situation, settings, input)
        }
    }

    /// Resets the running application, or only pings it if it is unused since it became ready.
    ///
    /// - Parameter pristine: `true` to reset in any case and mark the application as unused until the next call.
    func reset(
        _ application: any Application, _ situation: Situation, _ settings: Settings, _ input: LaunchInput,
        pristine: Bool = false
    ) async throws -> AppReady {
        // A fixture may have been rewritten at the same path.
        let keeps = situation.isPristine && situation.input == input && input.fixture == nil && !pristine
        // The process already has its launch input. Omitting it also allows triggers that carry no input.
        let change = input == situation.launched ? nil : input
        let outcome = try await attempt {
            try await application.orRelaunch(launching: input) {
                guard keeps else { return ResetOutcome(seconds: try await application.reset(change)) }
                if let death = await application.death() { throw death }
                return ResetOutcome(seconds: try await application.ping() ?? 0)
            }
        }
        if let fallback = outcome.fallback { fallbacks.append(fallback) }
        if let error = outcome.error {
            await abandon(after: error)
            throw error
        }
        guard let fallback = outcome.fallback else {
            condition = .running(
                Situation(settings: settings, input: input, launched: situation.launched, isPristine: pristine))
            if !keeps { resets += 1 }
            return AppReady(way: keeps ? .kept : .reset, seconds: outcome.seconds, port: port)
        }
        await noteLaunch(application)
        // Under `.fail` the test fails, so nothing uses the relaunched process before the next call.
        let isPristine = pristine || policy == .fail
        condition = .running(Situation(settings: settings, input: input, launched: input, isPristine: isPristine))
        try policy.apply(to: fallback, warning: warning)
        return AppReady(way: .relaunched(.fallback(fallback.reason)), seconds: fallback.seconds, port: port)
    }

    func end() async throws {
        guard let application else { return }
        condition = .unknown
        if let traces = await application.traces { lastLog = traces.log }
        _ = try await application.stop()
        condition = .stopped
        (port, directory) = (nil, nil)
        runningProcess.withLock { $0 = nil }
    }

    func launch(
        _ application: any Application, _ settings: Settings, _ input: LaunchInput, pristine: Bool = false
    ) async throws {
        try await attempt { [strategy] in
            _ = try await application.start(input)
            // Without a trigger the test fails at once here, instead of paying for a relaunch at every reset.
            if strategy == .inPlace { try await application.confirmTrigger() }
        }
        await noteLaunch(application)
        condition = .running(
            Situation(settings: settings, input: input, launched: input, isPristine: pristine))
    }

    private func noteLaunch(_ application: any Application) async {
        launches += 1
        wasStopped = false
        let traces = await application.traces
        (port, directory) = (traces?.port, traces?.directory)
        runningProcess.withLock { $0 = traces?.processID }
    }

    /// Runs an operation that leaves the application in a known state, or stopped if it fails.
    private func attempt<Value: Sendable>(_ operation: @Sendable () async throws -> Value) async throws -> Value {
        condition = .unknown
        do {
            return try await operation()
        } catch {
            await abandon(after: error)
            throw error
        }
    }

    /// Stops an application in an unknown state.
    ///
    /// A cancelled call returns at once; the next call stops the application.
    private func abandon(after error: any Error) async {
        if !(error is CancellationError) { try? await end() }
    }
}

/// The way in which an application became ready for a test.
public struct AppReady: Hashable, Sendable {
    /// The action that made the application ready.
    public enum Way: Hashable, Sendable {
        /// The application was not running and was launched.
        case launched
        /// The application was reset in place.
        case reset
        /// The application was unused since it became ready with the same settings and no fixture, so it was left
        /// alone.
        case kept
        /// The application was stopped and launched again.
        case relaunched(RelaunchReason)
    }

    /// The action that made the application ready.
    public var way: Way
    /// The seconds from the request until ready, without the wait for earlier calls.
    public var seconds: Double
    /// The port substituted for `{port}`, or `nil` if no option uses it.
    public var port: UInt16?

    /// Creates the record of an application that became ready.
    public init(way: Way, seconds: Double, port: UInt16? = nil) {
        self.way = way
        self.seconds = seconds
        self.port = port
    }
}

/// The reason why an application was relaunched instead of being reset.
public enum RelaunchReason: Hashable, Sendable {
    /// The strategy requires a relaunch every time.
    case strategy
    /// Options that only a relaunch can change have changed; the value lists their spellings.
    case changed([String])
    /// An earlier call was cancelled or failed midway, so the state of the process is unknown.
    case interrupted
    /// The reset failed, and the relaunch is its fallback.
    case fallback(HarnessFailure)
}
