internal import OutliveDriver
internal import OutliveHeap
internal import OutliveJudgement
internal import OutliveModel
internal import OutliveSupport

/// A comparison of the globals and statics after the reset that ends a test with those before it and with launches.
///
/// A capture stops the application, so a test without a change has two. Only a change that is still there after a pause
/// is looked into: by another reset, which counters count, and by launches, among which chance shows.
struct LiveStateCheck<Settings: LaunchSettings>: Sendable {
    /// The time after which what changes by itself has changed again.
    private static var pause: Duration { .milliseconds(50) }
    /// The time in which an application may go on with its launch after it is ready.
    private static var launchTime: Duration { .milliseconds(500) }

    let app: AppUnderTest<Settings>
    let ledger: RunLedger
    private let before = Lock<ProgramState?>(nil)

    init(_ app: AppUnderTest<Settings>, ledger: RunLedger = .shared) {
        (self.app, self.ledger) = (app, ledger)
    }

    private var leftovers: Leftovers { app.leftovers }

    /// Captures the state before a test.
    func begin(_ ready: AppReady) async {
        guard let input = await app.input, let state = await captured() else { return }
        if ready.way.isLaunch, await leftovers.wantsLaunch(with: input) {
            await leftovers.launched(state, with: input)
        }
        before.withLock { $0 = state }
    }

    /// Returns the complaint about what the reset after the test left changed, or `nil`.
    ///
    /// The application is ready and unused afterwards, and may have been launched again.
    func complaint() async throws -> String? {
        let changes = try await changes()
        return changes.isEmpty ? nil : Self.text(changes)
    }

    static func text(_ changes: [StateChange]) -> String {
        let one = changes.count == 1
        return
            (["the reset after the test left \(counted(changes.count, "variable")) changed:"] + changes.lines
            + [
                "reset \(one ? "it" : "them") in a step of the ResetHost, or accept \(one ? "it" : "them"): "
                    + "ApplicationConfiguration(..., expect: [\"state:\(changes[0].path)=REASON\"])"
            ]).joined(separator: "\n")
    }

    /// Returns what the reset after the test left changed, each path once for all tests, with the declaring lines.
    private func changes() async throws -> [StateChange] {
        guard let before = before.withLock(\.self), let input = await app.input, let ended = await captured() else {
            return []
        }
        // What a reset without a test changes in variables of which launches show no value.
        var restless: Set<StateChange.Key> = []
        func suspects(in state: ProgramState) async -> [StateChange] {
            await leftovers.changes(from: before, to: state, with: input, restless: restless)
        }
        if await suspects(in: ended).isEmpty { return [] }
        try await Task.sleep(for: Self.pause)
        guard let after = await captured() else { return [] }
        await ignore(ProgramStateDifference(from: [ended], to: after).changes)
        if await suspects(in: after).isEmpty { return [] }
        guard try await app.resetAfterUse().way == .reset, let again = await captured() else { return [] }
        let repeated = ProgramStateDifference(from: [after], to: again).changes
        await ignore(repeated.filter(\.isRise))
        restless = Set(repeated.map(\.key))
        if await suspects(in: after).isEmpty { return [] }
        // The fixture may have been changed by the test, so the launch with it counts whatever others are known.
        repeat {
            try await app.relaunch()
            guard let launched = await captured() else { return [] }
            await leftovers.launched(launched, with: input)
        } while await !leftovers.knowsLaunches(with: input)
        try await Task.sleep(for: Self.launchTime)
        guard let later = await captured() else { return [] }
        await leftovers.launched(later, with: input)
        let changes = await leftovers.claim(suspects(in: after))
        return try await onOwnThread { _ in
            var changes = changes
            changes.addLines(of: after.variables) { $0.declarations }
            return changes
        }
    }

    private func ignore(_ changes: [StateChange]) async { _ = await leftovers.claim(changes) }

    /// Captures the state, or says once for all tests why that is not possible.
    private func captured() async -> ProgramState? {
        guard await !leftovers.isRefused else { return nil }
        do {
            guard let file = try await app.stateSnapshot() else { return nil }
            defer { file.remove() }
            let state = try await onOwnThread { _ in
                try HeapSnapshot(file.opened(), path: file.path).programState()
            }
            guard state.hasTypedVariables else {
                throw Failure(.noCensus, "no global or static of the application has a type in Swift")
            }
            return state
        } catch {
            // An application that has ended has a failure of its own.
            if !(error is CancellationError), await app.deathInUse() == nil, await leftovers.refuse() {
                ledger.add(note: "globals and statics of the live application are not compared: \(error)".onOneLine())
            }
            return nil
        }
    }
}

extension AppReady.Way {
    fileprivate var isLaunch: Bool {
        switch self {
        case .launched, .relaunched: true
        case .reset, .kept: false
        }
    }
}
