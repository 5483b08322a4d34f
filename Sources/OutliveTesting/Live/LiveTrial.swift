internal import OutliveDriver
internal import OutliveModel

/// One use of a lent application.
struct LiveTrial<Settings: LaunchSettings>: Sendable {
    let app: AppUnderTest<Settings>
    /// The `AppLender` that lent it.
    let lender: ObjectIdentifier
    let artifacts: Artifacts
    let fixture: FixtureDirectory?
    /// The loan of the test that this use is within.
    private let outer: Loan?
    private let evidence: [any FailureEvidence]
    private let watch: any TestWatch

    init(
        app: AppUnderTest<Settings>, lender: ObjectIdentifier, artifacts: Artifacts, fixture: FixtureDirectory?,
        within outer: Loan?, evidence: [any FailureEvidence], watch: any TestWatch
    ) {
        self.app = app
        self.lender = lender
        self.artifacts = artifacts
        self.fixture = fixture
        self.outer = outer
        self.evidence = evidence
        self.watch = watch
    }

    /// Makes the application ready and runs the test.
    ///
    /// - Parameter failsOnDeath: whether it is wrong that the application has ended by itself when the test is over.
    func run<Value: Sendable>(
        _ settings: Settings, failingOnDeath failsOnDeath: Bool,
        _ body: @Sendable (LiveApp<Settings>) async throws -> Value
    ) async -> Result<Value, any Error> {
        do {
            let ready = try await app.reset(settings, fixture: fixture?.path)
            let live = LiveApp(app: app, ready: ready, fixture: fixture?.path, settings: settings)
            let loan = Loan(by: lender, live)
            let loans = Loan.current + [loan]
            let value: Value
            do {
                value = try await watch.run(adding: { artifacts.announce() }) {
                    try await Loan.$current.withValue(loans) { try await body(live) }
                }
                try loan.end()
            } catch {
                // Why the body failed says more than what it left going on.
                try? loan.end()
                await keepEvidence(loan)
                throw error
            }
            if failsOnDeath, let death = await app.deathInUse() {
                await keepEvidence(loan)
                throw LiveResetError(
                    description: "the application died during the test: \(death.message)\n\(artifacts.announce())")
            }
            if watch.sawFailure { await keepEvidence(loan) }
            return .success(value)
        } catch {
            return .failure(error)
        }
    }

    /// Ends the generation that the test used, says what is wrong, and keeps what helps to find out why.
    ///
    /// - Parameter failsOnLeaks: whether what outlives the generation is wrong.
    /// - Returns: what the test came to, with what was found afterwards.
    func outcome<Value: Sendable>(
        of result: Result<Value, any Error>, judging failsOnLeaks: Bool
    ) async -> Result<Value, any Error> {
        var result = result
        // Of one that has died all that it printed is there when its end has been told of; also for a test that was
        // cancelled.
        _ = await Task { await app.deathInUse() }.value
        // Before the application is relaunched, if it is: its log begins anew then.
        var log = (launches: await app.launches, text: await app.log)
        // Of a life that the test itself has ended there is nothing to judge.
        let judgesLeaks = failsOnLeaks ? await !app.wasStopped : false
        var report: GenerationReport?
        do {
            // A task of its own: a test that was cancelled, by its time limit say, is judged like others.
            if judgesLeaks { report = try await Task { try await app.endGeneration() }.value }
        } catch {
            // Of an application that failed the test already, this says nothing new.
            if !result.isFailure { result = .failure(error) }
        }
        if judgesLeaks, report == nil, !result.isFailure, let reason = await reasonForNoReport() {
            result = .failure(LiveResetError(description: "\(reason)\n\(artifacts.announce())"))
        }
        let own = report.map(bornInIt)
        let survived = own.map { LeakCheck.failing([$0]) } ?? []
        // While what it is about is alive: the application is made ready for others next.
        let snapshot = await snapshot(isNeeded: result.isFailure || watch.sawFailure || !survived.isEmpty)
        let complaints =
            if let own {
                await LeakCheck.complaints(about: survived, survived: "the test's reset", own, in: snapshot)
            } else { [LeakComplaint]() }
        if let snapshot { artifacts.keep(snapshot) }
        do { try await giveBack() } catch { if !result.isFailure { result = .failure(error) } }
        guard result.isFailure || watch.sawFailure || !complaints.isEmpty else { return result }
        // What is printed takes a moment to arrive.
        if await app.launches == log.launches { log.text = await app.log }
        let logFile = EvidenceFile(name: "application.log", bytes: Array(log.text.utf8))
        artifacts.keep(logFile)
        watch.attach(logFile)
        if let report { artifacts.keep(report, complaints) }
        // Last, since keeping it moves it away, and the application was reset on it.
        if let fixture { try? await onOwnThread { _ in artifacts.keep(fixture) } }
        let place = artifacts.announce()
        var unheard: [LeakComplaint] = []
        for complaint in complaints where !watch.record(complaint, adding: place) { unheard.append(complaint) }
        if unheard.isEmpty || result.isFailure { return result }
        let lines = unheard.map(\.text) + [place]
        return .failure(LiveResetError(description: lines.joined(separator: "\n")))
    }

    /// Keeps what is to be seen while the application is as the test left it.
    ///
    /// Where a use within this one has failed already, it was looked at then, and has been reset since.
    private func keepEvidence(_ loan: Loan) async {
        if !evidence.isEmpty, !loan.isSeen {
            await artifacts.keep(evidence, of: app.processID, attachingTo: watch)
            loan.see()
        }
        if loan.isSeen { outer?.see() }
    }

    /// Makes the application ready again for the test that this use was within, while the fixture is still there.
    private func giveBack() async throws {
        guard let outer, !outer.isOver, let live = outer.app as? LiveApp<Settings> else { return }
        // What the test prepared is wanted also after a use that was cancelled.
        _ = try await Task { try await app.reset(live.settings, fixture: live.fixture) }.value
    }

    /// Why a generation that was ended has no report; nil where none is to be expected.
    private func reasonForNoReport() async -> String? {
        guard app.strategy == .inPlace else { return nil }
        let reason = await app.fallbacks.last?.reason.message ?? "the reset said nothing of it"
        return "the application died during the test, or could not be reset after it, so that its leaks could not be "
            + "checked: \(reason)"
    }

    /// The heap of the application as it is; nil where nobody needs it, or where the application has no heap tier.
    private func snapshot(isNeeded: Bool) async -> HeapFile? {
        guard isNeeded else { return nil }
        // A task of its own: a test that was cancelled is judged like others.
        return try? await Task { try await app.heapSnapshot() }.value
    }

    /// A report with those survivors only that were born in the generation that it is of.
    ///
    /// What earlier ones left behind is alive still, and is not this test's.
    private func bornInIt(_ report: GenerationReport) -> GenerationReport {
        var own = report
        own.survivors = report.survivors.compactMap { survivor in
            var survivor = survivor
            survivor.births.removeAll { $0.generation != report.generation }
            return survivor.births.isEmpty ? nil : survivor
        }
        return own
    }
}
