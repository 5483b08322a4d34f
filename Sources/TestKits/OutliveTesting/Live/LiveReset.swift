internal import OutliveDriver
internal import OutliveModel

/// A test with a live application: borrow, reset, run, judge.
struct LiveReset<Lender: AppLender>: Sendable {
    let lender: Lender
    let settings: Lender.Settings
    let fixture: Fixture?
    let failsOnLeaks: Bool
    /// The evidence that is kept if the test fails, in addition to that of every test.
    let evidence: [any FailureEvidence]

    /// Runs a test.
    ///
    /// - Parameters:
    ///   - test: the name of the test in files and the summary of the run.
    ///   - watch: observes the test and records its failures.
    /// - Returns: the result of the test.
    /// - Throws: the error of the test; `Failure` if the application is not available or does not report;
    ///   `LiveResetError` for leaks if there is no test to record them for.
    func run<Value: Sendable>(
        _ test: String, watch: any FailureObserver = IssueObserver(),
        _ body: @Sendable (LiveApp<Lender.Settings>) async throws -> Value
    ) async throws -> Value {
        try await borrow { app, outer in
            let directory: FixtureDirectory?
            if let fixture {
                directory = try await onOwnThread { _ in try FixtureDirectory(fixture, label: "fixture") }
            } else {
                directory = nil
            }
            let trial = LiveTrial(
                app: app, lender: ObjectIdentifier(lender), artifacts: Artifacts(of: test), fixture: directory,
                within: outer, evidence: evidence, watch: watch)
            let result = await trial.outcome(
                of: trial.run(settings, failingOnDeath: failsOnLeaks, body), judging: failsOnLeaks)
            if let directory { try? await onOwnThread { _ in directory.remove() } }
            return try result.get()
        }
    }

    /// Borrows an application while `use` runs.
    ///
    /// A nested use gets the application that its test was lent, one use at a time, because waiting for another would
    /// deadlock.
    ///
    /// - Parameter use: receives the application, and the loan of the outer test, if any.
    /// - Throws: the error of `use`; `LiveResetError` if the loan is not available now; `CancellationError`.
    private func borrow<Value>(
        _ use: (AppUnderTest<Lender.Settings>, Loan?) async throws -> Value
    ) async throws -> Value {
        let id = ObjectIdentifier(lender)
        if let loan = Loan.current.last(where: { $0.lender == id }), let held = loan.app as? LiveApp<Lender.Settings> {
            try loan.take()
            defer { loan.giveBack() }
            return try await use(held.app, loan)
        }
        return try await lender.withApp(isolation: #isolation) { try await use($0, nil) }
    }
}
