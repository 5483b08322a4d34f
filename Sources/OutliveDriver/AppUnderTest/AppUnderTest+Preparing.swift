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
        let call = try await attempt(application) {
            try await application.orRelaunch(launching: input) {
                guard keeps else { return try await application.reset(change) }
                if let death = await application.death() { throw death }
                return try await application.ping() ?? 0
            }
        }
        if let fallback = call.fallback { tally.fallbacks.append(fallback) }
        switch call {
        case .done(let seconds):
            condition = .running(
                Situation(settings: settings, input: input, launched: situation.launched, isPristine: pristine))
            if !keeps { tally.resets += 1 }
            return AppReady(way: keeps ? .kept : .reset, seconds: seconds, port: port)
        case .replaced(let fallback):
            await noteLaunch(application)
            // A test that fails for it does not run in what was launched.
            let isPristine = pristine || policy == .fail
            condition = .running(Situation(settings: settings, input: input, launched: input, isPristine: isPristine))
            try policy.apply(to: fallback, warning: warning)
            return AppReady(way: .relaunched(.fallback(fallback.reason)), seconds: fallback.seconds, port: port)
        case .lost(_, let error):
            await abandon(after: error)
            throw error
        }
    }

    /// Ends the process for good.
    func end() async throws {
        guard let application else { return }
        condition = .unknown
        if let traces = await application.traces { lastLog = traces.log }
        _ = try await application.stop()
        condition = .stopped
        (port, directory) = (nil, nil)
        runningProcess.withLock { $0 = nil }
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
        tally.plannedRelaunches += 1
    }

    private func noteLaunch(_ application: any Application) async {
        tally.launches += 1
        wasStopped = false
        let traces = await application.traces
        (port, directory) = (traces?.port, traces?.directory)
        runningProcess.withLock { $0 = traces?.processID }
    }

    /// Does something that leaves the application in a state that is known, or stopped.
    private func attempt<Value: Sendable>(
        _ application: any Application, _ act: @Sendable () async throws -> Value
    ) async throws -> Value {
        condition = .unknown
        do {
            return try await act()
        } catch {
            await abandon(after: error)
            throw error
        }
    }

    /// Stops what nobody knows the state of any more.
    ///
    /// A call that is cancelled ends at once, and leaves the stopping to the next one.
    private func abandon(after error: any Error) async {
        if !(error is CancellationError) { try? await end() }
    }
}
