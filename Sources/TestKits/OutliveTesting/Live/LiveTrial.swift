internal import OutliveDriver
internal import OutliveModel
internal import OutliveSupport

/// A test with a live application: it borrows the application, resets it, runs the test and judges the leaks.
struct LiveReset<Lender: AppLender>: Sendable {
    let lender: Lender
    let settings: Lender.Settings
    let fixture: Fixture?
    let failsOnLeaks: Bool
    /// The evidence that is kept if the test fails, in addition to what all tests keep.
    let evidence: [any FailureEvidence]

    /// Runs a test.
    ///
    /// - Parameters:
    ///   - test: The name of the test in files and the summary of the run.
    ///   - observer: Observes the test and records its failures.
    /// - Returns: The result of the test.
    /// - Throws: The error of the test, `HarnessFailure` if the application is not available or does not report, or
    ///   `LiveResetError` for leaks if there is no test to record them for.
    func run<Value: Sendable>(
        _ test: String, observer: any FailureObserver = IssueObserver(),
        _ body: @Sendable (LiveApp<Lender.Settings>) async throws -> Value
    ) async throws -> Value {
        try await borrow { app, outer in
            let directory = try await onOwnThread { _ in try fixture.map { try FixtureDirectory($0, label: "fixture") }
            }
            let trial = LiveTrial(
                app: app, lender: ObjectIdentifier(lender), artifacts: Artifacts(of: test), fixture: directory,
                outer: outer, evidence: evidence, observer: observer)
            let result = await trial.outcome(
                of: trial.run(settings, failingOnDeath: failsOnLeaks, body), judging: failsOnLeaks)
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

private struct LiveTrial<Settings: LaunchSettings>: Sendable {
    let app: AppUnderTest<Settings>
    let lender: ObjectIdentifier
    let artifacts: Artifacts
    let fixture: FixtureDirectory?
    let outer: Loan?
    let evidence: [any FailureEvidence]
    let observer: any FailureObserver

    /// Makes the application ready and runs the test.
    ///
    /// - Parameter failsOnDeath: `true` if the test fails when the application has ended unexpectedly.
    func run<Value: Sendable>(
        _ settings: Settings, failingOnDeath failsOnDeath: Bool,
        _ body: @Sendable (LiveApp<Settings>) async throws -> Value
    ) async -> Result<Value, any Error> {
        await Result(awaiting: {
            let ready = try await app.reset(settings, fixture: fixture?.path)
            let live = LiveApp(app: app, ready: ready, fixture: fixture?.path, settings: settings)
            let loan = Loan(lender: lender, app: live)
            let loans = Loan.current + [loan]
            let value: Value
            do {
                value = try await observer.run(adding: { artifacts.announce() }) {
                    try await Loan.$current.withValue(loans) { try await body(live) }
                }
                try loan.end()
            } catch {
                // The error of the body is more informative than a nested use that it left running.
                try? loan.end()
                await keepEvidence(loan)
                throw error
            }
            if failsOnDeath, let death = await app.deathInUse() {
                await keepEvidence(loan)
                throw LiveResetError(
                    description: "the application died during the test: \(death.message)\n\(artifacts.announce())")
            }
            if observer.hasFailed { await keepEvidence(loan) }
            return value
        })
    }

    /// Ends the generation of the test, reports its leaks, and keeps artifacts.
    ///
    /// - Parameter failsOnLeaks: `true` if survivors of the generation fail the test.
    /// - Returns: The result of the test, including errors found afterwards.
    func outcome<Value: Sendable>(
        of result: Result<Value, any Error>, judging failsOnLeaks: Bool
    ) async -> Result<Value, any Error> {
        var result = result
        // The output of a dead application is complete once its death is reported. A new task waits even in a cancelled
        // test.
        _ = await Task { await app.deathInUse() }.value
        // Read before a possible relaunch, which starts a new log.
        var log = (launches: await app.launches, text: await app.log)
        // A test that stopped the application itself has left no generation to judge.
        let judgesLeaks = failsOnLeaks ? await !app.wasStopped : false
        var report: GenerationReport?
        do {
            // A new task, so that a cancelled test, such as one that exceeds its time limit, is judged like others.
            if judgesLeaks { report = try await Task { try await app.endGeneration() }.value }
        } catch {
            // After another failure of the test, this error is of no interest.
            if !result.isFailure { result = .failure(error) }
        }
        if judgesLeaks, report == nil, !result.isFailure, let reason = await reasonForNoReport() {
            result = .failure(LiveResetError(description: "\(reason)\n\(artifacts.announce())"))
        }
        let own = report.map(limitedToItsGeneration)
        let survivors = own.map { LeakCheck.failing([$0]) } ?? []
        // Taken while the survivors are alive. Afterwards the application is made ready for other tests.
        let snapshot = await snapshot(isNeeded: result.isFailure || observer.hasFailed || !survivors.isEmpty)
        let complaints = await complaints(about: survivors, in: own, snapshot)
        if let snapshot, result.isFailure || observer.hasFailed || !complaints.isEmpty { artifacts.keep(snapshot) }
        do { try await restoreOuter() } catch { if !result.isFailure { result = .failure(error) } }
        guard result.isFailure || observer.hasFailed || !complaints.isEmpty else { return result }
        // The log is read again, because output takes a moment to arrive.
        if await app.launches == log.launches { log.text = await app.log }
        let logFile = EvidenceFile(name: "application.log", bytes: Array(log.text.utf8))
        artifacts.keep(logFile)
        observer.attach(logFile)
        if let report { artifacts.keep(report, complaints) }
        // Kept last, because this moves the fixture that the application uses.
        if let fixture { try? await onOwnThread { _ in artifacts.keep(fixture) } }
        let place = artifacts.announce()
        let unrecorded = complaints.filter { !observer.record($0, adding: place) }
        if unrecorded.isEmpty || result.isFailure { return result }
        let lines = unrecorded.map(\.text) + [place]
        return .failure(LiveResetError(description: lines.joined(separator: "\n")))
    }

    /// Returns a complaint for each cause that no known leak accepts; accepted ones are listed at the end of the run.
    private func complaints(
        about survivors: [Finding], in report: GenerationReport?, _ snapshot: HeapFile?
    ) async -> [LeakComplaint] {
        guard let report else { return [] }
        // The symbolizer is a separate program that may take seconds.
        let (end, source) = ("the test's reset", observer.source)
        let traced = try? await onOwnThread { _ in
            LeakCheck.judged(survivors, after: end, of: source, report, in: snapshot)
        }
        let judged = traced ?? KnownLeaksOfTests(forTestIn: source).judged(survivors, after: end)
        artifacts.list(known: judged.known)
        return judged.complaints
    }

    /// Keeps evidence about the application in the state that the test left.
    ///
    /// If a nested use has failed, its evidence is already kept, and the application has been reset since.
    private func keepEvidence(_ loan: Loan) async {
        if !evidence.isEmpty, !loan.hasEvidence.isRaised {
            await artifacts.keep(evidence, of: app.processID, attachingTo: observer)
            loan.hasEvidence.raise()
        }
        if loan.hasEvidence.isRaised { outer?.hasEvidence.raise() }
    }

    /// Makes the application ready again for the outer test, while its fixture still exists.
    private func restoreOuter() async throws {
        guard let outer, !outer.hasEnded, let live = outer.app as? LiveApp<Settings> else { return }
        // A new task, because the outer test needs the state that it prepared even after a cancelled use.
        _ = try await Task { try await app.reset(live.settings, fixture: live.fixture) }.value
    }

    /// Returns the reason why an ended generation has no report, or `nil` if none is expected.
    private func reasonForNoReport() async -> String? {
        guard app.strategy == .inPlace else { return nil }
        let reason = await app.fallbacks.last?.reason.message ?? "the reset reported no reason"
        return "the application died during the test, or could not be reset after it, so that its leaks could not be "
            + "checked: \(reason)"
    }

    /// Returns a heap snapshot of the application, or `nil` if it is not needed or the heap tier is not active.
    private func snapshot(isNeeded: Bool) async -> HeapFile? {
        guard isNeeded else { return nil }
        // A new task, so that a cancelled test is judged like others.
        return try? await Task { try await app.heapSnapshot() }.value
    }

    /// Returns the report with only the survivors that were registered in its generation.
    ///
    /// Survivors of earlier generations do not belong to this test.
    private func limitedToItsGeneration(_ report: GenerationReport) -> GenerationReport {
        var own = report
        own.survivors = report.survivors.compactMap { survivor in
            var survivor = survivor
            survivor.births.removeAll { $0.generation != report.generation }
            return survivor.births.isEmpty ? nil : survivor
        }
        return own
    }
}
