package import OutliveModel

extension AppUnderTest {
    /// The launch input with which the application became ready, or `nil` if it is not ready.
    package var input: LaunchInput? {
        guard case .running(let situation) = condition else { return nil }
        return situation.input
    }

    /// Captures the globals and statics of the application, which is stopped meanwhile.
    ///
    /// - Returns: The snapshot, valid until the next one, or `nil` if nothing runs.
    package func stateSnapshot() async throws -> HeapFile? {
        try await admission.enter()
        defer { admission.leave() }
        return try await application?.stateSnapshot()
    }

    /// Resets the application with its current settings and fixture, so that it is unused.
    ///
    /// - Throws: `HarnessFailure` if the application is not running, and for a fallback under `FallbackPolicy.fail`;
    ///   `CancellationError`.
    package func resetAfterUse() async throws -> AppReady {
        try await admission.enter()
        defer { admission.leave() }
        let (application, situation) = try current
        return try await reset(application, situation, situation.settings, situation.input, pristine: true)
    }

    /// Launches the application again with its current settings and fixture.
    ///
    /// - Throws: `HarnessFailure` if the application is not running or cannot be launched; `CancellationError`.
    package func relaunch() async throws {
        try await admission.enter()
        defer { admission.leave() }
        let (application, situation) = try current
        try await end()
        try await launch(application, situation.settings, situation.input, pristine: true)
        plannedRelaunches += 1
    }

    /// The application and its situation.
    ///
    /// - Throws: `HarnessFailure` if it is not ready.
    var current: (any Application, Situation) {
        get throws {
            guard case .running(let situation) = condition, let application else {
                throw Failure(.harness, "no generation can be ended, as the application is not ready: reset it first")
            }
            return (application, situation)
        }
    }
}
