#if canImport(XCUIAutomation)
public import OutliveModel
public import XCUIAutomation

// Written to Apple's API of Xcode 26 and type-checked against stubs; not run.
extension XCUIApplication {
    /// Launches the application with settings, and returns when it is ready to be reset; one that runs is terminated.
    ///
    /// The launch arguments are those of the settings; variables that `launchEnvironment` has besides them stay. Over
    /// HTTP it is ready when it says so, else when Apple's `launch()` returns. Where something else has the port that
    /// was drawn, it is launched again with another one, twice at most.
    ///
    /// Written to Apple's API of Xcode 26 and type-checked against stubs; not run.
    ///
    /// - Parameters:
    ///   - settings: what the application is told.
    ///   - fixture: the path of what it is to work on, as a `SharedFixture` has it; nil for none.
    ///   - record: what is known of its process.
    ///   - limit: the longest wait for it to be ready, of each launch.
    /// - Returns: how long that took.
    /// - Throws: `SettingsError`; `Failure` when it does not become ready.
    @discardableResult
    public func launch<Settings: LaunchSettings>(
        _ settings: Settings, fixture: String? = nil, record: LaunchRecord = .shared,
        within limit: Duration = .seconds(60)
    ) async throws -> AppReady {
        let begun = SuspendingClock.now
        var input = try settings.input()
        input.fixture = fixture
        record.running = nil
        let endpoint = try await launch(input, over: record.channel, within: limit)
        record.noteLaunch(Running(launched: input, settings: settings, endpoint: endpoint))
        return AppReady(way: .launched, seconds: begun.duration(to: .now) / .seconds(1))
    }

    /// Launches the application until it can be reached.
    ///
    /// - Returns: where that is.
    private func launch(
        _ input: LaunchInput, over channel: ResetChannel, within limit: Duration
    ) async throws -> ResetEndpoint {
        launchArguments = input.arguments
        launchEnvironment.merge(input.environment) { _, setting in setting }
        launchEnvironment[EnvironmentName.fixture] = input.fixture
        var othersLeft = 2
        while true {
            let endpoint = channel.newEndpoint()
            launchEnvironment.merge(endpoint.environment) { _, own in own }
            launch()
            do {
                if case .http(let client) = endpoint { try await client.ready(within: limit) }
                return endpoint
            } catch let failure as Failure where failure.code == .endpointTaken && othersLeft > 0 {
                othersLeft -= 1
            }
        }
    }

    /// Makes the application ready with settings: by a reset in place wherever that can do, else by a launch.
    ///
    /// A reset that fails, or comes too late, is followed by a launch, and counted in the record's `fallbacks`.
    ///
    /// Written to Apple's API of Xcode 26 and type-checked against stubs; not run.
    ///
    /// - Parameters:
    ///   - settings: what the application is told.
    ///   - fixture: the path of what it is to work on, as a `SharedFixture` has it; nil for none.
    ///   - record: what is known of its process.
    ///   - limit: the longest wait for the reset, 1 s to 1 h.
    /// - Returns: how it got ready.
    /// - Throws: `SettingsError`; `Failure` when it cannot be launched either; `CancellationError`.
    @discardableResult
    public func reset<Settings: LaunchSettings>(
        _ settings: Settings, fixture: String? = nil, record: LaunchRecord = .shared,
        within limit: Duration = .seconds(30)
    ) async throws -> AppReady {
        guard let running = record.running else { return try await launch(settings, fixture: fixture, record: record) }
        let begun = SuspendingClock.now
        var input = try settings.input()
        input.fixture = fixture

        let changes = try running.relaunchOnlyChanges(to: settings)
        var reason: RelaunchReason
        if !changes.isEmpty {
            reason = .changed(changes)
        } else {
            // Nobody knows its state until the reset is done.
            record.running = nil
            do {
                if let done = try await ask(running, for: input, within: limit) {
                    record.running = running
                    record.noteReset(settings)
                    return AppReady(way: .reset, seconds: begun.duration(to: .now) / .seconds(1), answer: done.answer)
                }
                reason = .untold
            } catch let failure as Failure {
                record.noteFallback(failure)
                reason = .fallback(failure)
            }
        }
        terminate()
        try await launch(settings, fixture: fixture, record: record)
        return AppReady(way: .relaunched(reason), seconds: begun.duration(to: .now) / .seconds(1))
    }

    /// What came of a reset.
    private struct Done {
        var answer: ResetAnswer?
    }

    /// Asks for one reset.
    ///
    /// - Returns: nil where the channel cannot tell what was asked for.
    /// - Throws: `Failure` when it was not done; `CancellationError`.
    private func ask(_ running: Running, for input: LaunchInput, within limit: Duration) async throws -> Done? {
        guard state != .notRunning else {
            throw Failure(.died, "the application ended by itself before it was to be reset; look for a crash report")
        }
        // A notifier of one in the background may be suspended.
        if state != .runningForeground { activate() }
        switch running.endpoint {
        case .http(let client):
            return Done(answer: try await client.reset(InputChange(to: input), within: limit))
        case .darwin(let notification):
            guard input == running.launched else { return nil }
            try await notification.reset(within: limit)
            return Done()
        }
    }
}
#endif
