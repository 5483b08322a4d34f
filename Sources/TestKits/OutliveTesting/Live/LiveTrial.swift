internal import OutliveDriver
internal import OutliveModel
internal import OutliveSupport

/// One run of a test with an application that is lent to it.
struct LiveTrial<Settings: LaunchSettings>: Sendable {
    let app: AppUnderTest<Settings>
    let lender: ObjectIdentifier
    let artifacts: Artifacts
    let fixture: FixtureDirectory?
    let outer: Loan?
    let evidence: [any FailureEvidence]
    let observer: any FailureObserver
    private let checks: LiveChecks
    /// The comparison of globals and statics, or `nil` for none.
    ///
    /// A nested use has none: its application may not be launched again, as the outer test knows its port.
    private let state: LiveStateCheck<Settings>?

    init(
        app: AppUnderTest<Settings>, lender: ObjectIdentifier, artifacts: Artifacts, fixture: FixtureDirectory?,
        outer: Loan?, evidence: [any FailureEvidence], observer: any FailureObserver, checks: LiveChecks
    ) {
        (self.app, self.lender, self.artifacts, self.fixture) = (app, lender, artifacts, fixture)
        (self.outer, self.evidence, self.observer, self.checks) = (outer, evidence, observer, checks)
        let comparesState = checks.contains(.state) && outer == nil && app.strategy == .inPlace
        state = comparesState ? LiveStateCheck(app) : nil
    }

    /// Makes the application ready and runs the test.
    ///
    /// With checks, the test fails when the application has ended unexpectedly.
    func run<Value: Sendable>(
        _ settings: Settings, _ body: @Sendable (LiveApp<Settings>) async throws -> Value
    ) async -> Result<Value, any Error> {
        await Result(awaiting: {
            let ready = try await app.reset(settings, fixture: fixture?.path)
            await state?.begin(ready)
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
            if !checks.isEmpty, let death = await app.deathInUse() {
                await keepEvidence(loan)
                throw LiveResetError(
                    description: "the application died during the test: \(death.message)\n\(artifacts.announce())")
            }
            if observer.hasFailed { await keepEvidence(loan) }
            return value
        })
    }

    /// Ends the generation of the test, reports what is left of it, and keeps artifacts.
    ///
    /// - Returns: The result of the test, including errors found afterwards.
    func outcome<Value: Sendable>(of result: Result<Value, any Error>) async -> Result<Value, any Error> {
        var result = result
        // The output of a dead application is complete once its death is reported. A new task waits even in a cancelled
        // test.
        _ = await Task { await app.deathInUse() }.value
        // Read before a possible relaunch, which starts a new log.
        var log = (launches: await app.launches, text: await app.log)
        // A test that stopped the application itself has left no generation to judge.
        let checks = await app.wasStopped ? [] : self.checks
        var (report, wasReset) = (GenerationReport?.none, false)
        do {
            // A new task, so that a cancelled test, such as one that exceeds its time limit, is judged like others.
            (report, wasReset) = try await Task { try await end(checks) }.value
        } catch {
            // After another failure of the test, this error is of no interest.
            if !result.isFailure { result = .failure(error) }
        }
        if checks.contains(.leaks), report == nil, !result.isFailure, let reason = await reasonForNoReport() {
            result = .failure(LiveResetError(description: "\(reason)\n\(artifacts.announce())"))
        }
        let own = report.map(limitedToItsGeneration)
        let survivors = own.map { LeakCheck.failing([$0]) } ?? []
        // Taken while the survivors are alive. Afterwards the application is made ready for other tests.
        let snapshot = await snapshot(isNeeded: result.isFailure || observer.hasFailed || !survivors.isEmpty)
        let complaints = await complaints(about: survivors, in: own, snapshot)
        // Kept before the application may be launched again, which removes it.
        if let snapshot, result.isFailure || observer.hasFailed || !complaints.isEmpty { artifacts.keep(snapshot) }
        var leftovers: String?
        if wasReset, let state {
            // It may launch the application again, so it comes after what needs the process.
            do {
                leftovers = try await Task { try await state.complaint() }.value
            } catch {
                if !result.isFailure { result = .failure(error) }
            }
        }
        let isClean = complaints.isEmpty && leftovers == nil
        do { try await restoreOuter() } catch { if !result.isFailure { result = .failure(error) } }
        guard result.isFailure || observer.hasFailed || !isClean else { return result }
        // The log is read again, because output takes a moment to arrive.
        if await app.launches == log.launches { log.text = await app.log }
        let logFile = EvidenceFile(name: "application.log", bytes: Array(log.text.utf8))
        artifacts.keep(logFile)
        observer.attach(logFile)
        if let report { artifacts.keep(report, complaints) }
        // Kept last, because this moves the fixture that the application uses.
        if let fixture { try? await onOwnThread { _ in artifacts.keep(fixture) } }
        let place = artifacts.announce()
        var unrecorded = complaints.filter { !observer.record($0, adding: place) }.map(\.text)
        if let leftovers, !observer.record("\(leftovers)\n\(place)") { unrecorded.append(leftovers) }
        if unrecorded.isEmpty || result.isFailure { return result }
        let lines = unrecorded + [place]
        return .failure(LiveResetError(description: lines.joined(separator: "\n")))
    }

    /// Ends the generation of the test as the checks need it.
    ///
    /// - Returns: The report if leaks are checked, and `true` if the application was reset in place.
    private func end(_ checks: LiveChecks) async throws -> (GenerationReport?, wasReset: Bool) {
        if checks.contains(.leaks) {
            let report = try await app.endGeneration()
            return (report, report != nil)
        }
        guard state != nil else { return (nil, false) }
        return (nil, try await app.resetAfterUse().way == .reset)
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
