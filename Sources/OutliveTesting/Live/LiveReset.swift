internal import OutliveDriver
internal import OutliveModel

/// One test against a live application: borrow, reset, run, judge.
struct LiveReset<Settings: LaunchSettings>: Sendable {
    let source: AppSource<Settings>
    let settings: Settings
    let fixture: Fixture?
    let failsOnLeaks: Bool

    /// Runs a test.
    ///
    /// - Parameters:
    ///   - test: what files and the summary of the run call it.
    ///   - watch: what is seen of it and told to it.
    /// - Returns: what the test returns.
    /// - Throws: what the test throws; `Failure` when the application cannot be had or does not report;
    ///   `LiveResetError` for leaks where no test can be told of them.
    func run<Value: Sendable>(
        _ test: String, watch: any TestWatch = IssueWatch(), _ body: @Sendable (LiveApp<Settings>) async throws -> Value
    ) async throws -> Value {
        try await source.withApp { app, outer in
            let directory: FixtureDirectory?
            if let fixture {
                directory = try await offPool { try FixtureDirectory(fixture, label: "fixture") }
            } else {
                directory = nil
            }
            let trial = LiveTrial(
                app: app, artifacts: Artifacts(of: test), fixture: directory, within: outer, watch: watch)
            let result = await trial.outcome(of: trial.run(settings, source: source, body), judging: failsOnLeaks)
            if let directory { try? await offPool { directory.remove() } }
            return try result.get()
        }
    }
}
