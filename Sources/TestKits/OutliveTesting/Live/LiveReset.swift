internal import OutliveDriver
internal import OutliveModel
internal import OutliveSupport

/// A test with a live application: it borrows the application, resets it, runs the test and judges what is left.
struct LiveReset<Lender: AppLender>: Sendable {
    let lender: Lender
    let settings: Lender.Settings
    let fixture: Fixture?
    let checks: LiveChecks
    /// The evidence that is kept if the test fails, in addition to what all tests keep.
    let evidence: [any FailureEvidence]

    /// Runs a test.
    ///
    /// - Parameters:
    ///   - test: The name of the test in files and the summary of the run.
    ///   - observer: Observes the test and records its failures.
    /// - Returns: The result of the test.
    /// - Throws: The error of the test, `HarnessFailure` if the application is not available or does not report, or
    ///   `LiveResetError` for what is left if there is no test to record it for.
    func run<Value: Sendable>(
        _ test: String, observer: any FailureObserver = IssueObserver(),
        _ body: @Sendable (LiveApp<Lender.Settings>) async throws -> Value
    ) async throws -> Value {
        try await borrow { app, outer in
            let directory = try await onOwnThread { _ in try fixture.map { try FixtureDirectory($0, label: "fixture") }
            }
            let trial = LiveTrial(
                app: app, lender: ObjectIdentifier(lender), artifacts: Artifacts(of: test), fixture: directory,
                outer: outer, evidence: evidence, observer: observer, checks: checks)
            let result = await trial.outcome(of: trial.run(settings, body))
            if let directory { try? await onOwnThread { _ in directory.remove() } }
            return try result.get()
        }
    }

    /// Borrows an application while `use` runs.
    ///
    /// A nested use receives the application that is lent to its test, one use at a time, because waiting for another
    /// application would deadlock.
    ///
    /// - Parameter use: Receives the application, and the loan of the outer test, if any.
    /// - Throws: The error of `use`, `LiveResetError` if another nested use is running or the test has ended, or
    ///   `CancellationError`.
    private func borrow<Value>(
        _ use: (AppUnderTest<Lender.Settings>, Loan?) async throws -> Value
    ) async throws -> Value {
        let id = ObjectIdentifier(lender)
        if let loan = Loan.current.last(where: { $0.lender == id }), let live = loan.app as? LiveApp<Lender.Settings> {
            try loan.beginNestedUse()
            defer { loan.endNestedUse() }
            return try await use(live.app, loan)
        }
        return try await lender.withApp(isolation: #isolation) { try await use($0, nil) }
    }
}
