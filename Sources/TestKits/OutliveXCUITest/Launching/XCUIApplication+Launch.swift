#if canImport(XCUIAutomation)
public import OutliveWire
public import XCUIAutomation

extension XCUIApplication {
    /// Launches the application with settings and waits until it is ready; a running one is terminated first.
    ///
    /// The settings provide the launch arguments. Other variables in `launchEnvironment` stay. With the HTTP
    /// channel, the application is ready when it reports so, otherwise when `launch()` returns. If another server uses
    /// the chosen port, the application is relaunched with another port, at most twice.
    /// Type-checked against stubs; not run.
    ///
    /// - Parameters:
    ///   - settings: The settings of the application.
    ///   - fixture: The path of the fixture, such as a `SharedFixture`'s, or `nil` for none.
    ///   - record: The record of the application's process.
    ///   - limit: The longest wait for the application to become ready, for each launch.
    /// - Returns: The way in which the application became ready, and the duration of the launch.
    /// - Throws: `SettingsError`, or `HarnessFailure` if the application does not become ready.
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

    /// Launches the application, repeatedly if necessary, until its endpoint responds.
    ///
    /// - Returns: The endpoint.
    private func launch(
        _ input: LaunchInput, over channel: ResetChannel, within limit: Duration
    ) async throws -> ResetEndpoint {
        launchArguments = input.arguments
        launchEnvironment.merge(input.environment) { _, setting in setting }
        launchEnvironment[EnvironmentName.fixture] = input.fixture
        var retries = 2
        while true {
            let endpoint = channel.newEndpoint()
            launchEnvironment.merge(endpoint.environment) { _, own in own }
            launch()
            do {
                if case .http(let client) = endpoint { try await client.ready(within: limit) }
                return endpoint
            } catch let failure as Failure where failure.code == .endpointTaken && retries > 0 {
                retries -= 1
            }
        }
    }

    /// Makes the application ready with settings: by a reset in place if possible, otherwise by a launch.
    ///
    /// A failed or late reset is followed by a launch, and its failure is added to the record's `fallbacks`.
    /// Type-checked against stubs; not run.
    ///
    /// - Parameters:
    ///   - settings: The settings of the application.
    ///   - fixture: The path of the fixture, such as a `SharedFixture`'s, or `nil` for none.
    ///   - record: The record of the application's process.
    ///   - limit: The longest wait for the reset, 1 s to 1 h.
    /// - Returns: The way in which the application became ready.
    /// - Throws: `SettingsError`, `HarnessFailure` if the application cannot be launched either, or
    ///   `CancellationError`.
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
            // The state of the process is unknown until the reset is done.
            record.running = nil
            do {
                let (isDone, answer) = try await reset(running, to: input, within: limit)
                if isDone {
                    record.running = running
                    record.noteReset(settings)
                    return AppReady(way: .reset, seconds: begun.duration(to: .now) / .seconds(1), answer: answer)
                }
                reason = .settingsNotSent
            } catch let failure as Failure {
                record.noteFallback(failure)
                reason = .fallback(failure)
            }
        }
        terminate()
        try await launch(settings, fixture: fixture, record: record)
        return AppReady(way: .relaunched(reason), seconds: begun.duration(to: .now) / .seconds(1))
    }

    /// Requests one reset.
    ///
    /// - Returns: The answer, if the channel has any; not done if it cannot transmit the input.
    /// - Throws: `HarnessFailure` if the reset was not performed, or `CancellationError`.
    private func reset(
        _ running: Running, to input: LaunchInput, within limit: Duration
    ) async throws -> (isDone: Bool, answer: ResetAnswer?) {
        guard state != .notRunning else {
            throw Failure(.died, "the application ended by itself before the reset; look for a crash report")
        }
        // In the background, the notifier may be suspended.
        if state != .runningForeground { activate() }
        switch running.endpoint {
        case .http(let client):
            return (true, try await client.reset(InputChange(to: input), within: limit))
        case .darwin(let notification):
            guard input == running.launched else { return (false, nil) }
            try await resetByNotification(notification, within: limit)
            return (true, nil)
        }
    }
}
#endif
