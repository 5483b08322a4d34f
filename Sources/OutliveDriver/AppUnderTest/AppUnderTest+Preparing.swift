internal import OutliveModel

extension AppUnderTest {
    /// Makes the application ready, in whatever way can do.
    func prepare(_ settings: Settings, _ input: LaunchInput) async throws -> AppReady {
        let begun = SuspendingClock.now
        func ready(_ way: AppReady.Way) -> AppReady {
            AppReady(way: way, seconds: begun.duration(to: .now).seconds, port: port)
        }
        guard let application else {
            application = try await launcher.application(instance: instance)
            return try await prepare(settings, input)
        }
        switch condition {
        case .stopped:
            try await launch(application, settings, input)
            return ready(.launched)
        case .unknown:
            try await relaunch(application, settings, input)
            return ready(.relaunched(.interrupted))
        case .running(let situation):
            if strategy == .relaunch {
                try await relaunch(application, settings, input)
                return ready(.relaunched(.strategy))
            }
            let changes = try settings.relaunchOnlyChanges(from: situation.settings)
            if !changes.isEmpty {
                try await relaunch(application, settings, input)
                return ready(.relaunched(.changed(changes)))
            }
            return try await reset(application, situation, settings, input)
        }
    }

    /// Resets what is running, or only makes sure that it answers, where nothing has run since it got ready.
    ///
    /// - Parameter pristine: whether nothing will run in it before it is asked for again; it is reset in any case then.
    func reset(
        _ application: any Application, _ situation: Situation, _ settings: Settings, _ input: LaunchInput,
        pristine: Bool = false
    ) async throws -> AppReady {
        // Whoever names a fixture may have written it anew, at the same path.
        let keeps = situation.isPristine && situation.input == input && input.fixture == nil && !pristine
        // What the process was launched with, it needs not be told: so triggers can do that carry nothing.
        let change = input == situation.launched ? nil : input
        let outcome = try await attempt(application) {
            try await application.orRelaunch(launching: input, failing: { await self.note($0) }) {
                if keeps {
                    if let death = await application.death() { throw death }
                    return try await application.ping() ?? 0
                }
                return try await application.reset(change)
            }
        }
        var next = Situation(
            settings: settings, input: input, launched: outcome.failure == nil ? situation.launched : input,
            isPristine: pristine)
        guard let failure = outcome.failure else {
            condition = .running(next)
            if !keeps { resets += 1 }
            return AppReady(way: keeps ? .kept : .reset, seconds: outcome.seconds, port: port)
        }
        await noteLaunch(application)
        fallbacks[fallbacks.count - 1].seconds = outcome.seconds
        if policy == .fail { next.isPristine = true }
        condition = .running(next)
        switch policy {
        case .allow: break
        case .warn: warning("\(Fallback(reason: failure, seconds: outcome.seconds))")
        case .fail:
            throw Failure(
                failure.code, "\(failure.message); it was relaunched, which the policy takes for a failure",
                output: failure.output)
        }
        return AppReady(way: .relaunched(.fallback(failure)), seconds: outcome.seconds, port: port)
    }

    /// Ends the process for good.
    func end() async throws {
        guard let application else { return }
        condition = .unknown
        if let traces = await application.traces { lastLog = traces.log }
        _ = try await application.stop()
        condition = .stopped
        (port, directory) = (nil, nil)
    }

    private func launch(_ application: any Application, _ settings: Settings, _ input: LaunchInput) async throws {
        try await attempt(application) { [strategy] in
            _ = try await application.start(input)
            // A test is to fail for it at once, rather than to be slow by a relaunch each time.
            if strategy == .inPlace { try await application.confirmTrigger() }
        }
        await noteLaunch(application)
        condition = .running(Situation(settings: settings, input: input, launched: input))
    }

    private func relaunch(_ application: any Application, _ settings: Settings, _ input: LaunchInput) async throws {
        try await end()
        try await launch(application, settings, input)
        plannedRelaunches += 1
    }

    /// Counts a fallback before its relaunch, which may fail.
    private func note(_ failed: ResetOutcome) {
        if let failure = failed.failure { fallbacks.append(Fallback(reason: failure, seconds: failed.seconds)) }
    }

    private func noteLaunch(_ application: any Application) async {
        launches += 1
        let traces = await application.traces
        (port, directory) = (traces?.port, traces?.directory)
    }

    /// Does something that leaves the application in a state that is known, or stopped.
    ///
    /// A call that is cancelled ends at once, and leaves the stopping to the next one.
    private func attempt<Value: Sendable>(
        _ application: any Application, _ act: @Sendable () async throws -> Value
    ) async throws -> Value {
        condition = .unknown
        do {
            return try await act()
        } catch {
            if !(error is CancellationError) { try? await end() }
            throw error
        }
    }
}
