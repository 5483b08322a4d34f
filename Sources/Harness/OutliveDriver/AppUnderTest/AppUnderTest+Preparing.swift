internal import OutliveModel
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
            // Under `.fail` the test fails, so nothing uses the relaunched process before the next call.
            let isPristine = pristine || policy == .fail
            condition = .running(Situation(settings: settings, input: input, launched: input, isPristine: isPristine))
            try policy.apply(to: fallback, warning: warning)
            return AppReady(way: .relaunched(.fallback(fallback.reason)), seconds: fallback.seconds, port: port)
        case .lost(_, let error):
            await abandon(after: error)
            throw error
        }
    }

    /// Stops the process and forgets its port and directory.
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
            // Without a trigger the test fails at once here, instead of paying for a relaunch at every reset.
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

    /// Runs an operation that leaves the application in a known state, or stopped if it fails.
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

    /// Stops an application in an unknown state.
    ///
    /// A cancelled call returns at once; the next call stops the application.
    private func abandon(after error: any Error) async {
        if !(error is CancellationError) { try? await end() }
    }
}
