internal import OutliveDriver
internal import OutliveModel

/// One test against a live application: borrow, reset, run, judge.
struct LiveReset<Lender: AppLender>: Sendable {
    let lender: Lender
    let settings: Lender.Settings
    let fixture: Fixture?
    let failsOnLeaks: Bool
    /// What is kept when the test fails, besides what is kept of every test.
    let evidence: [any FailureEvidence]

    /// Runs a test.
    ///
    /// - Parameters:
    ///   - test: what files and the summary of the run call it.
    ///   - watch: what is seen of it and told to it.
    /// - Returns: what the test returns.
    /// - Throws: what the test throws; `Failure` when the application cannot be had or does not report;
    ///   `LiveResetError` for leaks where no test can be told of them.
    func run<Value: Sendable>(
        _ test: String, watch: any TestWatch = IssueWatch(),
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

    /// Borrows an application for the time that `use` takes.
    ///
    /// A test that was lent one already gets that again, once at a time: it would wait for itself for ever.
    ///
    /// - Parameter use: is given the application, and the loan within which it is used, if any.
    /// - Throws: what `use` throws; `LiveResetError` when the loan cannot be used now; `CancellationError`.
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
